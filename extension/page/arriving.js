"use strict";
/**
 * What the page agent does when a document is loaded: tell what it is called, so that who waits for it need not
 * ask while the page still paints; and read a little of it in a quiet moment, because first readings are slow.
 */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready || window !== window.top) return;

  const READING_MS = 4;

  /** Let the browser compile what the first snapshot will need. */
  function warmUp() {
    const body = agent.dom.bodyOf(document);
    agent.beginPass();
    if (body) agent.walker.walkPage(body, "auto", READING_MS);
    agent.beginPass();
  }

  function arrive() {
    globalThis.tabwireTitle?.(agent.dom.titleOf(document));
    requestIdleCallback(warmUp);
  }

  window.addEventListener("pageshow", arrive, { once: true });
})();
