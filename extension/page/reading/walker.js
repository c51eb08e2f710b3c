"use strict";
/**
 * One walk over the flat tree, in document order, that turns a page into entries: controls, headings,
 * landmarks, lines of text with their links. Later steps fold and print them.
 */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, style, roles, names, states, visibility, entries } = agent;

  /** @typedef {import("../types").Entry} Entry */
  /** @typedef {import("../types").Walk} Walk */
  /** @typedef {import("../types").Place} Place */

  const STRUCTURE_ROLES = new Set(
    (
      "alert alertdialog application banner complementary contentinfo dialog feed form grid log main " +
      "marquee menu menubar navigation radiogroup region search status tablist tabpanel timer toolbar tooltip tree " +
      "treegrid"
    ).split(" "),
  );
  const NAMED_STRUCTURE = new Set(
    "article group figure list table note meter progressbar canvas video audio object".split(" "),
  );
  const SILENT_CHILDREN = new Set(["meter", "progressbar", "canvas", "video", "audio", "object"]);

  const LIMIT_MS = 1500;
  const SEARCH_LIMIT_MS = 2000;
  // Deeper trees would overflow the stack; browsers themselves give up at a few thousand.
  const MAX_DEPTH = 1000;
  const MAX_TEXT_CHARS = 100000;
  const CHECK_CLOCK_EVERY = 256;

  /** @returns {Walk} */
  function startWalk(
    /** @type {Element} */ root,
    /** @type {string} */ mode,
    /** @type {number} */ limitMs,
    /** @type {number} */ enough,
  ) {
    return {
      mode,
      root,
      entries: [],
      line: null,
      visited: 0,
      endsAt: performance.now() + limitMs,
      size: 0,
      enough,
      isFilled: false,
      truncated: false,
      cut: false,
    };
  }

  /** Walk everything under `root`, or until so many characters are `enough`. */
  function walkPage(/** @type {Element} */ root, /** @type {string} */ mode, limitMs = LIMIT_MS, enough = Infinity) {
    const walk = startWalk(root, mode, limitMs, enough);
    const appearance = visibility.pageAppearance(root);
    visit(walk, root, { appearance, shown: true, controlsOnly: false, depth: 0, hasOwnPointer: false });
    entries.endLine(walk);
    if (mode !== "full") walk.entries = agent.fieldLabels.withoutLabels(walk.entries);
    return walk;
  }

  /** All rows and links of the page, as a snapshot would print them. @returns {Entry[]} */
  function printedEntries(mode = "auto", limitMs = SEARCH_LIMIT_MS) {
    const root = dom.bodyOf(document) ?? dom.documentElementOf(document);
    if (!root) return [];
    return entries.flatten(walkPage(root, mode, limitMs).entries);
  }

  function isOver(/** @type {Walk} */ walk) {
    walk.visited += 1;
    if (walk.size > walk.enough) walk.truncated = walk.isFilled = true;
    else if (walk.visited % CHECK_CLOCK_EVERY === 0 && performance.now() > walk.endsAt) walk.truncated = true;
    return walk.truncated;
  }

  function visit(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {Place} */ outer,
    /** @type {ReturnType<typeof agent.folding.startGroups>} */ groups = null,
  ) {
    if (isOver(walk)) return;
    const seen = style.isSeen(element);
    const shown = seen || style.isShown(element);
    if (!shown && style.isUnrendered(element)) return agent.unreadable.noteAround(element);
    if (dom.hasAttributes(element) && isKeptFromReaders(element)) return visitTabStops(walk, element, outer);
    const appearance = visibility.appearanceInside(element, outer.appearance, seen);
    groups?.begin(element, appearance.display);
    const visible = shown || style.styleOf(element).visibility === "visible";
    const hasOwnPointer = appearance.pointer && !outer.appearance.pointer;
    const inner = {
      appearance,
      shown: visible,
      controlsOnly: outer.controlsOnly,
      depth: outer.depth + 1,
      hasOwnPointer,
    };
    if (inner.depth > MAX_DEPTH) walk.cut = true;
    else if (visible) visitShown(walk, element, inner);
    else visitChildren(walk, element, inner);
  }

  /** Hidden from assistive technology, or switched off, with everything inside. */
  function isKeptFromReaders(/** @type {Element} */ element) {
    return style.isInert(element) || style.isAriaHidden(element) || style.NEVER_RENDERED.has(dom.localName(element));
  }

  /** Controls that work although they are hidden from assistive technology: a person sees and uses them. */
  function visitTabStops(/** @type {Walk} */ walk, /** @type {Element} */ element, /** @type {Place} */ outer) {
    if (style.isInert(element) || !style.isAriaHidden(element)) return;
    if (agent.clickables.isIcon(element, outer))
      return entries.pushRow(walk, agent.clickables.iconEntry(element, outer));
    if (outer.controlsOnly) return;
    for (const stop of agent.focus.tabStopsIn(element)) {
      const box = dom.rectOf(stop);
      const role = roles.roleOf(stop);
      if (box.width <= 1 || box.height <= 1 || !roles.CONTROL_ROLES.has(role)) continue;
      entries.pushRow(walk, entries.rowEntry(stop, role, names.nameOf(stop), outer));
    }
  }

  /**
   * How elements of a role are visited; later files bring their own. "clickable" is for all that can be clicked and has
   * no role of its own.
   * @type {Map<string, import("../types").Visit>}
   */
  const visits = new Map();

  function visitShown(/** @type {Walk} */ walk, /** @type {Element} */ element, /** @type {Place} */ inner) {
    const role = roles.roleOf(element);
    if (inner.appearance.hidden && walk.mode !== "full" && agent.popups.isClosedList(element, role)) return;
    if (roles.CONTROL_ROLES.has(role)) return visitControl(walk, element, role, inner);
    if (!inner.controlsOnly) agent.unreadable.note(element);
    const rule = visits.get(role);
    if (rule) rule(walk, element, role, inner);
    else if (STRUCTURE_ROLES.has(role)) visitStructure(walk, element, role, inner);
    else if (agent.clickables.isClickable(element, inner)) visits.get("clickable")?.(walk, element, role, inner);
    else if (NAMED_STRUCTURE.has(role)) visitStructure(walk, element, role, inner);
    else visitPlain(walk, element, role, inner);
  }

  /** A control is one row; what names it is not printed again, but controls inside it are. */
  function visitControl(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {Place} */ inner,
  ) {
    if (agent.labels.isShownByLabel(element)) return;
    const entry = entries.rowEntry(
      element,
      role,
      names.nameOf(element) || agent.fieldLabels.nameAround(element),
      inner,
    );
    agent.controlDetails.addTo(walk, entry);
    agent.hints.addTo(entry);
    if (role === "link" && !inner.controlsOnly && fitsIntoLine(walk, entry)) entries.addLink(walk, entry);
    else entries.pushRow(walk, entry);
    if (hasInnerControls(element, role)) visitInnerControls(walk, entry, inner);
    else if (agent.controlDetails.listsChoices(walk, element)) agent.controlDetails.visitChoices(walk, element, inner);
  }

  /** Controls inside a control; a link or something clickable of the same name, as in a tab, is nothing new. */
  function visitInnerControls(/** @type {Walk} */ walk, /** @type {Entry} */ outer, /** @type {Place} */ inner) {
    const at = walk.entries.length;
    visitChildren(walk, outer.element, { ...inner, controlsOnly: true });
    const inside = walk.entries.splice(at);
    const field = fieldInside(outer, inside);
    if (field) {
      walk.entries.pop();
      takeOver(field, outer);
    }
    // What has no name inside the frame of a field draws the field.
    const framed = field ? "" : outer.name;
    walk.entries.push(
      ...inside.filter(({ role, name }) => name !== framed || (role !== "link" && role !== "clickable")),
    );
  }

  /** The one field inside a control that is nothing but its frame: only the field has a name, or both the same. @returns {Entry | null} */
  function fieldInside(/** @type {Entry} */ outer, /** @type {Entry[]} */ inside) {
    const kind = FRAMED.find((kinds) => kinds.has(outer.role));
    const [field, ...others] = inside.filter(({ role }) => kind?.has(role));
    if (!field || others.length || (outer.name && outer.name !== field.name)) return null;
    return kind === BOXES || (field.name && !outer.name) ? field : null;
  }

  const BOXES = new Set(["checkbox", "radio", "switch"]);
  const FRAMED = [new Set(["combobox", "textbox", "searchbox"]), BOXES];

  /** Let a field show what its frame shows: libraries draw the choice over a field that cannot be seen. */
  function takeOver(/** @type {Entry} */ field, /** @type {Entry} */ frame) {
    field.states = field.states.filter((word) => word !== "hidden");
    const value = frame.states.find((word) => word.startsWith(VALUE))?.slice(VALUE.length) ?? "";
    const choice = holdsLabel(field, frame) ? withoutStart(value, field.name) : value;
    if (choice && !field.states.some((word) => word.startsWith(VALUE))) field.states.push(VALUE + choice);
  }

  const VALUE = "value=";

  function holdsLabel(/** @type {Entry} */ field, /** @type {Entry} */ frame) {
    return agent.labels.labelsOf(field.element).some((label) => agent.hits.isInside(label, frame.element));
  }

  function withoutStart(/** @type {string} */ text, /** @type {string} */ start) {
    let rest = text;
    while (start && rest.startsWith(start)) rest = rest.slice(start.length).trim();
    return rest;
  }

  const CHILDLESS_TAGS = new Set(["input", "textarea", "select", "option"]);

  function hasInnerControls(/** @type {Element} */ element, /** @type {string} */ role) {
    if (CHILDLESS_TAGS.has(dom.localName(element))) return false;
    if (role === "textbox" || role === "searchbox") return false;
    return element.childElementCount > 0 || dom.shadowOf(element) !== null || dom.isOwner(element);
  }

  function fitsIntoLine(/** @type {Walk} */ walk, /** @type {Entry} */ entry) {
    return walk.mode !== "full" && entry.name !== "" && !entry.states.includes("hidden");
  }

  /** Containers are rows of their own when they hold anything. */
  function visitStructure(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {Place} */ inner,
  ) {
    const { text: name, from } = names.named(element);
    const wanted = !inner.controlsOnly && isWorthARow(walk, role, name);
    entries.endLine(walk);
    const at = walk.entries.length;
    if (wanted) walk.entries.push(entries.rowEntry(element, role, name, inner));
    const isSaid = wanted && name !== "" && from === "contents";
    if (!SILENT_CHILDREN.has(role)) visitChildren(walk, element, isSaid ? { ...inner, controlsOnly: true } : inner);
    entries.endLine(walk);
    if (wanted && walk.mode !== "full" && isIdle(walk, at, role)) walk.entries.splice(at, 1);
  }

  function isWorthARow(/** @type {Walk} */ walk, /** @type {string} */ role, /** @type {string} */ name) {
    if (walk.mode === "full") return true;
    if (walk.mode === "interactive") return role === "dialog" || role === "alertdialog";
    if (STRUCTURE_ROLES.has(role)) return role !== "form" || name !== "";
    return name !== "" || role === "meter" || role === "progressbar" || role === "video" || role === "audio";
  }

  const NAMED_BY_HEADING = new Set(["region", "article", "group", "complementary", "navigation"]);

  /** A container with nothing in it, or whose name its first row says again, needs no row. */
  function isIdle(/** @type {Walk} */ walk, /** @type {number} */ at, /** @type {string} */ role) {
    if (SILENT_CHILDREN.has(role)) return false;
    const own = walk.entries[at];
    const first = walk.entries[at + 1];
    if (!first) return true;
    return own !== undefined && own.name !== "" && own.name === first.name && NAMED_BY_HEADING.has(role);
  }

  const FULL_ROWS = new Set(
    "blockquote code paragraph term definition row cell gridcell columnheader rowheader".split(" "),
  );

  function visitPlain(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {Place} */ inner,
  ) {
    const block = !style.isInlineDisplay(inner.appearance.display);
    if (block) entries.endLine(walk);
    const place = walk.mode === "full" && FULL_ROWS.has(role) ? printInFull(walk, element, role, inner) : inner;
    const at = walk.entries.length;
    visitChildren(walk, element, place);
    if (block) entries.endLine(walk);
    const sort = place === inner && !inner.controlsOnly ? states.sortedState(element, role) : null;
    if (sort) addSort(walk, element, role, inner, sort, at);
  }

  /** The control in a header shows how the table is sorted, else a row for the header itself. */
  function addSort(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {Place} */ inner,
    /** @type {string} */ sort,
    /** @type {number} */ at,
  ) {
    const inside = walk.entries.slice(at);
    const control = inside.flatMap((entry) => [entry, ...entry.links]).find((entry) => entry.kind === "row");
    if (control) control.states.push(sort);
    else if (inside.length)
      walk.entries.splice(at, inside.length, entries.rowEntry(element, role, names.nameOf(element), inner));
  }

  /** The full view has a row for every role; text that names it is not printed again. */
  function printInFull(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {Place} */ inner,
  ) {
    if (inner.controlsOnly) return inner;
    const { text, from } = names.named(element);
    entries.pushRow(walk, entries.rowEntry(element, role, text, inner));
    return from === "contents" ? { ...inner, controlsOnly: true } : inner;
  }

  function visitChildren(/** @type {Walk} */ walk, /** @type {Element} */ element, /** @type {Place} */ inner) {
    const groups = agent.folding.startGroups(walk, element, inner.controlsOnly);
    if (dom.hasPlainChildren(element)) {
      // The common case, without a list for every element.
      for (let child = dom.firstChild(element); child; child = dom.nextSibling(child)) {
        visitNode(walk, child, element, inner, groups);
      }
    } else {
      for (const child of dom.childrenOf(element)) visitNode(walk, child, element, inner, groups);
    }
    groups?.end();
  }

  /** The lines of text inside an element, also where the walk itself looks for none. */
  function textsIn(/** @type {Walk} */ walk, /** @type {Element} */ element, /** @type {Place} */ inner) {
    const reading = { ...walk, mode: "auto", entries: [], line: null };
    visitChildren(reading, element, inner);
    entries.endLine(reading);
    return entries.flatten(reading.entries);
  }

  function visitNode(
    /** @type {Walk} */ walk,
    /** @type {Node} */ node,
    /** @type {Element} */ parent,
    /** @type {Place} */ inner,
    /** @type {ReturnType<typeof agent.folding.startGroups>} */ groups,
  ) {
    if (walk.truncated) return;
    const type = dom.nodeType(node);
    if (type === dom.TEXT) visitText(walk, /** @type {Text} */ (node), parent, inner);
    else if (type === dom.ELEMENT) visit(walk, /** @type {Element} */ (node), inner, groups);
  }

  function visitText(
    /** @type {Walk} */ walk,
    /** @type {Text} */ node,
    /** @type {Element} */ parent,
    /** @type {Place} */ inner,
  ) {
    if (inner.controlsOnly || walk.mode === "interactive") return;
    const text = dom.textData(node);
    if (!BLACK.test(text)) {
      if (walk.line) walk.line.text += " ";
      return;
    }
    if (!inner.shown) return;
    if (visibility.hidesText(inner.appearance, parent)) addHiddenText(walk, text, parent);
    else entries.lineOf(walk, parent).text += shownText(text, inner.appearance.computed);
  }

  const BLACK = /[^\t\n\f\r ]/;

  function shownText(/** @type {string} */ text, /** @type {CSSStyleDeclaration} */ computed) {
    const cut = text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS)}…` : text;
    return agent.contentText.transformedBy(cut, computed.textTransform);
  }

  /** Text that cannot be seen is dropped, or printed as `hidden` in the full view. */
  function addHiddenText(/** @type {Walk} */ walk, /** @type {string} */ text, /** @type {Element} */ parent) {
    if (walk.mode !== "full") return;
    entries.pushRow(walk, entries.entryOf(parent, "hidden", "text", names.collapse(text), ["hidden"]));
  }

  agent.walker = { walkPage, printedEntries, visits, visitChildren, visitPlain, textsIn };
})();
