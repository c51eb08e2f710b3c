"use strict";
/**
 * When a document is loaded, report its title, so that whoever waits for it need not ask while the page still paints;
 * and read a little of it while the browser is idle, because first readings are slow.
 */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready || window !== window.top) return;

  const READING_MS = 8;
  const READINGS = 3;

  /** Let the browser compile what the first snapshot will need: what runs often, once more for speed. */
  function warmUp(/** @type {number} */ readings) {
    const body = agent.dom.bodyOf(document);
    agent.beginPass();
    if (body) agent.walker.walkPage(body, "auto", READING_MS);
    agent.beginPass();
    if (readings > 1) requestIdleCallback(() => warmUp(readings - 1));
  }

  function arrive() {
    globalThis.tabwireTitle?.(agent.dom.titleOf(document));
    requestIdleCallback(() => warmUp(READINGS));
  }

  window.addEventListener("pageshow", arrive, { once: true });
})();
