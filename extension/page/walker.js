"use strict";
/**
 * One walk over the flat tree, in document order, that turns a page into entries: controls, headings,
 * landmarks, lines of text with their links. Later steps fold and print them.
 */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, style, roles, names, states, visibility } = agent;

  /** @typedef {import("./types").Entry} Entry */
  /** @typedef {import("./types").Sight} Sight */
  /** @typedef {import("./types").Walk} Walk */
  /** @typedef {{ sight: Sight, quiet: boolean, depth: number }} Place */

  const CONTROL_ROLES = new Set(
    (
      "button checkbox color combobox date datetime link listbox menuitem menuitemcheckbox menuitemradio month " +
      "option radio scrollbar searchbox slider spinbutton summary switch tab textbox time treeitem week"
    ).split(" "),
  );
  const STRUCTURE_ROLES = new Set(
    (
      "alert alertdialog application banner complementary contentinfo dialog feed form grid log main " +
      "marquee menu menubar navigation radiogroup region search status tablist tabpanel timer toolbar tooltip tree " +
      "treegrid"
    ).split(" "),
  );
  const NAMED_STRUCTURE = new Set(["article", "group", "figure", "list", "table", "note", "meter", "progressbar"]);
  const SILENT_CHILDREN = new Set(["meter", "progressbar", "canvas", "video", "audio", "object"]);

  const MAX_DEPTH = 600;
  const MAX_TEXT_CHARS = 100000;
  const CHECK_CLOCK_EVERY = 512;

  /** @returns {Walk} */
  function startWalk(/** @type {string} */ mode, /** @type {number} */ limitMs) {
    return {
      mode,
      entries: [],
      line: null,
      visited: 0,
      endsAt: performance.now() + limitMs,
      truncated: false,
      frames: [],
      hosts: [],
      skipText: new Set(),
    };
  }

  /** Walk everything under `root`, which is printed itself too when it is asked for by name. */
  function walkPage(/** @type {Element} */ root, /** @type {string} */ mode, limitMs = 3000) {
    const walk = startWalk(mode, limitMs);
    visit(walk, root, { sight: visibility.initialSight(), quiet: false, depth: 0 });
    endLine(walk);
    return walk;
  }

  function isOver(/** @type {Walk} */ walk) {
    walk.visited += 1;
    if (walk.visited % CHECK_CLOCK_EVERY === 0 && performance.now() > walk.endsAt) walk.truncated = true;
    return walk.truncated;
  }

  function visit(/** @type {Walk} */ walk, /** @type {Element} */ element, /** @type {Place} */ place) {
    if (isOver(walk) || isLeftOut(walk, element)) return;
    const sight = visibility.sightInside(element, place.sight);
    const role = roles.roleOf(element);
    const inner = { sight, quiet: place.quiet, depth: place.depth + 1 };
    if (inner.depth > MAX_DEPTH) walk.truncated = true;
    else if (CONTROL_ROLES.has(role)) visitControl(walk, element, role, inner);
    else visitPassive(walk, element, role, inner, place);
  }

  function isLeftOut(/** @type {Walk} */ walk, /** @type {Element} */ element) {
    if (style.isUnrendered(element)) return true;
    if (style.isInert(element)) return true;
    return style.isAriaHidden(element) && walk.mode !== "full" && !isReachable(element);
  }

  /** Some pages hide working controls from assistive technology; a person still uses them. */
  function isReachable(/** @type {Element} */ _element) {
    return false;
  }

  function visitPassive(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {Place} */ inner,
    /** @type {Place} */ outer,
  ) {
    if (!inner.quiet) agent.shadowHosts.note(walk, element);
    const rule = PASSIVE[role];
    if (rule) rule(walk, element, role, inner);
    else if (agent.clickables.isClickable(element, inner.sight, outer.sight)) agent.clickables.visit(walk, element, role, inner);
    else if (STRUCTURE_ROLES.has(role) || NAMED_STRUCTURE.has(role)) visitStructure(walk, element, role, inner);
    else visitPlain(walk, element, inner);
  }

  /** A control is one row; what names it is not printed again, but controls inside it are. */
  function visitControl(/** @type {Walk} */ walk, /** @type {Element} */ element, /** @type {string} */ role, /** @type {Place} */ inner) {
    if (style.isInvisible(element)) return visitChildren(walk, element, inner);
    const name = names.nameOf(element);
    const entry = controlEntry(element, role, name, inner.sight);
    if (role === "link" && !inner.quiet && fitsIntoLine(walk, entry)) addLink(walk, entry);
    else pushRow(walk, entry);
    if (hasInnerControls(element, role)) visitChildren(walk, element, { ...inner, quiet: true });
  }

  const CHILDLESS_TAGS = new Set(["input", "textarea", "select"]);

  function hasInnerControls(/** @type {Element} */ element, /** @type {string} */ role) {
    if (CHILDLESS_TAGS.has(dom.localName(element))) return false;
    if (role === "textbox" || role === "searchbox") return false;
    return dom.firstChild(element) !== null || dom.shadowOf(element) !== null;
  }

  /** @returns {Entry} */
  function controlEntry(
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {string} */ name,
    /** @type {Sight} */ sight,
  ) {
    const words = states.statesOf(element, role);
    const value = printedValue(element, role);
    if (value) words.push(value);
    if (sight.hidden && role !== "checkbox" && role !== "radio") words.push("hidden");
    return entryOf(element, role, name, words);
  }

  function printedValue(/** @type {Element} */ element, /** @type {string} */ role) {
    if (agent.values.isSecret(element)) return null;
    const value = agent.values.valueOf(element, role);
    if (!value) return null;
    return `value=${value}`;
  }

  /** @returns {Entry} */
  function entryOf(/** @type {Element} */ element, /** @type {string} */ role, /** @type {string} */ name, /** @type {string[]} */ words) {
    const box = dom.rectOf(element);
    return { kind: "row", element, role, name, states: words, top: box.top, bottom: box.bottom, text: "", links: [], extra: null };
  }

  function pushRow(/** @type {Walk} */ walk, /** @type {Entry} */ entry) {
    endLine(walk);
    walk.entries.push(entry);
  }

  function fitsIntoLine(/** @type {Walk} */ walk, /** @type {Entry} */ entry) {
    return walk.mode === "auto" && entry.name !== "" && !entry.states.includes("hidden");
  }

  /** Containers are rows of their own when they hold anything. */
  function visitStructure(/** @type {Walk} */ walk, /** @type {Element} */ element, /** @type {string} */ role, /** @type {Place} */ inner) {
    const name = names.nameOf(element);
    const wanted = !inner.quiet && isWorthARow(walk, element, role, name);
    endLine(walk);
    const at = walk.entries.length;
    if (wanted) walk.entries.push(controlEntry(element, role, name, inner.sight));
    if (!SILENT_CHILDREN.has(role)) visitChildren(walk, element, inner);
    endLine(walk);
    if (wanted && walk.mode !== "full" && isEmptyStructure(walk, at, role)) walk.entries.splice(at, 1);
  }

  function isWorthARow(/** @type {Walk} */ walk, /** @type {Element} */ element, /** @type {string} */ role, /** @type {string} */ name) {
    if (walk.mode === "full") return true;
    if (SILENT_CHILDREN.has(role)) return true;
    if (walk.mode === "interactive") return role === "dialog" || role === "alertdialog";
    if (STRUCTURE_ROLES.has(role)) return role !== "form" || name !== "";
    return name !== "";
  }

  function isEmptyStructure(/** @type {Walk} */ walk, /** @type {number} */ at, /** @type {string} */ role) {
    if (SILENT_CHILDREN.has(role)) return false;
    const first = walk.entries[at + 1];
    if (!first) return true;
    const own = walk.entries[at];
    const named = own !== undefined && own.name !== "" && own.name === first.name;
    return named && (role === "region" || role === "article" || role === "group");
  }

  function visitPlain(/** @type {Walk} */ walk, /** @type {Element} */ element, /** @type {Place} */ inner) {
    const block = !style.isInline(element);
    if (block) endLine(walk);
    visitChildren(walk, element, inner);
    if (block) endLine(walk);
  }

  function visitChildren(/** @type {Walk} */ walk, /** @type {Element} */ element, /** @type {Place} */ inner) {
    const groups = agent.folding.startGroups(walk, element, inner.quiet);
    for (const child of dom.childrenOf(element)) {
      if (walk.truncated) return;
      const type = dom.nodeType(child);
      if (type === dom.TEXT) visitText(walk, /** @type {Text} */ (child), element, inner);
      else if (type === dom.ELEMENT) {
        groups?.begin(/** @type {Element} */ (child));
        visit(walk, /** @type {Element} */ (child), inner);
      }
    }
    groups?.end();
  }

  function visitText(/** @type {Walk} */ walk, /** @type {Text} */ node, /** @type {Element} */ parent, /** @type {Place} */ inner) {
    if (inner.quiet || walk.mode === "interactive") return;
    const text = dom.textData(node);
    if (!/\S/.test(text)) {
      if (walk.line) walk.line.text += " ";
      return;
    }
    if (style.isInvisible(parent)) return;
    if (visibility.hidesItsText(parent, inner.sight)) addHiddenText(walk, text, parent);
    else lineOf(walk, parent).text += shown(text, parent);
  }

  function shown(/** @type {string} */ text, /** @type {Element} */ parent) {
    const cut = text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS)}…` : text;
    return agent.contentText.transformed(cut, parent);
  }

  /** Text nobody can see is dropped, or printed as `hidden` in the full view. */
  function addHiddenText(/** @type {Walk} */ walk, /** @type {string} */ text, /** @type {Element} */ parent) {
    if (walk.mode !== "full") return;
    const entry = entryOf(parent, "text", names.collapse(text), ["hidden"]);
    pushRow(walk, { ...entry, kind: "hidden" });
  }

  /** The open line of text, begun in `element` when there is none. @returns {Entry} */
  function lineOf(/** @type {Walk} */ walk, /** @type {Element} */ element) {
    if (!walk.line) {
      const line = entryOf(element, "text", "", []);
      walk.line = { ...line, kind: "text" };
    }
    return walk.line;
  }

  function addLink(/** @type {Walk} */ walk, /** @type {Entry} */ entry) {
    const line = lineOf(walk, entry.element);
    line.links.push(entry);
    // Private-use marks keep the place of each link until the line is printed.
    line.text += `\uE000${line.links.length - 1}\uE001`;
  }

  function endLine(/** @type {Walk} */ walk) {
    const { line } = walk;
    if (!line) return;
    walk.line = null;
    line.text = names.collapse(line.text);
    if (line.text) walk.entries.push(line);
  }

  const PASSIVE = /** @type {Record<string, (walk: Walk, element: Element, role: string, inner: Place) => void>} */ ({
    heading: visitHeading,
    image: visitImage,
    "graphics-symbol": visitImage,
    iframe: visitFrame,
    label: visitLabel,
    listitem: visitListItem,
    separator: visitSeparator,
    caption: visitCaption,
    legend: visitCaption,
  });

  function visitHeading(/** @type {Walk} */ walk, /** @type {Element} */ element, /** @type {string} */ role, /** @type {Place} */ inner) {
    endLine(walk);
    const name = names.nameOf(element);
    if (!name || inner.quiet) return visitChildren(walk, element, inner);
    const at = walk.entries.length;
    if (walk.mode !== "interactive") walk.entries.push(controlEntry(element, role, name, inner.sight));
    visitChildren(walk, element, { ...inner, quiet: true });
    endLine(walk);
    if (walk.mode === "auto") joinHeadingLink(walk, at);
  }

  /** A heading that is one link needs one row: the link, with the heading's level. */
  function joinHeadingLink(/** @type {Walk} */ walk, /** @type {number} */ at) {
    const [heading, link, more] = walk.entries.slice(at, at + 3);
    if (!heading || !link || more || link.role !== "link" || link.name !== heading.name) return;
    link.states.unshift(`heading=${states.levelOf(heading.element)}`);
    walk.entries.splice(at, 1);
  }

  function visitImage(/** @type {Walk} */ walk, /** @type {Element} */ element, /** @type {string} */ role, /** @type {Place} */ inner) {
    if (inner.quiet || style.isInvisible(element)) return;
    const name = names.nameOf(element);
    if (walk.mode === "full") pushRow(walk, controlEntry(element, role, name, inner.sight));
    else if (walk.mode === "auto" && name && !inner.sight.hidden) pushRow(walk, controlEntry(element, role, name, inner.sight));
    if (dom.firstChild(element)) visitChildren(walk, element, { ...inner, quiet: true });
  }

  function visitFrame(/** @type {Walk} */ walk, /** @type {Element} */ element, /** @type {string} */ role, /** @type {Place} */ inner) {
    if (style.isInvisible(element)) return;
    const entry = controlEntry(element, role, names.nameOf(element), inner.sight);
    pushRow(walk, { ...entry, kind: "frame" });
  }

  /** A label's text is the name of its control; a control hidden behind it is reached through the label. */
  function visitLabel(/** @type {Walk} */ walk, /** @type {Element} */ element, /** @type {string} */ _role, /** @type {Place} */ inner) {
    const control = /** @type {HTMLLabelElement} */ (element).control;
    if (!control) return visitPlain(walk, element, inner);
    if (isBehindLabel(control)) {
      const role = roles.roleOf(control);
      const name = names.collapse(agent.contentText.labelText(element));
      const entry = controlEntry(control, role, name, inner.sight);
      const box = dom.rectOf(element);
      pushRow(walk, { ...entry, element, top: box.top, bottom: box.bottom });
      return;
    }
    visitChildren(walk, element, { ...inner, quiet: true });
  }

  function isBehindLabel(/** @type {Element} */ control) {
    if (style.isUnrendered(control) || style.isInvisible(control)) return true;
    const box = dom.rectOf(control);
    return box.width === 0 || box.height === 0;
  }

  function visitListItem(/** @type {Walk} */ walk, /** @type {Element} */ element, /** @type {string} */ role, /** @type {Place} */ inner) {
    endLine(walk);
    if (walk.mode === "full" && !inner.quiet) walk.entries.push(controlEntry(element, role, names.nameOf(element), inner.sight));
    const at = walk.entries.length;
    visitChildren(walk, element, inner);
    endLine(walk);
    const first = walk.entries[at];
    if (first && first.kind === "text") first.extra = "item";
  }

  function visitSeparator(/** @type {Walk} */ walk, /** @type {Element} */ element, /** @type {string} */ role, /** @type {Place} */ inner) {
    endLine(walk);
    if (roles.isFocusable(element)) pushRow(walk, controlEntry(element, role, names.nameOf(element), inner.sight));
    visitChildren(walk, element, inner);
  }

  /** The caption of a table and the legend of a group are their names. */
  function visitCaption(/** @type {Walk} */ walk, /** @type {Element} */ element, /** @type {string} */ _role, /** @type {Place} */ inner) {
    const owner = dom.parentElement(element);
    const printed = owner !== null && names.nameOf(owner) === names.collapse(dom.textContent(element) ?? "");
    endLine(walk);
    visitChildren(walk, element, printed ? { ...inner, quiet: true } : inner);
    endLine(walk);
  }

  agent.walker = { walkPage, visitChildren, controlEntry, entryOf, pushRow, endLine, CONTROL_ROLES, STRUCTURE_ROLES };
})();
