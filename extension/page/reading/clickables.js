"use strict";
/** Things that can be clicked or typed into although nothing says so: handlers, tabindex, the hand cursor. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, roles, names } = agent;

  /** @typedef {import("../types").Walk} Walk */
  /** @typedef {import("../types").Entry} Entry */
  /** @typedef {import("../types").Place} Place */

  /**
   * Elements the engine found a click listener on. Those that hold other things to click only pass clicks on.
   * @type {WeakSet<Element>}
   */
  const listening = new WeakSet();

  const HANDLERS = [
    "onclick",
    "onmousedown",
    "onpointerdown",
    "onmouseup",
    "onpointerup",
    "ontouchstart",
    "ondblclick",
  ];
  // Who listens here means one of the things inside.
  const COLLECTIONS = new Set("list table grid rowgroup row group region main article feed form navigation".split(" "));
  const MAX_NAME_CHARS = 160;
  const MAX_HEARD_CHARS = 40;
  // What is smaller and only listens is a part of something, unless its cursor says that it can be dragged.
  const MIN_PX = 10;
  // The points of a chart are small, and stand for themselves.
  const MIN_SHAPE_PX = 4;
  const MIN_EDGE_PX = 3;
  // What is larger and hidden from readers is a backdrop, or a copy of what they are told elsewhere.
  const MAX_ICON_PX = 64;

  function isClickable(/** @type {Element} */ element, /** @type {Place} */ { pointed }) {
    if (pointed || listening.has(element)) return !isWholePage(element);
    return isExplicit(element);
  }

  /** Who listens to the whole page means something in it. */
  function isWholePage(/** @type {Element} */ element) {
    const tag = dom.localName(element);
    return tag === "body" || tag === "html";
  }

  /** Said by the markup, not only by the cursor. */
  function isExplicit(/** @type {Element} */ element) {
    if (!dom.hasAttributes(element)) return false;
    if (isWholePage(element)) return false;
    if (HANDLERS.some((name) => dom.hasAttribute(element, name))) return true;
    return isTabStop(element) || roles.isEditingHost(element);
  }

  /** A host that hands the focus on to something inside is none. */
  function isTabStop(/** @type {Element} */ element) {
    return Number.parseInt(dom.attribute(element, "tabindex") ?? "", 10) >= 0 && !dom.shadowOf(element)?.delegatesFocus;
  }

  const TAB_STOPS = "a[href], button, input, select, textarea, summary, [tabindex]";

  /** Elements a person reaches with the keyboard, from `element` inwards. */
  function tabStopsIn(/** @type {Element} */ element) {
    const found = [...dom.queryAll(element, TAB_STOPS)].filter(isReached);
    return dom.matches(element, TAB_STOPS) && isReached(element) ? [element, ...found] : found;
  }

  function isReached(/** @type {Element} */ element) {
    return dom.tabIndex(element) >= 0 && agent.style.isSeen(element) && !roles.isNativelyDisabled(element);
  }

  /** A small picture, hidden from readers, that a person can press apart from what it stands in. */
  function isIcon(/** @type {Element} */ element, /** @type {Place} */ outer) {
    const { cursor, pointerEvents } = agent.style.styleOf(element);
    const pointed = cursor === "pointer" && !outer.sight.pointer;
    if (pointerEvents === "none" || !isClickable(element, { ...outer, pointed })) return false;
    if (outer.sight.hidden || !agent.style.isSeen(element) || agent.walker.CONTROL_ROLES.has(roles.roleOf(element)))
      return false;
    const box = dom.rectOf(element);
    const isSmall = box.width <= MAX_ICON_PX && box.height <= MAX_ICON_PX;
    return isSmall && hasArea(element, MIN_PX) && !dom.closest(element, "label") && !isMiddleOfControl(element, box);
  }

  /** A press on the control around it is a press on the icon. */
  function isMiddleOfControl(/** @type {Element} */ icon, /** @type {DOMRect} */ box) {
    const control = controlAround(icon);
    if (!control) return false;
    const around = dom.rectOf(control);
    const [x, y] = [around.x + around.width / 2, around.y + around.height / 2];
    return box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
  }

  function controlAround(/** @type {Element} */ part) {
    let control = dom.parentOf(part);
    while (control && !agent.walker.CONTROL_ROLES.has(roles.roleOf(control))) control = dom.parentOf(control);
    return control;
  }

  function iconEntry(/** @type {Element} */ element, /** @type {Place} */ outer) {
    const entry = agent.walker.rowEntry(element, "clickable", visibleText(element).slice(0, MAX_HEARD_CHARS), outer);
    addHint(entry);
    return entry;
  }

  /** Print a clickable element: one row when it holds only a little text, else its content with the row before it. */
  function visit(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {Place} */ inner,
  ) {
    agent.walker.endLine(walk);
    const at = walk.entries.length;
    const editable = roles.isEditingHost(element);
    agent.walker.visitChildren(walk, element, editable ? { ...inner, quiet: true } : inner);
    agent.walker.endLine(walk);
    const inside = walk.entries.slice(at);
    const onlyText = inside.every((entry) => entry.kind === "text" && entry.links.length === 0);
    const text = onlyText && !editable ? textInside(walk, element, inner, inside) : "";
    const own = names.nameOf(element);
    const isWhole = text.length <= MAX_NAME_CHARS && (!own || own.includes(text));
    const isOne = onlyText && isWhole && (inside.length <= 1 || !COLLECTIONS.has(role));
    if (isOne) walk.entries.length = at;
    if (!isOne && !isExplicit(element) && !isPointedAt(inside, role, inner)) return;
    if (!isOne && role === "listitem" && inside.every((entry) => entry.kind === "row")) return;
    if (walk.mode !== "full" && isShutAway(element, inner)) return;
    const entry = clickableEntry(element, role, inner, isOne ? text : "");
    if (!entry.name && !inside.length && entry.role === "clickable" && isMiddleOfControl(element, dom.rectOf(element)))
      return;
    if (!isOne && !COLLECTIONS.has(role)) takeWords(walk, entry, inner, at);
    if (entry.name || isLargeEnough(element, inner) || isEdge(element)) walk.entries.splice(at, 0, entry);
  }

  /** A card or a line with a hand cursor of its own and words to press, whatever else it holds. */
  function isPointedAt(/** @type {Entry[]} */ inside, /** @type {string} */ role, /** @type {Place} */ { pointed }) {
    return (
      pointed &&
      !COLLECTIONS.has(role) &&
      inside.some((entry) => entry.kind === "text" && agent.finding.wordsOf(entry) !== "")
    );
  }

  /** Without size, and so is all that it shows: a copy that only keeps the columns of a table in line. */
  function isShutAway(/** @type {Element} */ element, /** @type {Place} */ { sight }) {
    if (hasArea(element) || isExplicit(element)) return false;
    const parts = [...element.children];
    return (
      sight.hidden ||
      (parts.length > 0 &&
        parts.every((part) => agent.visibility.sightInside(part, sight, agent.style.isSeen(part)).hidden))
    );
  }

  /** What names itself by all it holds takes its words from there; the controls inside say their own. */
  function takeWords(
    /** @type {Walk} */ walk,
    /** @type {Entry} */ entry,
    /** @type {Place} */ inner,
    /** @type {number} */ at,
  ) {
    if (names.named(entry.element).from !== "contents") return;
    const inside =
      walk.mode === "interactive" ? agent.walker.textsIn(walk, entry.element, inner) : walk.entries.slice(at);
    const lines = inside.filter(({ kind, links }) => kind === "text" && links.length === 0);
    const words = lines.map(agent.finding.wordsOf).join(" ");
    if (!words || words.length > MAX_NAME_CHARS) return;
    entry.name = words;
    walk.entries.splice(at, Infinity, ...walk.entries.slice(at).filter((line) => !lines.includes(line)));
  }

  /** The words of an element that can be seen. A picture may have a few in its place that are only heard. */
  function textInside(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {Place} */ inner,
    /** @type {Entry[]} */ inside,
  ) {
    if (inner.quiet) return visibleText(element);
    const entries = walk.mode === "interactive" ? agent.walker.textsIn(walk, element, inner) : inside;
    const seen = names.collapse(entries.map(agent.finding.wordsOf).join(" "));
    if (seen) return seen;
    const heard = visibleText(element);
    return heard.length <= MAX_HEARD_CHARS ? heard : "";
  }

  /** Whether anything but a listener says that it can be clicked. */
  function isSaid(/** @type {Element} */ element, /** @type {Place} */ { pointed }) {
    return pointed || isExplicit(element);
  }

  function isLargeEnough(/** @type {Element} */ element, /** @type {Place} */ inner) {
    if (isSaid(element, inner)) return hasArea(element);
    if (hasArea(element, MIN_PX)) return true;
    const box = dom.rectOf(element);
    // The shapes of an icon belong to the control around it.
    return isShape(element) && Math.min(box.width, box.height) >= MIN_SHAPE_PX && !controlAround(element);
  }

  /** A part of a drawing, not the whole of it. */
  function isShape(/** @type {Element} */ element) {
    return element instanceof SVGElement && dom.localName(element) !== "svg";
  }

  /** Large enough to be hit. */
  function hasArea(/** @type {Element} */ element, minPx = 1) {
    const box = dom.rectOf(element);
    return box.width > minPx && box.height > minPx;
  }

  /** The edge of a window, a column or a pane, wide enough to be dragged: it resizes what it belongs to. */
  function isEdge(/** @type {Element} */ element) {
    const box = dom.rectOf(element);
    return Math.min(box.width, box.height) >= MIN_EDGE_PX && agent.style.styleOf(element).cursor.endsWith("-resize");
  }

  function clickableEntry(
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {Place} */ inner,
    /** @type {string} */ text,
  ) {
    const shownRole = shownRoleOf(element, role);
    const entry = agent.walker.rowEntry(element, shownRole, names.nameOf(element) || text, inner);
    if (shownRole === role) entry.states.push("clickable");
    addHint(entry);
    return entry;
  }

  function shownRoleOf(/** @type {Element} */ element, /** @type {string} */ role) {
    if (role !== "generic" && role !== "none") return role;
    return roles.isEditingHost(element) ? "textbox" : "clickable";
  }

  /** Say something about an entry that has no name. */
  function addHint(/** @type {Entry} */ entry) {
    const hint = entry.name ? "" : agent.hints.hintOf(entry.element, entry.role);
    if (hint) entry.states.unshift(hint);
  }

  function visibleText(/** @type {Element} */ element) {
    const text = names.collapse(agent.contentText.labelText(element));
    return text.length > MAX_NAME_CHARS ? `${text.slice(0, MAX_NAME_CHARS)}…` : text;
  }

  /** What an element is called outside a snapshot: as a snapshot would print it. */
  function lookOf(/** @type {Element} */ element) {
    const role = roles.roleOf(element);
    const isPlain = role === "generic" || role === "none";
    const name = names.nameOf(element) || (isPlain ? visibleText(element) : "");
    return { role: isPlain && mayBeClicked(element) ? shownRoleOf(element, role) : role, name };
  }

  function mayBeClicked(/** @type {Element} */ element) {
    return listening.has(element) || isExplicit(element) || agent.style.styleOf(element).cursor === "pointer";
  }

  agent.clickables = {
    isClickable,
    isIcon,
    iconEntry,
    visit,
    addHint,
    lookOf,
    isExplicit,
    tabStopsIn,
    hasArea,
    isShape,
  };

  /** Take elements for clickable from now on; tell how many of them did not look like it before. */
  agent.markListening = (...nodes) => {
    const fresh = nodes.filter((node) => node instanceof Element).filter((element) => !listening.has(element));
    for (const element of fresh) listening.add(element);
    return fresh.filter((element) => adoptRootOf(element) || !dom.matches(element, `${TAB_STOPS}, html, body`)).length;
  };

  /** With an element inside it, a closed root is handed over as well; tell whether it was unknown. */
  function adoptRootOf(/** @type {Element} */ element) {
    const root = dom.rootOf(element);
    if (!(root instanceof ShadowRoot) || !dom.adoptRoot(root)) return false;
    adoptRootOf(root.host);
    return true;
  }
})();
