"use strict";
/**
 * Telling what a hand does in the page: where it clicked and into what it typed, never which keys.
 * Input of the hub's own is from a hand too, as far as a page can see; the hub knows when it sends any.
 */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, roles } = agent;

  const UNTOLD_ROLES = new Set(["generic", "none"]);
  const MODIFIERS = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock"]);

  /** The element a person would name: the button, not the picture in it. */
  function meant(/** @type {Element} */ hit) {
    for (let node = /** @type {Element | null} */ (hit); node; node = dom.parentOf(node)) {
      if (!UNTOLD_ROLES.has(roles.roleOf(node))) return node;
    }
    return hit;
  }

  /** A field is told by its name alone: its text may be what was typed just now. */
  function spelled(/** @type {Element} */ hit) {
    const element = isField(hit) ? hit : meant(hit);
    const name = isField(element) ? agent.names.nameOf(element) : agent.hits.titleOf(element);
    const { role, name: title } = agent.hits.shortly(element, name);
    return title ? `${role} "${title}"` : role;
  }

  function isField(/** @type {Element} */ element) {
    return agent.typing.kindOf(element) !== "none";
  }

  function tell(/** @type {string} */ action, /** @type {Event} */ event) {
    const [hit] = event.composedPath();
    if (!event.isTrusted || !(hit instanceof Element)) return;
    agent.beginPass();
    globalThis.tabwireUserInput?.(`${isField(hit) && action !== "clicked" ? "typed in" : action} ${spelled(hit)}`);
  }

  const options = { capture: true, passive: true };
  window.addEventListener("pointerdown", (event) => tell("clicked", event), options);
  window.addEventListener(
    "keydown",
    (event) => {
      if (!event.repeat && !MODIFIERS.has(event.key)) tell("pressed a key on", event);
    },
    options,
  );
})();
