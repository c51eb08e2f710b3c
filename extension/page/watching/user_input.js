"use strict";
/**
 * Reports what the user does in the page: where they clicked and into what they typed, never which keys.
 * Input that the hub sends looks the same to a page; the hub knows when it sends any.
 */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, roles } = agent;

  const UNNAMED_ROLES = new Set(["generic", "none"]);
  const MODIFIERS = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock"]);

  /** The element a person would name: the button, not the picture in it. */
  function namedElement(/** @type {Element} */ hit) {
    for (let node = /** @type {Element | null} */ (hit); node; node = dom.parentOf(node)) {
      if (!UNNAMED_ROLES.has(roles.roleOf(node))) return node;
    }
    return hit;
  }

  /** A field is described by its name alone: its text may be what was typed just now. */
  function describe(/** @type {Element} */ hit) {
    const element = isField(hit) ? hit : namedElement(hit);
    const name = isField(element) ? agent.names.nameOf(element) : agent.titles.titleOf(element);
    const { role, name: title } = agent.titles.roleAndTitle(element, name);
    return title ? `${role} "${title}"` : role;
  }

  function isField(/** @type {Element} */ element) {
    return agent.fields.kindOf(element) !== "none";
  }

  function report(/** @type {string} */ action, /** @type {Event} */ event) {
    const [hit] = event.composedPath();
    if (!event.isTrusted || !(hit instanceof Element)) return;
    agent.beginPass();
    globalThis.tabwireUserInput?.(`${isField(hit) && action !== "clicked" ? "typed in" : action} ${describe(hit)}`);
  }

  const options = { capture: true, passive: true };
  window.addEventListener("pointerdown", (event) => report("clicked", event), options);
  window.addEventListener(
    "keydown",
    (event) => {
      if (!event.repeat && !MODIFIERS.has(event.key)) report("pressed a key on", event);
    },
    options,
  );
})();
