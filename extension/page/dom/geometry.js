"use strict";
/** Where things are: boxes of elements, the viewport, the page itself. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom } = agent;

  /** The box of an element in pixels of this frame's viewport; `content` is where a frame's own page begins. */
  function box(/** @type {{ ref: string }} */ { ref }) {
    const element = agent.element(ref);
    if (!element)
      return agent.failure("ELEMENT_STALE", `${ref} is no longer on the page.`, { was: "", candidates: [] });
    const { x, y, width, height } = dom.rectOf(element);
    const style = getComputedStyle(element);
    return {
      x,
      y,
      width,
      height,
      contentX: x + element.clientLeft + Number.parseFloat(style.paddingLeft),
      contentY: y + element.clientTop + Number.parseFloat(style.paddingTop),
    };
  }

  function viewport() {
    const page = dom.documentElementOf(document);
    return {
      width: window.innerWidth,
      height: window.innerHeight,
      scrollX: window.scrollX,
      scrollY: window.scrollY,
      pageWidth: page?.scrollWidth ?? 0,
      pageHeight: page?.scrollHeight ?? 0,
      scale: window.devicePixelRatio,
      ageMs: performance.now(),
    };
  }

  function page() {
    return { url: location.href, title: dom.titleOf(document), state: document.readyState };
  }

  agent.define("box", box);
  agent.define("viewport", viewport);
  agent.define("page", page);
})();
