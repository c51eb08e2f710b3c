"use strict";
/** Telling what a document is called once it is loaded: who waits for it need not ask while the page still paints. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready || window !== window.top) return;
  const tell = () => globalThis.tabwireTitle?.(agent.dom.titleOf(document));
  window.addEventListener("pageshow", tell, { once: true });
})();
