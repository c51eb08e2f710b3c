"use strict";
/** The page as blocks: what `snapshot` sends. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom } = agent;

  function rootFor(/** @type {string | undefined} */ ref) {
    if (ref) return agent.element(ref);
    return dom.bodyOf(document) ?? dom.documentElementOf(document);
  }

  /** @typedef {{ mode?: string, ref?: string, first?: number, limitMs?: number, prefix?: string, enough?: number }} Wanted */

  /** Everything a snapshot needs from one frame; of a monster no more than is `enough`. */
  function snapshot(/** @type {Wanted} */ options) {
    agent.refs.startAt(options.first ?? 1);
    const root = rootFor(options.ref);
    if (!root) return emptyPage();
    const mode = options.mode ?? "auto";
    const walk = agent.walker.walkPage(root, mode, options.limitMs, enoughOf(options));
    if (options.ref) putFirst(walk.entries, root);
    const blocks = agent.printing.print(walk.entries, options.prefix ?? "");
    rememberAll(walk.entries);
    if (!options.ref) agent.changes.startFrom(mode === "auto" && !walk.isFilled ? walk.entries : null);
    return {
      ...pageFacts(),
      blocks,
      unread: walk.isFilled ? Math.max(1, document.getElementsByTagName("*").length - walk.visited) : 0,
      truncated: (walk.truncated && !walk.isFilled) || walk.cut,
      unseen: agent.unreadable.report(),
      next: agent.refs.next(),
    };
  }

  /** Pages of usual size are read whole, so that changes can be reported; so are those whose beginning is scrolled out of view. */
  function enoughOf(/** @type {Wanted} */ { enough, ref }) {
    return ref || !enough || window.scrollY > 0 || !agent.changes.isTooLarge() ? Infinity : enough;
  }

  /** An element that was asked for is printed itself, whatever it is. */
  function putFirst(/** @type {import("../types").Entry[]} */ entries, /** @type {Element} */ root) {
    if (entries[0]?.element === root && entries[0].kind !== "text") return;
    const role = agent.roles.roleOf(root);
    const name = agent.names.nameOf(root);
    entries.unshift(agent.entries.entryOf(root, "row", role, name, agent.states.statesOf(root, role)));
  }

  function emptyPage() {
    return {
      ...pageFacts(),
      blocks: [],
      unread: 0,
      truncated: false,
      unseen: agent.unreadable.report(),
      next: agent.refs.next(),
    };
  }

  function pageFacts() {
    const page = dom.documentElementOf(document);
    return {
      url: location.href,
      title: dom.titleOf(document),
      height: window.innerHeight,
      scrolled: Math.round(window.scrollY),
      total: page ? page.scrollHeight : 0,
    };
  }

  /** Keep fingerprints of controls, so that a ref survives a re-render. */
  function rememberAll(/** @type {import("../types").Entry[]} */ entries) {
    for (const entry of entries) {
      if (entry.kind === "row") agent.fingerprints.remember(entry);
      for (const link of entry.links) agent.fingerprints.remember(link);
      for (const group of entry.fold?.groups ?? []) rememberAll(group.entries);
    }
  }

  agent.define("snapshot", snapshot);
})();
