"use strict";
/** Which element is at a point, through shadow roots, and whether it stands for the one that is meant. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom } = agent;

  /** Roles that act for what lies inside them. */
  const ACTING_ROLES = new Set(
    "button link menuitem menuitemcheckbox menuitemradio option tab treeitem switch checkbox radio label clickable summary".split(
      " ",
    ),
  );

  /** The innermost element at a point of the viewport. @returns {Element | null} */
  function elementAt(/** @type {number} */ x, /** @type {number} */ y) {
    let found = document.elementFromPoint(x, y);
    for (;;) {
      const root = found && dom.shadowOf(found);
      const inner = root ? root.elementFromPoint(x, y) : null;
      if (!inner || inner === found) return found;
      found = inner;
    }
  }

  function isInside(/** @type {Element} */ inner, /** @type {Element} */ outer) {
    for (let node = /** @type {Element | null} */ (inner); node; node = dom.renderedParentOf(node)) {
      if (node === outer) return true;
    }
    return false;
  }

  /** Labels of a control: a click on one is a click on the control. @returns {Element[]} */
  function labelsOf(/** @type {Element} */ element) {
    const control = /** @type {any} */ (element);
    return [...(control.labels ?? [])];
  }

  /** Whether an event at `hit` reaches `element` as a person would expect. */
  function reaches(/** @type {Element} */ hit, /** @type {Element} */ element) {
    if (isInside(hit, element)) return true;
    if (labelsOf(element).some((label) => isInside(hit, label))) return true;
    return (isInside(element, hit) && actsForContent(hit)) || isSameList(hit, element);
  }

  // A box around a list and what is drawn over it is not much higher than the list itself.
  const BOX_HEIGHTS = 3;

  /** Whether `hit` belongs to the same list that opens: its placeholder or value, drawn over the field, or the box around both. */
  function isSameList(/** @type {Element} */ hit, /** @type {Element} */ element) {
    if (agent.roles.roleOf(element) !== "combobox") return false;
    let box = dom.renderedParentOf(element);
    while (box && !isInside(hit, box)) box = dom.renderedParentOf(box);
    if (!box || box === document.body || box === document.documentElement) return false;
    if (agent.roles.roleOf(box) === "combobox") return true;
    return dom.rectOf(box).height <= dom.rectOf(element).height * BOX_HEIGHTS && isOnlyControl(element, box);
  }

  function isOnlyControl(/** @type {Element} */ element, /** @type {Element} */ box) {
    const isOther = (/** @type {Element} */ part) =>
      agent.walker.CONTROL_ROLES.has(agent.roles.roleOf(part)) && !isInside(part, element);
    return ![...dom.queryAll(box, "*")].some((part) => isOther(part) && !agent.actionability.invisible(part));
  }

  function actsForContent(/** @type {Element} */ outer) {
    return ACTING_ROLES.has(agent.roles.roleOf(outer)) || dom.localName(outer) === "label";
  }

  /** The element a person would name as being in the way: a dialog or a named box rather than a bare layer. */
  function coverOf(/** @type {Element} */ hit, /** @type {Element} */ element) {
    let best = hit;
    for (
      let node = /** @type {Element | null} */ (hit);
      node && !isInside(element, node);
      node = dom.renderedParentOf(node)
    ) {
      const role = agent.roles.roleOf(node);
      if (role === "dialog" || role === "alertdialog") return node;
      if (role !== "generic" && role !== "none" && best === hit) best = node;
    }
    return best;
  }

  /** What a person would call an element: its name, or the text in it. */
  function titleOf(/** @type {Element} */ element) {
    return agent.names.nameOf(element) || agent.names.collapse((dom.textContent(element) ?? "").slice(0, 200));
  }

  /** Role and title of an element, cut to a few words. */
  function shortly(/** @type {Element} */ element, /** @type {string} */ title) {
    const role = agent.roles.roleOf(element);
    return {
      role: role === "generic" || role === "none" ? dom.localName(element) : role,
      name: title.length > 40 ? `${title.slice(0, 40)}…` : title,
    };
  }

  /** An element as replies name it. */
  function lookOf(/** @type {Element} */ element) {
    return { ref: agent.refOf(element), ...shortly(element, titleOf(element)) };
  }

  agent.hits = { elementAt, reaches, labelsOf, coverOf, titleOf, shortly, lookOf, isInside };
})();
