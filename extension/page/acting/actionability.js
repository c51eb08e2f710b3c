"use strict";
/** May a person act on this element now? If not, why not. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, hits } = agent;

  /** @typedef {import("../types").Obstacle} Obstacle */

  const POPUPS = "[role=dialog], [role=alertdialog], dialog, [popover], [role=menu], [role=listbox]";
  const COVERED_HINT = "Close or move what covers it.";

  /** Why nobody could see the element, or null. @returns {Obstacle | null} */
  function invisible(/** @type {Element} */ element) {
    if (agent.style.isUnrendered(element)) return { why: "not shown", hint: "Open whatever hides it first." };
    if (agent.style.isInvisible(element)) return { why: "invisible", hint: "Open whatever hides it first." };
    if (!agent.boxes.boxesOf(element).length) return { why: "without size", hint: "Choose a visible element." };
    return null;
  }

  /** @returns {Obstacle | null} */
  function disabled(/** @type {Element} */ element) {
    if (agent.states.isDisabled(element)) return { why: "disabled", hint: "Do first what enables it." };
    const modals = [...dom.queryAll(document, "dialog:modal")];
    const isBehind = modals.length > 0 && !modals.some((modal) => hits.isInside(element, modal));
    if (!isBehind && !isInInert(element)) return null;
    const blocker = isBehind ? modals.pop() : openPopupBeside(element);
    if (blocker) return { why: `covered by ${agent.titles.describe(blocker)}`, hint: COVERED_HINT };
    return { why: "inert: a dialog or the page blocks it", hint: "Close the dialog first." };
  }

  function isInInert(/** @type {Element} */ element) {
    for (let node = /** @type {Element | null} */ (element); node; node = dom.renderedParentOf(node)) {
      if (agent.style.isInert(node)) return true;
    }
    return false;
  }

  /** What a page that made a part of itself inert shows instead of it; the last to come is on top. */
  function openPopupBeside(/** @type {Element} */ element) {
    const open = [...dom.queryAll(document, POPUPS)].filter(
      (popup) => !invisible(popup) && !isInInert(popup) && !hits.isInside(element, popup),
    );
    return open.pop();
  }

  function gone(/** @type {string} */ ref) {
    return agent.failure("ELEMENT_STALE", `${ref} is no longer on the page.`, { was: "", candidates: [] });
  }

  function notActionable(/** @type {string} */ ref, /** @type {Obstacle} */ { why, hint }) {
    return agent.failure("ELEMENT_NOT_ACTIONABLE", `${ref} is ${why}.`, { why, next_step: hint });
  }

  /** State of one element, for waiting. */
  function elementState(/** @type {{ ref: string }} */ { ref }) {
    const element = agent.element(ref);
    if (!element) return { isThere: false, isVisible: false, isEnabled: false, isChecked: false };
    const role = agent.roles.roleOf(element);
    return {
      isThere: true,
      isVisible: agent.boxes.isVisible(element),
      isEnabled: disabled(element) === null,
      isChecked: agent.states.statesOf(element, role).includes("checked"),
    };
  }

  agent.actionability = { invisible, disabled, gone, notActionable, COVERED_HINT };
  agent.define("elementState", elementState);
})();
