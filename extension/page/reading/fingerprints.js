"use strict";
/** What an element looked like: enough to find it again when the page has rendered it anew. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom } = agent;

  /** @typedef {import("../types").Fingerprint} Fingerprint */

  function remember(/** @type {import("../types").Entry} */ entry) {
    agent.refs.remember(entry.element, {
      role: entry.role,
      name: entry.name,
      tag: dom.localName(entry.element),
      id: dom.attribute(entry.element, "id") ?? "",
    });
  }

  /** How well a living element fits: 0 not at all, 4 in everything. */
  function fit(/** @type {Element} */ element, /** @type {Fingerprint} */ print) {
    if (agent.roles.roleOf(element) !== print.role && print.role !== "clickable") return 0;
    const name = agent.names.nameOf(element) === print.name ? 2 : 0;
    const id = print.id && dom.attribute(element, "id") === print.id ? 2 : 0;
    return name + id;
  }

  /** Living elements that could be the one that is gone, best first. */
  function candidates(/** @type {Fingerprint} */ print) {
    const scored = agent.queries
      .allElements()
      .filter((element) => dom.localName(element) === print.tag)
      .map((element) => ({ element, score: fit(element, print) }))
      .filter((found) => found.score >= 2 && !agent.style.isHidden(found.element));
    return scored.sort((a, b) => b.score - a.score).map((found) => found.element);
  }

  agent.fingerprints = { remember, candidates };
})();
