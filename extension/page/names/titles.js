"use strict";
/** What to call an element in a sentence. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, roles, names } = agent;

  /** What a person would call an element: its name, or the text in it. */
  function titleOf(/** @type {Element} */ element) {
    return names.nameOf(element) || names.collapse((dom.textContent(element) ?? "").slice(0, 200));
  }

  /** Role and title of an element, cut to a few words. */
  function roleAndTitle(/** @type {Element} */ element, /** @type {string} */ title) {
    const role = roles.roleOf(element);
    return {
      role: role === "generic" || role === "none" ? dom.localName(element) : role,
      name: title.length > 40 ? `${title.slice(0, 40)}…` : title,
    };
  }

  /** An element as replies name it. */
  function lookOf(/** @type {Element} */ element) {
    return { ref: agent.refOf(element), ...roleAndTitle(element, titleOf(element)) };
  }

  agent.titles = { titleOf, roleAndTitle, lookOf };
})();
