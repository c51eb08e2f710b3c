"use strict";
/** Which element is at a point, and which is inside which, through shadow roots. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom } = agent;

  /** The innermost element at a point of the viewport. @returns {Element | null} */
  function elementAt(/** @type {number} */ x, /** @type {number} */ y) {
    let found = document.elementFromPoint(x, y);
    for (;;) {
      const root = found && dom.shadowOf(found);
      const inner = root ? root.elementFromPoint(x, y) : null;
      if (!inner || inner === found) return found;
      found = inner;
    }
  }

  function isInside(/** @type {Element} */ inner, /** @type {Element} */ outer) {
    for (let node = /** @type {Element | null} */ (inner); node; node = dom.renderedParentOf(node)) {
      if (node === outer) return true;
    }
    return false;
  }

  agent.hits = { elementAt, isInside };
})();
