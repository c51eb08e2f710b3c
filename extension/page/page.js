"use strict";
/** Facts about the page as a whole. */
(() => {
  const { define } = globalThis.tabwire;

  define("page", () => ({ url: location.href, title: document.title, state: document.readyState }));

  define("viewport", () => {
    const root = document.scrollingElement ?? document.documentElement;
    return {
      width: document.documentElement.clientWidth || innerWidth,
      height: document.documentElement.clientHeight || innerHeight,
      scrollX,
      scrollY,
      pageWidth: root.scrollWidth,
      pageHeight: root.scrollHeight,
      pixelRatio: devicePixelRatio,
    };
  });

  /** The element's box in this frame's viewport. */
  define("box", (/** @type {{ref: string}} */ { ref }) => {
    const element = globalThis.tabwire.element(ref);
    if (!element) return { error: { code: "ELEMENT_STALE", message: `${ref} is gone.` } };
    const { x, y, width, height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const inset = { x: parseFloat(style.borderLeftWidth) + parseFloat(style.paddingLeft), y: parseFloat(style.borderTopWidth) + parseFloat(style.paddingTop) };
    return { x, y, width, height, contentX: x + inset.x, contentY: y + inset.y };
  });
})();
