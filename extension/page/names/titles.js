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
    const shown = role === "generic" || role === "none" ? dom.localName(element) : role;
    const short = title.length > 40 ? `${title.slice(0, 40)}…` : title;
    return `${shown}${short ? ` "${short}"` : ""}`;
  }

  /** Role, title and ref of an element. */
  function describe(/** @type {Element} */ element) {
    return `${roleAndTitle(element, titleOf(element))} ${agent.refOf(element)}`;
  }

  agent.titles = { titleOf, roleAndTitle, describe };
})();
