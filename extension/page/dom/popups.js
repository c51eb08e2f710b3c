"use strict";
/** Lists that open and close. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, boxes } = agent;

  const LISTS = new Set(["listbox", "menu", "tree"]);

  /** Whether an element out of sight is a list to choose from that is closed; one that is fading in is open. */
  function isClosedList(/** @type {Element} */ element, /** @type {string} */ role) {
    if (!LISTS.has(role) || element instanceof HTMLSelectElement) return false;
    return (
      !boxes.hasArea(element) || !openersOf(element).some((opener) => dom.attribute(opener, "aria-expanded") === "true")
    );
  }

  /** @returns {Element[]} */
  function openersOf(/** @type {Element} */ popup) {
    const id = CSS.escape(dom.attribute(popup, "id") ?? "");
    return id ? [...dom.queryAll(dom.rootOf(popup), `[aria-controls~="${id}"], [aria-owns~="${id}"]`)] : [];
  }

  agent.popups = { isClosedList };
})();
