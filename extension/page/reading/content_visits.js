"use strict";
/** What people read rather than act on: headings, pictures, labels, items. Some of it can be clicked all the same. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, style, roles, names, states, walker, clickables } = agent;

  /** @typedef {import("../types").Walk} Walk */
  /** @typedef {import("../types").Place} Place */

  function visitHeading(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {Place} */ inner,
  ) {
    agent.entries.endLine(walk);
    if (agent.fields.isEditingHost(element)) return agent.clickableVisits.visit(walk, element, role, inner);
    const name = names.nameOf(element);
    if (!name || inner.controlsOnly) return walker.visitChildren(walk, element, inner);
    const at = walk.entries.length;
    const entry = agent.entries.rowEntry(element, role, name, inner);
    const clickable = clickables.isClickable(element, inner);
    if (clickable) entry.states.push("clickable");
    if (clickable || walk.mode !== "interactive") walk.entries.push(entry);
    walker.visitChildren(walk, element, { ...inner, controlsOnly: true });
    agent.entries.endLine(walk);
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
    if (!inner.controlsOnly) addImage(walk, element, role, inner);
    if (dom.hasAttribute(element, "usemap")) agent.imageMaps.visitAreas(walk, element, inner);
    if (!dom.firstChild(element)) return;
    const at = walk.entries.length;
    walker.visitChildren(walk, element, { ...inner, controlsOnly: true });
    if (!inner.controlsOnly && walk.mode !== "interactive") addDrawnWords(walk, element, at);
  }

  function addImage(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {Place} */ inner,
  ) {
    const entry = agent.entries.rowEntry(element, role, names.nameOf(element), inner);
    if (clickables.isClickable(element, inner) && agent.boxes.hasArea(element)) {
      entry.states.push("clickable");
      agent.hints.addTo(entry);
      agent.entries.pushRow(walk, entry);
    } else if (walk.mode === "full" || (walk.mode === "auto" && entry.name !== "" && !inner.appearance.hidden))
      agent.entries.pushRow(walk, entry);
  }

  /** What is written inside a drawing: labels of charts and diagrams, each a line, unless it has a row already. */
  function addDrawnWords(/** @type {Walk} */ walk, /** @type {Element} */ drawing, /** @type {number} */ at) {
    agent.entries.endLine(walk);
    const printed = new Set(walk.entries.slice(at).map((entry) => entry.element));
    for (const text of dom.queryAll(drawing, "text")) {
      if (printed.has(text) || !style.isSeen(text) || dom.matches(text, "a *")) continue;
      agent.entries.lineOf(walk, text).text += text.textContent;
      agent.entries.endLine(walk);
    }
  }

  function visitFrame(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {Place} */ inner,
  ) {
    const entry = agent.entries.rowEntry(element, role, names.nameOf(element), inner);
    entry.kind = "frame";
    agent.entries.pushRow(walk, entry);
  }

  /** A label's text is the name of its control; a control hidden behind it is reached through the label. */
  function visitLabel(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {Place} */ inner,
  ) {
    const { control } = /** @type {HTMLLabelElement} */ (element);
    if (!control || agent.labels.isOutOfReach(control)) {
      if (!control && agent.fieldLabels.labelled(element))
        return walker.visitChildren(walk, element, { ...inner, controlsOnly: true });
      const clickable = clickables.isClickable(element, inner);
      return clickable
        ? agent.clickableVisits.visit(walk, element, role, inner)
        : walker.visitPlain(walk, element, role, inner);
    }
    if (!agent.labels.isBehindLabel(control))
      return agent.fieldLabels.repeatsLabel(control, element)
        ? walker.visitChildren(walk, element, { ...inner, controlsOnly: true })
        : walker.visitPlain(walk, element, role, inner);
    agent.unreadable.note(control);
    const entry = agent.entries.rowEntry(
      control,
      roles.roleOf(control),
      names.nameOf(control) || agent.fieldLabels.wordsIn(element),
      inner,
    );
    entry.element = element;
    agent.entries.pushRow(walk, entry);
  }

  function visitListItem(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {Place} */ inner,
  ) {
    agent.entries.endLine(walk);
    const clickable = clickables.isClickable(element, inner);
    if (walk.mode === "full" && !inner.controlsOnly && !clickable)
      walk.entries.push(agent.entries.rowEntry(element, role, names.nameOf(element), inner));
    const at = walk.entries.length;
    if (clickable) agent.clickableVisits.visit(walk, element, role, inner);
    else walker.visitChildren(walk, element, inner);
    agent.entries.endLine(walk);
    const first = walk.entries[at];
    if (first && first.kind === "text") first.item = true;
  }

  function visitSeparator(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {Place} */ inner,
  ) {
    agent.entries.endLine(walk);
    if (agent.focus.isFocusable(element))
      agent.entries.pushRow(walk, agent.entries.rowEntry(element, role, names.nameOf(element), inner));
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
    agent.entries.endLine(walk);
    walker.visitChildren(walk, element, printed ? { ...inner, controlsOnly: true } : inner);
    agent.entries.endLine(walk);
  }

  /** @type {Record<string, import("../types").Visit>} */
  const VISITS = {
    heading: visitHeading,
    image: visitImage,
    "graphics-symbol": visitImage,
    iframe: visitFrame,
    label: visitLabel,
    listitem: visitListItem,
    separator: visitSeparator,
    caption: visitCaption,
    legend: visitCaption,
  };
  for (const [role, visit] of Object.entries(VISITS)) walker.visits.set(role, visit);
})();
