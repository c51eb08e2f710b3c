"use strict";
/** Walking what can be clicked: one row when it holds only a little text, else its content with the row before it. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, names, walker, entries, clickables } = agent;

  /** @typedef {import("../types").Walk} Walk */
  /** @typedef {import("../types").Entry} Entry */
  /** @typedef {import("../types").Place} Place */

  // Who listens here means one of the things inside.
  const COLLECTIONS = new Set("list table grid rowgroup row group region main article feed form navigation".split(" "));
  // The points of a chart are small, and stand for themselves.
  const MIN_SHAPE_PX = 4;
  const MIN_EDGE_PX = 3;

  /** Print a clickable element: one row when it holds only a little text, else its content with the row before it. */
  function visit(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {Place} */ inner,
  ) {
    entries.endLine(walk);
    const at = walk.entries.length;
    const editable = agent.fields.isEditingHost(element);
    walker.visitChildren(walk, element, editable ? { ...inner, controlsOnly: true } : inner);
    entries.endLine(walk);
    const inside = walk.entries.slice(at);
    const onlyText = inside.every((entry) => entry.kind === "text" && entry.links.length === 0);
    const text = onlyText && !editable ? textInside(walk, element, inner, inside) : "";
    const own = names.nameOf(element);
    const isWhole = text.length <= clickables.MAX_NAME_CHARS && (!own || own.includes(text));
    const isOne = onlyText && isWhole && (inside.length <= 1 || !COLLECTIONS.has(role));
    if (isOne) walk.entries.length = at;
    if (!isOne && !clickables.isExplicit(element) && !isPointedAt(inside, role, inner)) return;
    if (!isOne && role === "listitem" && inside.every((entry) => entry.kind === "row")) return;
    if (walk.mode !== "full" && isShutAway(element, inner)) return;
    const entry = clickableEntry(element, role, inner, isOne ? text : "");
    if (
      !entry.name &&
      !inside.length &&
      entry.role === "clickable" &&
      clickables.isMiddleOfControl(element, dom.rectOf(element))
    )
      return;
    if (!isOne && !COLLECTIONS.has(role)) takeWords(walk, entry, inner, at);
    if (entry.name || isLargeEnough(element, inner) || isEdge(element)) walk.entries.splice(at, 0, entry);
  }

  /** A card or a line with a pointer cursor of its own and words to press, whatever else it holds. */
  function isPointedAt(
    /** @type {Entry[]} */ inside,
    /** @type {string} */ role,
    /** @type {Place} */ { hasOwnPointer },
  ) {
    return (
      hasOwnPointer &&
      !COLLECTIONS.has(role) &&
      inside.some((entry) => entry.kind === "text" && entries.wordsOf(entry) !== "")
    );
  }

  /** Without size, and so is all that it shows: a copy that only keeps the columns of a table in line. */
  function isShutAway(/** @type {Element} */ element, /** @type {Place} */ { appearance }) {
    if (agent.boxes.hasArea(element) || clickables.isExplicit(element)) return false;
    const parts = [...element.children];
    return (
      appearance.hidden ||
      (parts.length > 0 &&
        parts.every((part) => agent.visibility.appearanceInside(part, appearance, agent.style.isSeen(part)).hidden))
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
    const inside = walk.mode === "interactive" ? walker.textsIn(walk, entry.element, inner) : walk.entries.slice(at);
    const lines = inside.filter(({ kind, links }) => kind === "text" && links.length === 0);
    const words = lines.map(entries.wordsOf).join(" ");
    if (!words || words.length > clickables.MAX_NAME_CHARS) return;
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
    if (inner.controlsOnly) return clickables.visibleText(element);
    const lines = walk.mode === "interactive" ? walker.textsIn(walk, element, inner) : inside;
    const seen = names.collapse(lines.map(entries.wordsOf).join(" "));
    if (seen) return seen;
    const heard = clickables.visibleText(element);
    return heard.length <= clickables.MAX_HEARD_CHARS ? heard : "";
  }

  /** Whether anything but a listener says that it can be clicked. */
  function isSaid(/** @type {Element} */ element, /** @type {Place} */ { hasOwnPointer }) {
    return hasOwnPointer || clickables.isExplicit(element);
  }

  function isLargeEnough(/** @type {Element} */ element, /** @type {Place} */ inner) {
    if (isSaid(element, inner)) return agent.boxes.hasArea(element);
    if (agent.boxes.hasArea(element, clickables.MIN_PX)) return true;
    const box = dom.rectOf(element);
    // The shapes of an icon belong to the control around it.
    return (
      agent.roles.isShape(element) &&
      Math.min(box.width, box.height) >= MIN_SHAPE_PX &&
      !clickables.controlAround(element)
    );
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
    const shownRole = clickables.shownRoleOf(element, role);
    const entry = entries.rowEntry(element, shownRole, names.nameOf(element) || text, inner);
    if (shownRole === role) entry.states.push("clickable");
    agent.hints.addTo(entry);
    return entry;
  }

  walker.visits.set("clickable", visit);
  agent.clickableVisits = { visit };
})();
