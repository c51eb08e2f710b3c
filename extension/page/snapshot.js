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

  /** Everything a snapshot needs from one frame. */
  function snapshot(/** @type {{ mode?: string, ref?: string, first?: number, limitMs?: number, prefix?: string }} */ options) {
    agent.refs.startAt(options.first ?? 1);
    const root = rootFor(options.ref);
    if (!root) return emptyPage();
    const mode = options.mode ?? "auto";
    const walk = agent.walker.walkPage(root, mode, options.limitMs);
    if (options.ref) putFirst(walk.entries, root);
    const blocks = agent.printing.print(walk.entries, options.prefix ?? "");
    rememberAll(walk.entries);
    if (!options.ref) agent.changes.toldAll(mode === "auto" ? walk.entries : null);
    return {
      ...pageFacts(),
      blocks,
      truncated: walk.truncated || walk.cut,
      hosts: agent.shadowHosts.unasked(walk.hosts),
      next: agent.refs.next(),
    };
  }

  /** An element that was asked for is printed itself, whatever it is. */
  function putFirst(/** @type {import("./types").Entry[]} */ entries, /** @type {Element} */ root) {
    if (entries[0]?.element === root && entries[0].kind !== "text") return;
    const role = agent.roles.roleOf(root);
    const name = agent.names.nameOf(root);
    entries.unshift(agent.walker.entryOf(root, "row", role, name, agent.states.statesOf(root, role)));
  }

  function emptyPage() {
    return { ...pageFacts(), blocks: [], truncated: false, hosts: [], next: agent.refs.next() };
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
  function rememberAll(/** @type {import("./types").Entry[]} */ entries) {
    for (const entry of entries) {
      if (entry.kind === "row") agent.fingerprints.remember(entry);
      for (const link of entry.links) agent.fingerprints.remember(link);
      for (const group of entry.fold?.groups ?? []) rememberAll(group.entries);
    }
  }

  agent.snapshot = snapshot;
  agent.define("snapshot", snapshot);
})();
