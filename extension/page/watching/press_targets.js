"use strict";
/** Whether a press on one element reaches another, and what is in the way. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, roles, hits } = agent;

  /** Roles that act for what lies inside them. */
  const ACTING_ROLES = new Set(
    "button link menuitem menuitemcheckbox menuitemradio option tab treeitem switch checkbox radio label clickable summary".split(
      " ",
    ),
  );

  /** Whether an event at `hit` reaches `element` as a person would expect. */
  function reaches(/** @type {Element} */ hit, /** @type {Element} */ element) {
    if (hits.isInside(hit, element)) return true;
    if (agent.labels.labelsOf(element).some((label) => hits.isInside(hit, label))) return true;
    return (hits.isInside(element, hit) && actsForContent(hit)) || isSameList(hit, element);
  }

  // A box around a list and what is drawn over it is not much higher than the list itself.
  const BOX_HEIGHTS = 3;

  /** Whether `hit` belongs to the same list that opens: its placeholder or value, drawn over the field, or the box around both. */
  function isSameList(/** @type {Element} */ hit, /** @type {Element} */ element) {
    if (roles.roleOf(element) !== "combobox") return false;
    let box = dom.renderedParentOf(element);
    while (box && !hits.isInside(hit, box)) box = dom.renderedParentOf(box);
    if (!box || box === document.body || box === document.documentElement) return false;
    if (roles.roleOf(box) === "combobox") return true;
    return dom.rectOf(box).height <= dom.rectOf(element).height * BOX_HEIGHTS && isOnlyControl(element, box);
  }

  function isOnlyControl(/** @type {Element} */ element, /** @type {Element} */ box) {
    const isOther = (/** @type {Element} */ part) =>
      roles.CONTROL_ROLES.has(roles.roleOf(part)) && !hits.isInside(part, element);
    return ![...dom.queryAll(box, "*")].some((part) => isOther(part) && agent.boxes.isVisible(part));
  }

  function actsForContent(/** @type {Element} */ outer) {
    return ACTING_ROLES.has(roles.roleOf(outer)) || dom.localName(outer) === "label";
  }

  /** The element a person would name as being in the way: a dialog or a named box rather than a bare layer. */
  function coverOf(/** @type {Element} */ hit, /** @type {Element} */ element) {
    let best = hit;
    for (
      let node = /** @type {Element | null} */ (hit);
      node && !hits.isInside(element, node);
      node = dom.renderedParentOf(node)
    ) {
      const role = roles.roleOf(node);
      if (role === "dialog" || role === "alertdialog") return node;
      if (role !== "generic" && role !== "none" && best === hit) best = node;
    }
    return best;
  }

  agent.pressTargets = { reaches, coverOf };
})();
