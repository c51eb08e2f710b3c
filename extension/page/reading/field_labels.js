"use strict";
/** Words that name a field: where they are printed already, they are not printed again. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, style, roles, names, entries } = agent;

  /** @typedef {import("../types").Entry} Entry */

  /** Whether the control itself says what its label says. */
  function repeatsLabel(/** @type {Element} */ control, /** @type {Element} */ label) {
    const { text: name, from } = names.named(control);
    const isPrinted = !style.isHidden(control) || agent.boxes.hasArea(control);
    const hasRow = agent.clickables.printedAs(control).role !== "generic" || fieldIn(dom.shadowOf(control)) !== null;
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
      [...named].find((control) => !style.isHidden(control) && roles.CONTROL_ROLES.has(roles.roleOf(control))) ?? null
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
    field.label = entries.wordsOf(label);
    if (agent.labels.isShownInPlaceOf(label.element, field.element))
      field.states = field.states.filter((state) => state !== "hidden");
  }

  function isLabelOf(/** @type {Entry} */ entry, /** @type {Entry | undefined} */ field) {
    if (field?.kind !== "row" || !field.name || !NAMED_BESIDE.has(field.role)) return false;
    const words = isMereLabel(entry) ? entries.wordsOf(entry) : "";
    return words !== "" && unmarked(words) === unmarked(field.name);
  }

  /** Only words, or words that pass a press on. */
  function isMereLabel(/** @type {Entry} */ { kind, links, role, element }) {
    if (kind === "text") return links.length === 0;
    return kind === "row" && (role === "label" || role === "clickable") && !agent.clickables.isExplicit(element);
  }

  /** Words without the mark of a field that must be filled, or the colon before it. */
  function unmarked(/** @type {string} */ words) {
    return names.collapse(words).replace(/\s*[*:]+$/, "");
  }

  agent.fieldLabels = { repeatsLabel, wordsIn, nameAround, labelled, withoutLabels };
})();
