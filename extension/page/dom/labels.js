"use strict";
/** Labels of fields, and fields that are seen or reached only through theirs. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, style, fields } = agent;

  /** The labels of a control: a click on one is a click on the control. @returns {Element[]} */
  function labelsOf(/** @type {Element} */ element) {
    const control = /** @type {any} */ (element);
    return [...(control.labels ?? [])];
  }

  const LABELABLE = new Set(["button", "input", "meter", "output", "progress", "select", "textarea"]);

  /** The labels of each control, by tree: asking a control for its labels takes a walk over the whole tree. */
  let labelsByTree = /** @type {Map<Node, Map<Element, Element[]>>} */ (new Map());
  agent.onPass(() => {
    labelsByTree = new Map();
  });

  const NONE = /** @type {Element[]} */ ([]);

  /** The labels that name a control, also one that is a custom element. @returns {Element[]} */
  function namingLabels(/** @type {Element} */ element) {
    const labelable = LABELABLE.has(dom.localName(element)) || dom.localName(element).includes("-");
    if (!labelable) return NONE;
    const tree = dom.rootOf(element);
    let labels = labelsByTree.get(tree);
    if (!labels) {
      labels = labelsIn(tree);
      labelsByTree.set(tree, labels);
    }
    return labels.get(element) ?? NONE;
  }

  function labelsIn(/** @type {Node} */ tree) {
    /** @type {Map<Element, Element[]>} */
    const labels = new Map();
    for (const label of dom.queryAll(tree, "label")) {
      const { control } = /** @type {HTMLLabelElement} */ (label);
      const known = control && labels.get(control);
      if (known) known.push(label);
      else if (control) labels.set(control, [label]);
    }
    return labels;
  }

  /** Some fields are transparent while they are empty, and show their name where the text will be. */
  function showsItsLabel(/** @type {Element} */ field) {
    return (
      fields.kindOf(field) === "text" &&
      labelsOf(field).some((label) => style.isSeen(label) && isShownInPlaceOf(label, field))
    );
  }

  function isShownInPlaceOf(/** @type {Element} */ label, /** @type {Element} */ field) {
    const [words, room] = [dom.rectOf(label), dom.rectOf(field)];
    const [x, y] = [words.x + words.width / 2, words.y + words.height / 2];
    return room.left <= x && x <= room.right && room.top <= y && y <= room.bottom;
  }

  const BEHIND_LABELS = "input[type=checkbox], input[type=radio], input[type=file]";

  /** A box without size is printed where its label is. */
  function isShownByLabel(/** @type {Element} */ control) {
    if (!dom.matches(control, BEHIND_LABELS) || !isBehindLabel(control)) return false;
    return namingLabels(control).some((label) => style.isSeen(label));
  }

  /** A text field that is not shown cannot be typed into, even by a press on its label. */
  function isOutOfReach(/** @type {Element} */ control) {
    return fields.kindOf(control) === "text" && !style.isShown(control);
  }

  function isBehindLabel(/** @type {Element} */ control) {
    if (!style.isShown(control)) return true;
    const box = dom.rectOf(control);
    return box.width === 0 || box.height === 0;
  }

  agent.labels = {
    labelsOf,
    namingLabels,
    showsItsLabel,
    isShownInPlaceOf,
    isShownByLabel,
    isOutOfReach,
    isBehindLabel,
  };
})();
