"use strict";
/** May a person act on this element now? If not, why not. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, hits } = agent;

  /** @typedef {import("../contract").Obstacle} Obstacle */

  const POPUPS = "[role=dialog], [role=alertdialog], dialog, [popover], [role=menu], [role=listbox]";

  /** Why nobody could see the element, or null. @returns {Obstacle | null} */
  function invisible(/** @type {Element} */ element) {
    if (agent.style.isUnrendered(element)) return { kind: "not_shown" };
    if (agent.style.isInvisible(element)) return { kind: "invisible" };
    if (!agent.boxes.boxesOf(element).length) return { kind: "no_size" };
    return null;
  }

  /** @returns {Obstacle | null} */
  function disabled(/** @type {Element} */ element) {
    if (agent.states.isDisabled(element)) return { kind: "disabled" };
    const modals = [...dom.queryAll(document, "dialog:modal")];
    const isBehind = modals.length > 0 && !modals.some((modal) => hits.isInside(element, modal));
    if (!isBehind && !isInInert(element)) return null;
    const blocker = isBehind ? modals.pop() : openPopupBeside(element);
    return blocker ? { kind: "covered", by: agent.titles.lookOf(blocker) } : { kind: "inert" };
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

  function notActionable(/** @type {Obstacle} */ obstacle) {
    return agent.failure("ELEMENT_NOT_ACTIONABLE", `An element cannot be acted on: ${obstacle.kind}.`, { obstacle });
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

  agent.actionability = { invisible, disabled, gone, notActionable };
  agent.define("elementState", elementState);
})();
