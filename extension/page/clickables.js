"use strict";
/** Things that can be clicked or typed into although nothing says so: handlers, tabindex, the hand cursor. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, roles, names } = agent;

  /** @typedef {import("./types").Walk} Walk */
  /** @typedef {import("./types").Sight} Sight */

  /**
   * Elements the engine found a click listener on. Those that hold other things to click only pass clicks on.
   * @type {WeakSet<Element>}
   */
  const listening = new WeakSet();

  const HANDLERS = ["onclick", "onmousedown", "onpointerdown", "onmouseup", "onpointerup", "ontouchstart", "ondblclick"];
  // Who listens here means one of the things inside.
  const COLLECTIONS = new Set("list table grid rowgroup row group region main article feed form navigation".split(" "));
  const MAX_NAME_CHARS = 160;

  function isClickable(/** @type {Element} */ element, /** @type {Sight} */ inner, /** @type {Sight} */ outer) {
    if (inner.pointer && !outer.pointer) return true;
    return listening.has(element) || isExplicit(element);
  }

  /** Said by the markup, not only by the cursor. */
  function isExplicit(/** @type {Element} */ element) {
    if (!dom.hasAttributes(element)) return false;
    const tag = dom.localName(element);
    if (tag === "body" || tag === "html") return false;
    if (HANDLERS.some((name) => dom.hasAttribute(element, name))) return true;
    return isTabStop(element) || roles.isEditingHost(element);
  }

  function isTabStop(/** @type {Element} */ element) {
    return Number.parseInt(dom.attribute(element, "tabindex") ?? "", 10) >= 0;
  }

  const TAB_STOPS = "a[href], button, input, select, textarea, summary, [tabindex]";

  /** Elements a person reaches with the keyboard, from `element` inwards. */
  function tabStopsIn(/** @type {Element} */ element) {
    const found = [...dom.queryAll(element, TAB_STOPS)].filter(isReached);
    return dom.matches(element, TAB_STOPS) && isReached(element) ? [element, ...found] : found;
  }

  function isReached(/** @type {Element} */ element) {
    return dom.tabIndex(/** @type {HTMLElement} */ (element)) >= 0 && agent.style.isSeen(element) && !roles.isNativelyDisabled(element);
  }

  /** Print a clickable element: one row when it holds only text, else its content with the row before it. */
  function visit(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {import("./types").Place} */ inner,
  ) {
    agent.walker.endLine(walk);
    const at = walk.entries.length;
    const editable = roles.isEditingHost(element);
    agent.walker.visitChildren(walk, element, editable ? { ...inner, quiet: true } : inner);
    agent.walker.endLine(walk);
    const inside = walk.entries.slice(at);
    const onlyText = inside.every((entry) => entry.kind === "text" && entry.links.length === 0);
    const isOne = onlyText && (inside.length <= 1 || !COLLECTIONS.has(role));
    if (isOne) walk.entries.length = at;
    if (!isOne && !isExplicit(element)) return;
    const entry = clickableEntry(element, role, inner, isOne);
    if (entry.name || hasArea(element)) walk.entries.splice(at, 0, entry);
  }

  /** Large enough to be hit. */
  function hasArea(/** @type {Element} */ element) {
    const box = dom.rectOf(element);
    return box.width > 1 && box.height > 1;
  }

  function clickableEntry(
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {import("./types").Place} */ inner,
    /** @type {boolean} */ whole,
  ) {
    const editable = roles.isEditingHost(element);
    const plain = role === "generic" || role === "none";
    const shownRole = editable && plain ? "textbox" : plain ? "clickable" : role;
    const own = names.nameOf(element);
    const text = editable ? "" : visibleText(element);
    const entry = agent.walker.rowEntry(element, shownRole, own || text, inner);
    if (!plain) entry.states.push("clickable");
    if (!whole && !own) entry.name = "";
    return entry;
  }

  function visibleText(/** @type {Element} */ element) {
    const text = names.collapse(agent.contentText.labelText(element));
    return text.length > MAX_NAME_CHARS ? `${text.slice(0, MAX_NAME_CHARS)}…` : text;
  }

  agent.clickables = { isClickable, visit, isExplicit, tabStopsIn };

  /** Take elements for clickable from now on; tell how many of them did not look like it before. */
  agent.markListening = (...nodes) => {
    const fresh = nodes.filter((node) => node instanceof Element).filter((element) => !listening.has(element));
    for (const element of fresh) listening.add(element);
    return fresh.filter((element) => adoptRootOf(element) || !dom.matches(element, `${TAB_STOPS}, html, body`)).length;
  };

  /** With an element inside it, a closed root is handed over as well; tell whether it was unknown. */
  function adoptRootOf(/** @type {Element} */ element) {
    const root = dom.rootOf(element);
    if (!(root instanceof ShadowRoot) || !dom.canHostShadow(root.host) || dom.shadowOf(root.host)) return false;
    agent.adoptRoot(root.host, root);
    adoptRootOf(root.host);
    return true;
  }
})();
