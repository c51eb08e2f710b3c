"use strict";
/** Menus and lists that something says it opens; many do so a moment after the mouse came. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, timing } = agent;

  const CONTROLS = "[aria-haspopup], [role=menuitem], [role=button], button, a, input";
  // Bootstrap shows dialogs once the page behind them has faded.
  const OPENERS = "[data-bs-toggle=modal], [data-bs-toggle=offcanvas], [data-toggle=modal]";
  const POPUPS = "[role=menu], [role=listbox], [role=tree], [role=grid], [role=dialog], dialog, [popover]";

  /** What was acted on, and what was open before. @type {{ opener: Element, before: Set<Element> } | null} */
  let awaited = null;

  /** Remember what is open before an element is acted on; tell whether it may open more. */
  function expect(/** @type {Element} */ element) {
    const opener = openerAround(element);
    awaited = opener && !isOpen(opener) ? { opener, before: new Set(popupsShown()) } : null;
    return awaited !== null;
  }

  /** @returns {Element | null} */
  function openerAround(/** @type {Element} */ element) {
    const control = dom.closest(element, CONTROLS);
    // Fields open their list as one types.
    if (!control || agent.fields.kindOf(control) !== "none") return null;
    const promised = dom.attribute(control, "aria-haspopup");
    if ((promised && promised !== "false") || dom.matches(control, OPENERS)) return control;
    return dom.matches(control, "[role=menuitem]") && ownPopups(control).length ? control : null;
  }

  /** @returns {Element[]} */
  function ownPopups(/** @type {Element} */ opener) {
    return [...dom.referenced(opener, "aria-controls"), ...dom.queryAll(opener, POPUPS)];
  }

  function isOpen(/** @type {Element} */ opener) {
    return dom.attribute(opener, "aria-expanded") === "true" || ownPopups(opener).some(isShown);
  }

  function isShown(/** @type {Element} */ popup) {
    return !agent.boxes.isUnseen(popup);
  }

  function popupsShown() {
    return [...dom.queryAll(document, POPUPS)].filter(isShown);
  }

  /** Wait for what the element opens, for a while. */
  async function popupOpened(/** @type {{ limitMs: number }} */ { limitMs }) {
    const deadline = performance.now() + limitMs;
    const current = awaited;
    const isThere = () =>
      !current || isOpen(current.opener) || popupsShown().some((popup) => !current.before.has(popup));
    while (!isThere() && performance.now() < deadline) await timing.nextFrame();
    return null;
  }

  agent.opening = { expect };
  agent.define("popupOpened", popupOpened);
})();
