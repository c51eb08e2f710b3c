"use strict";
/** Accessible names and descriptions, by accname 1.2 as Chromium computes them. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, style, roles } = agent;

  /**
   * @typedef {{ recursive: boolean, labelledby: boolean, hiddenRoot: boolean, visited: Set<Node> }} Trail
   * How the computation got to an element: through its parent's content, through aria-labelledby,
   * inside a referenced element that is itself hidden, and past which nodes.
   * @typedef {{ text: string, from: string }} Named
   */

  /** What else names an element; later files bring it. @type {import("../types").NameSources} */
  const sources = { value: () => null, markup: () => null, content: () => "" };

  const NOTHING = { text: "", from: "" };

  /** @type {Map<Element, Named>} */
  let names = new Map();
  agent.onPass(() => {
    names = new Map();
  });

  const LOOSE = /[\t\n\f\r]|^ | $| {2}/;

  function collapse(/** @type {string} */ text) {
    if (!LOOSE.test(text)) return text;
    return text.replace(/[\t\n\f\r ]+/g, " ").replace(/^ | $/g, "");
  }

  /** A text as people type it: without capitals, hard spaces and invisible breaks. */
  function fold(/** @type {string} */ text) {
    return collapse(text.replace(/\u00A0/g, " ").replace(/[\u00AD\u200B-\u200D\uFEFF]/g, "")).toLowerCase();
  }

  /** What a native list shows for one of its options. */
  function choiceLabel(/** @type {HTMLOptionElement} */ option) {
    return collapse(option.label || option.text);
  }

  /** The accessible name of an element, white space collapsed. */
  function nameOf(/** @type {Element} */ element) {
    return named(element).text;
  }

  function named(/** @type {Element} */ element) {
    let known = names.get(element);
    if (!known) {
      const found = computeSafely(element);
      known = { text: collapse(found.text), from: found.from };
      names.set(element, known);
    }
    return known;
  }

  /** Content nested too deeply for the stack is named by its plain text. @returns {Named} */
  function computeSafely(/** @type {Element} */ element) {
    try {
      return compute(element, { recursive: false, labelledby: false, hiddenRoot: false, visited: new Set() });
    } catch (problem) {
      if (!(problem instanceof RangeError)) throw problem;
      return { text: (dom.textContent(element) ?? "").slice(0, MAX_PLAIN_CHARS), from: "contents" };
    }
  }

  const MAX_PLAIN_CHARS = 1000;

  /** @returns {Named} */
  function compute(/** @type {Element} */ element, /** @type {Trail} */ trail) {
    const isAgain = trail.visited.has(element);
    if (isAgain && !trail.labelledby) return NOTHING;
    const role = roles.roleOf(element);
    trail.visited.add(element);
    return (
      (isAgain ? null : embeddedValue(element, role, trail)) ??
      fromLabelledby(element, trail) ??
      fromAriaLabel(element) ??
      sources.markup(element, role, trail) ??
      fromContent(element, role, trail) ??
      fromTitle(element, role, trail) ??
      NOTHING
    );
  }

  /** A control inside a label speaks its value. */
  function embeddedValue(/** @type {Element} */ element, /** @type {string} */ role, /** @type {Trail} */ trail) {
    if (!trail.recursive) return null;
    const text = sources.value(element, role);
    return text === null ? null : { text, from: "value" };
  }

  function fromLabelledby(/** @type {Element} */ element, /** @type {Trail} */ trail) {
    if (trail.labelledby || !dom.hasAttribute(element, "aria-labelledby")) return null;
    const targets = dom.referenced(element, "aria-labelledby");
    const text = textOfReferenced(targets, trail.visited);
    return text ? { text, from: "related" } : null;
  }

  /** What was passed on the way is read once more here, but tells no value; nothing read here counts again later. */
  function textOfReferenced(/** @type {Element[]} */ targets, /** @type {Set<Node>} */ visited) {
    const parts = targets.map((target) => {
      const hiddenRoot = style.isHidden(target);
      return collapse(compute(target, { recursive: true, labelledby: true, hiddenRoot, visited }).text);
    });
    return parts.filter(Boolean).join(" ");
  }

  function fromAriaLabel(/** @type {Element} */ element) {
    const label = dom.attribute(element, "aria-label");
    return label?.trim() ? { text: label, from: "attribute" } : null;
  }

  const NAMED_BY_CONTENT = new Set(
    (
      "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option " +
      "radio rowheader switch tab term tooltip treeitem summary doc-backlink doc-biblioref doc-glossref doc-noteref " +
      "doc-subtitle graphics-object math"
    ).split(" "),
  );

  function takesNameFromContent(/** @type {Element} */ element, /** @type {string} */ role) {
    if (role === "math") return dom.hasAttribute(element, "role");
    return NAMED_BY_CONTENT.has(role) || (role === "row" && isGridRow(element));
  }

  function isGridRow(/** @type {Element} */ element) {
    const grid = dom.closest(element, "[role=grid], [role=treegrid], [role=table], table");
    return grid !== null && ["grid", "treegrid"].includes(roles.roleOf(grid));
  }

  /** Roles whose text is not taken over into the name of what stands around them. */
  const OPAQUE = new Set(
    (
      "alert alertdialog application article banner blockquote combobox comment complementary contentinfo dialog " +
      "document feed figure form grid group image listbox log main marquee menu menubar meter navigation note " +
      "progressbar radiogroup row rowgroup scrollbar search sectionfooter sectionheader separator slider " +
      "spinbutton status suggestion table tablist tabpanel timer toolbar tree treegrid graphics-document " +
      "graphics-symbol iframe video audio object"
    ).split(" "),
  );
  const TRANSPARENT_TAGS = new Set([
    "address",
    "footer",
    "details",
    "table",
    "tbody",
    "thead",
    "tfoot",
    "tr",
    "optgroup",
  ]);

  function isOpaque(/** @type {Element} */ element, /** @type {string} */ role) {
    if ((!OPAQUE.has(role) && !isOpaqueSection(role)) || isDrawing(element)) return false;
    return dom.hasAttribute(element, "role") || !TRANSPARENT_TAGS.has(dom.localName(element)) || hasHeaders(element);
  }

  /** The words of a drawing count as any, unless it stands for a picture. */
  function isDrawing(/** @type {Element} */ element) {
    return dom.localName(element) === "svg" && !dom.hasAttribute(element, "role");
  }

  /** A table that only lays out its content has none. */
  function hasHeaders(/** @type {Element} */ element) {
    return dom.localName(element) === "table" && dom.queryAll(element, "th").length > 0;
  }

  function isOpaqueSection(/** @type {string} */ role) {
    return role.startsWith("doc-") && !NAMED_BY_CONTENT.has(role);
  }

  function fromContent(/** @type {Element} */ element, /** @type {string} */ role, /** @type {Trail} */ trail) {
    if (!trail.recursive && (!takesNameFromContent(element, role) || agent.fields.isEditingHost(element))) return null;
    if (trail.recursive && !trail.labelledby && isOpaque(element, role)) return null;
    const text = sources.content(element, { ...trail, recursive: true });
    return text && (trail.recursive || collapse(text)) ? { text, from: "contents" } : null;
  }

  const UNTITLED = new Set(
    (
      "generic code definition deletion emphasis insertion mark paragraph strong subscript superscript time " +
      "caption suggestion term"
    ).split(" "),
  );

  function fromTitle(/** @type {Element} */ element, /** @type {string} */ role, /** @type {Trail} */ trail) {
    if (role === "none" || (UNTITLED.has(role) && !trail.labelledby && !mayBeNamed(element))) return null;
    const title = dom.attribute(element, "title");
    if (!title?.trim() || repeatsContent(element, title)) return null;
    return { text: title, from: "title" };
  }

  /** What can be focused has a name whatever its role, and so has a custom element. */
  function mayBeNamed(/** @type {Element} */ element) {
    return dom.localName(element).includes("-") || agent.focus.isFocusable(element);
  }

  /** Elements whose children are never shown. */
  const SILENT_TAGS = new Set(["meter", "progress", "select", "iframe", "canvas", "object"]);

  /** A title that only says what the element already shows is ignored. */
  function repeatsContent(/** @type {Element} */ element, /** @type {string} */ title) {
    const text = SILENT_TAGS.has(dom.localName(element)) ? null : dom.textContent(element);
    return text !== null && text.length < 2 * title.length + 100 && collapse(text) === collapse(title);
  }

  /** The accessible description: aria-describedby, aria-description, else a title that is not the name. */
  function descriptionOf(/** @type {Element} */ element) {
    const described = dom.referenced(element, "aria-describedby");
    const text = textOfReferenced(described, new Set());
    if (text) return text;
    const written = dom.attribute(element, "aria-description");
    if (written?.trim()) return collapse(written);
    const title = dom.attribute(element, "title") ?? svgLinkTitle(element);
    if (!title || named(element).from === "title" || repeatsContent(element, title)) return "";
    return collapse(title) === nameOf(element) ? "" : collapse(title);
  }

  function svgLinkTitle(/** @type {Element} */ element) {
    const related = element instanceof SVGElement && named(element).from === "related";
    return related ? dom.attribute(element, "xlink:title") : null;
  }

  agent.names = {
    nameOf,
    named,
    descriptionOf,
    compute,
    collapse,
    choiceLabel,
    fold,
    NAMED_BY_CONTENT,
    sources,
  };
})();
