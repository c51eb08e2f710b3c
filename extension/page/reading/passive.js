"use strict";
/** What people read rather than act on: headings, pictures, labels, items. Some of it can be clicked all the same. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, style, roles, names, states, walker, clickables } = agent;

  /** @typedef {import("../types").Walk} Walk */
  /** @typedef {import("../types").Place} Place */
  /** @typedef {import("../types").Entry} Entry */

  /** @type {Map<string, (walk: Walk, element: Element, role: string, inner: Place) => void>} */
  const VISITS = new Map(
    Object.entries({
      heading: visitHeading,
      image: visitImage,
      "graphics-symbol": visitImage,
      iframe: visitFrame,
      label: visitLabel,
      listitem: visitListItem,
      separator: visitSeparator,
      caption: visitCaption,
      legend: visitCaption,
    }),
  );

  function visitHeading(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {Place} */ inner,
  ) {
    walker.endLine(walk);
    if (roles.isEditingHost(element)) return clickables.visit(walk, element, role, inner);
    const name = names.nameOf(element);
    if (!name || inner.quiet) return walker.visitChildren(walk, element, inner);
    const at = walk.entries.length;
    const entry = walker.rowEntry(element, role, name, inner);
    const clickable = clickables.isClickable(element, inner);
    if (clickable) entry.states.push("clickable");
    if (clickable || walk.mode !== "interactive") walk.entries.push(entry);
    walker.visitChildren(walk, element, { ...inner, quiet: true });
    walker.endLine(walk);
    if (walk.mode === "auto") joinHeadingLink(walk, at);
  }

  /** A heading that is one link needs one row: the link, with the heading's level. */
  function joinHeadingLink(/** @type {Walk} */ walk, /** @type {number} */ at) {
    const [heading, link, more] = walk.entries.slice(at, at + 3);
    if (!heading || !link || more || link.role !== "link" || link.name !== heading.name) return;
    link.states.unshift(`heading=${states.levelOf(heading.element)}`);
    walk.entries.splice(at, 1);
  }

  function visitImage(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {Place} */ inner,
  ) {
    if (!inner.quiet) addImage(walk, element, role, inner);
    if (dom.hasAttribute(element, "usemap")) agent.imageMaps.visitAreas(walk, element, inner);
    if (!dom.firstChild(element)) return;
    const at = walk.entries.length;
    walker.visitChildren(walk, element, { ...inner, quiet: true });
    if (!inner.quiet && walk.mode !== "interactive") addDrawnWords(walk, element, at);
  }

  function addImage(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {Place} */ inner,
  ) {
    const entry = walker.rowEntry(element, role, names.nameOf(element), inner);
    if (clickables.isClickable(element, inner) && clickables.hasArea(element)) {
      entry.states.push("clickable");
      clickables.addHint(entry);
      walker.pushRow(walk, entry);
    } else if (walk.mode === "full" || (walk.mode === "auto" && entry.name !== "" && !inner.sight.hidden))
      walker.pushRow(walk, entry);
  }

  /** What is written inside a drawing: labels of charts and diagrams, each a line, unless it has a row already. */
  function addDrawnWords(/** @type {Walk} */ walk, /** @type {Element} */ drawing, /** @type {number} */ at) {
    walker.endLine(walk);
    const printed = new Set(walk.entries.slice(at).map((entry) => entry.element));
    for (const text of dom.queryAll(drawing, "text")) {
      if (printed.has(text) || !style.isSeen(text) || dom.matches(text, "a *")) continue;
      walker.lineOf(walk, text).text += text.textContent;
      walker.endLine(walk);
    }
  }

  function visitFrame(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {Place} */ inner,
  ) {
    const entry = walker.rowEntry(element, role, names.nameOf(element), inner);
    entry.kind = "frame";
    walker.pushRow(walk, entry);
  }

  /** A label's text is the name of its control; a control hidden behind it is reached through the label. */
  function visitLabel(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {Place} */ inner,
  ) {
    const { control } = /** @type {HTMLLabelElement} */ (element);
    if (!control || isOutOfReach(control)) {
      if (!control && labelled(element)) return walker.visitChildren(walk, element, { ...inner, quiet: true });
      const clickable = clickables.isClickable(element, inner);
      return clickable ? clickables.visit(walk, element, role, inner) : walker.visitPlain(walk, element, role, inner);
    }
    if (!isBehindLabel(control))
      return isTold(control, element)
        ? walker.visitChildren(walk, element, { ...inner, quiet: true })
        : walker.visitPlain(walk, element, role, inner);
    agent.unseen.note(control);
    const entry = walker.rowEntry(control, roles.roleOf(control), names.nameOf(control) || wordsIn(element), inner);
    entry.element = element;
    walker.pushRow(walk, entry);
  }

  /** Whether the control itself says what its label says. */
  function isTold(/** @type {Element} */ control, /** @type {Element} */ label) {
    const { text: name, from } = names.named(control);
    const isPrinted = !style.isHidden(control) || clickables.hasArea(control);
    const hasRow = clickables.lookOf(control).role !== "generic" || fieldIn(dom.shadowOf(control)) !== null;
    if (!isPrinted || !hasRow || name === "") return false;
    if (from === "label") return true;
    const words = wordsIn(label);
    return name.includes(words) || words.includes(name);
  }

  function wordsIn(/** @type {Element} */ label) {
    return names.collapse(agent.contentText.labelText(label));
  }

  /** The field that a custom element is made of. */
  function fieldIn(/** @type {ShadowRoot | null} */ root) {
    return root && (dom.queryAll(root, "input, textarea, select, [contenteditable]")[0] ?? null);
  }

  /** A field is called what the custom element around it is called, which has no row of its own. */
  function nameAround(/** @type {Element} */ field) {
    const root = dom.rootOf(field);
    if (!(root instanceof ShadowRoot) || roles.roleOf(root.host) !== "generic") return "";
    return fieldIn(root) === field ? names.nameOf(root.host) : "";
  }

  /** The control that a label is for, or that takes its name from it. @returns {Element | null} */
  function labelled(/** @type {Element} */ label) {
    if (label instanceof HTMLLabelElement && label.control) return label.control;
    const id = dom.attribute(label, "id");
    const named = id ? dom.queryAll(dom.rootOf(label), `[aria-labelledby~="${CSS.escape(id)}"]`) : [];
    return (
      [...named].find((control) => !style.isHidden(control) && walker.CONTROL_ROLES.has(roles.roleOf(control))) ?? null
    );
  }

  const NAMED_BESIDE = new Set(
    "checkbox combobox group listbox radio radiogroup searchbox slider spinbutton switch textbox".split(" "),
  );

  /** Entries without the words beside a field that are its name: it says them itself. */
  function withoutLabels(/** @type {Entry[]} */ entries) {
    return entries.filter((entry, at) => {
      const fields = [entries[at + 1], entries[at - 1]].filter((beside) => isLabelOf(entry, beside));
      for (const field of fields) if (field) takeLabel(field, entry);
      return !fields.length;
    });
  }

  function takeLabel(/** @type {Entry} */ field, /** @type {Entry} */ label) {
    field.label = agent.finding.wordsOf(label);
    if (isShownInPlaceOf(label.element, field.element))
      field.states = field.states.filter((state) => state !== "hidden");
  }

  /** Some fields are transparent while they are empty, and show their name where the text will be. */
  function showsItsLabel(/** @type {Element} */ field) {
    return (
      agent.typing.kindOf(field) === "text" &&
      agent.hits.labelsOf(field).some((label) => style.isSeen(label) && isShownInPlaceOf(label, field))
    );
  }

  function isShownInPlaceOf(/** @type {Element} */ label, /** @type {Element} */ field) {
    const [words, room] = [dom.rectOf(label), dom.rectOf(field)];
    const [x, y] = [words.x + words.width / 2, words.y + words.height / 2];
    return room.left <= x && x <= room.right && room.top <= y && y <= room.bottom;
  }

  function isLabelOf(/** @type {Entry} */ entry, /** @type {Entry | undefined} */ field) {
    if (!field || field.kind !== "row" || !field.name || !NAMED_BESIDE.has(field.role)) return false;
    const words = isMereLabel(entry) ? agent.finding.wordsOf(entry) : "";
    return words !== "" && unmarked(words) === unmarked(field.name);
  }

  /** Nothing but words, or words that hand a press on. */
  function isMereLabel(/** @type {Entry} */ { kind, links, role, element }) {
    if (kind === "text") return links.length === 0;
    return kind === "row" && (role === "label" || role === "clickable") && !clickables.isExplicit(element);
  }

  /** Words without the mark of a field that must be filled, or the colon before it. */
  function unmarked(/** @type {string} */ words) {
    return names.collapse(words).replace(/\s*[*:]+$/, "");
  }

  const BEHIND_LABELS = "input[type=checkbox], input[type=radio], input[type=file]";

  /** A box without size is printed where its label is. */
  function isShownByLabel(/** @type {Element} */ control) {
    if (!dom.matches(control, BEHIND_LABELS) || !isBehindLabel(control)) return false;
    return agent.nativeNames.labelsOf(control).some((label) => style.isSeen(label));
  }

  /** A press on its label reaches no text field that is not shown: nobody can type into it. */
  function isOutOfReach(/** @type {Element} */ control) {
    return agent.typing.kindOf(control) === "text" && !style.isShown(control);
  }

  function isBehindLabel(/** @type {Element} */ control) {
    if (!style.isShown(control)) return true;
    const box = dom.rectOf(control);
    return box.width === 0 || box.height === 0;
  }

  function visitListItem(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {Place} */ inner,
  ) {
    walker.endLine(walk);
    const clickable = clickables.isClickable(element, inner);
    if (walk.mode === "full" && !inner.quiet && !clickable)
      walk.entries.push(walker.rowEntry(element, role, names.nameOf(element), inner));
    const at = walk.entries.length;
    if (clickable) clickables.visit(walk, element, role, inner);
    else walker.visitChildren(walk, element, inner);
    walker.endLine(walk);
    const first = walk.entries[at];
    if (first && first.kind === "text") first.item = true;
  }

  function visitSeparator(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {Place} */ inner,
  ) {
    walker.endLine(walk);
    if (roles.isFocusable(element)) walker.pushRow(walk, walker.rowEntry(element, role, names.nameOf(element), inner));
    walker.visitChildren(walk, element, inner);
  }

  /** The caption of a table and the legend of a group are their names. */
  function visitCaption(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {string} */ _role,
    /** @type {Place} */ inner,
  ) {
    const owner = dom.parentElement(element);
    const printed = owner !== null && names.nameOf(owner) === names.collapse(dom.textContent(element) ?? "");
    walker.endLine(walk);
    walker.visitChildren(walk, element, printed ? { ...inner, quiet: true } : inner);
    walker.endLine(walk);
  }

  agent.passive = { visits: VISITS, isShownByLabel, labelled, nameAround, withoutLabels, showsItsLabel };
})();
