"use strict";
/** The role of an element: its `role` attribute where that counts, else what its tag means. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, fields, focus, tables } = agent;

  const ARIA_ROLES = new Set(
    (
      "alert alertdialog application article banner blockquote button caption cell checkbox code columnheader " +
      "combobox comment complementary contentinfo definition deletion dialog directory document emphasis feed " +
      "figure form generic grid gridcell group heading image img insertion link list listbox listitem log main " +
      "mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option " +
      "paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search " +
      "searchbox sectionfooter sectionheader separator slider spinbutton status strong subscript suggestion " +
      "superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid " +
      "treeitem doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-backlink doc-biblioentry " +
      "doc-bibliography doc-biblioref doc-chapter doc-colophon doc-conclusion doc-cover doc-credit doc-credits " +
      "doc-dedication doc-endnote doc-endnotes doc-epigraph doc-epilogue doc-errata doc-example doc-footnote " +
      "doc-foreword doc-glossary doc-glossref doc-index doc-introduction doc-noteref doc-notice doc-pagebreak " +
      "doc-pagefooter doc-pageheader doc-pagelist doc-part doc-preface doc-prologue doc-pullquote doc-qna " +
      "doc-subtitle doc-tip doc-toc graphics-document graphics-object graphics-symbol"
    ).split(" "),
  );

  /** What a person can press, type into, choose or move. */
  const CONTROL_ROLES = new Set(
    (
      "button checkbox color combobox date datetime link listbox menuitem menuitemcheckbox menuitemradio month " +
      "option radio scrollbar searchbox slider spinbutton summary switch tab textbox time treeitem week"
    ).split(" "),
  );

  const SAME_ROLE = /** @type {Record<string, string>} */ ({
    img: "image",
    presentation: "none",
    directory: "list",
  });

  /** Tags whose role depends on nothing but the tag. */
  const TAG_ROLES = new Map(
    Object.entries({
      address: "group",
      article: "article",
      blockquote: "blockquote",
      button: "button",
      caption: "caption",
      code: "code",
      dd: "definition",
      del: "deletion",
      details: "group",
      dfn: "term",
      dialog: "dialog",
      dir: "list",
      dt: "term",
      em: "emphasis",
      fieldset: "group",
      figure: "figure",
      form: "form",
      h1: "heading",
      h2: "heading",
      h3: "heading",
      h4: "heading",
      h5: "heading",
      h6: "heading",
      hgroup: "group",
      hr: "separator",
      ins: "insertion",
      main: "main",
      mark: "mark",
      menu: "list",
      meter: "meter",
      nav: "navigation",
      ol: "list",
      optgroup: "group",
      option: "option",
      output: "status",
      p: "paragraph",
      progress: "progressbar",
      s: "deletion",
      search: "search",
      strong: "strong",
      sub: "subscript",
      sup: "superscript",
      textarea: "textbox",
      time: "time",
      ul: "list",
      // Roles the browser has names of its own for; here they carry the user's word.
      abbr: "abbr",
      audio: "audio",
      canvas: "canvas",
      dl: "list",
      embed: "object",
      figcaption: "figcaption",
      iframe: "iframe",
      frame: "iframe",
      label: "label",
      legend: "legend",
      math: "math",
      object: "object",
      ruby: "ruby",
      video: "video",
    }),
  );

  const INPUT_ROLES = /** @type {Record<string, string>} */ ({
    button: "button",
    checkbox: "checkbox",
    color: "color",
    date: "date",
    "datetime-local": "datetime",
    email: "textbox",
    file: "button",
    image: "button",
    month: "month",
    number: "spinbutton",
    password: "textbox",
    radio: "radio",
    range: "slider",
    reset: "button",
    search: "searchbox",
    submit: "button",
    tel: "textbox",
    text: "textbox",
    time: "time",
    url: "textbox",
    week: "week",
  });

  const LIST_INPUTS = new Set(["text", "email", "tel", "url", "search", "number"]);

  const GLOBAL_ATTRIBUTES = (
    "aria-atomic aria-busy aria-controls aria-current aria-describedby aria-description aria-details " +
    "aria-dropeffect aria-flowto aria-grabbed aria-keyshortcuts aria-live aria-owns aria-relevant " +
    "aria-roledescription aria-label aria-labelledby aria-brailleroledescription aria-braillelabel"
  ).split(" ");

  /** @type {Map<Element, string>} */
  let roles = new Map();
  agent.onPass(() => {
    roles = new Map();
  });

  function roleOf(/** @type {Element} */ element) {
    let role = roles.get(element);
    if (role === undefined) {
      role = (dom.hasAttributes(element) ? explicitRole(element) : null) ?? nativeRole(element);
      roles.set(element, role);
    }
    return role;
  }

  function explicitRole(/** @type {Element} */ element) {
    const written = dom.attribute(element, "role");
    if (!written) return null;
    for (const token of written.toLowerCase().split(/[\t\n\f\r ]+/)) {
      if (!ARIA_ROLES.has(token)) continue;
      const role = SAME_ROLE[token] ?? token;
      if (isUsable(element, role)) return role;
    }
    return null;
  }

  function isUsable(/** @type {Element} */ element, /** @type {string} */ role) {
    if (role === "none") return !keepsItsRole(element);
    if ((role === "form" || role === "region") && !hasAuthorName(element)) return false;
    return inRequiredContext(element, role);
  }

  /** Roles that mean nothing outside their container. */
  const REQUIRED_CONTEXT = /** @type {Record<string, Set<string>>} */ ({
    listitem: new Set(["list", "group"]),
    option: new Set(["listbox", "group"]),
    treeitem: new Set(["tree", "group"]),
  });

  function inRequiredContext(/** @type {Element} */ element, /** @type {string} */ role) {
    const wanted = REQUIRED_CONTEXT[role];
    if (!wanted) return true;
    let parent = dom.parentOf(element);
    while (parent && isTransparent(parent)) parent = dom.parentOf(parent);
    return parent !== null && wanted.has(roleOf(parent));
  }

  function isTransparent(/** @type {Element} */ element) {
    const role = roleOf(element);
    return role === "none" || (role === "generic" && dom.localName(element) !== "section");
  }

  /** role=none is ignored on what can be focused or carries a global ARIA attribute. */
  function keepsItsRole(/** @type {Element} */ element) {
    return focus.isFocusable(element) || hasGlobalAttribute(element);
  }

  function hasGlobalAttribute(/** @type {Element} */ element) {
    return GLOBAL_ATTRIBUTES.some((name) => dom.hasAttribute(element, name));
  }

  function hasAuthorName(/** @type {Element} */ element) {
    return Boolean(
      dom.attribute(element, "aria-label")?.trim() || isLabelledby(element) || dom.attribute(element, "title")?.trim(),
    );
  }

  /** Refers to an element that has something to say. */
  function isLabelledby(/** @type {Element} */ element) {
    if (!dom.hasAttribute(element, "aria-labelledby")) return false;
    return dom.referenced(element, "aria-labelledby").some(saysSomething);
  }

  function saysSomething(/** @type {Element} */ element) {
    if (/\S/.test(dom.textContent(element) ?? "")) return true;
    return ["aria-label", "alt", "title", "value"].some((name) => dom.attribute(element, name)?.trim());
  }

  function nativeRole(/** @type {Element} */ element) {
    const tag = dom.localName(element);
    const role = TAG_ROLES.get(tag);
    if (role) return role;
    const rule = CONTEXTUAL.get(tag);
    if (rule && tag !== "a") return rule(element);
    if (element instanceof SVGElement) return svgRole(element, tag);
    return rule ? rule(element) : "generic";
  }

  /** @type {Map<string, (element: Element) => string>} */
  const CONTEXTUAL = new Map(
    Object.entries({
      a: (/** @type {Element} */ element) => (focus.hasHref(element) || looksClickable(element) ? "link" : "generic"),
      area: (/** @type {Element} */ element) => (focus.hasHref(element) ? "link" : "generic"),
      aside: asideRole,
      div: divRole,
      footer: (/** @type {Element} */ element) => (isOfPage(element) ? "contentinfo" : "sectionfooter"),
      header: (/** @type {Element} */ element) => (isOfPage(element) ? "banner" : "sectionheader"),
      img: imageRole,
      input: inputRole,
      li: (/** @type {Element} */ element) => (isListItem(element) ? "listitem" : "none"),
      section: (/** @type {Element} */ element) => (hasAuthorName(element) ? "region" : "generic"),
      select: (/** @type {Element} */ element) => (isListBox(element) ? "listbox" : "combobox"),
      summary: (/** @type {Element} */ element) => (isDetailsSummary(element) ? "summary" : "generic"),
      table: () => "table",
      tbody: (/** @type {Element} */ element) => tablePartRole(element, "rowgroup"),
      td: (/** @type {Element} */ element) => tables.cellRole(element, roleOf),
      tfoot: (/** @type {Element} */ element) => tablePartRole(element, "rowgroup"),
      th: (/** @type {Element} */ element) => tables.cellRole(element, roleOf),
      thead: (/** @type {Element} */ element) => tablePartRole(element, "rowgroup"),
      tr: (/** @type {Element} */ element) => tablePartRole(element, "row"),
    }),
  );

  /** Browsers take an anchor with a click listener for a link; listeners cannot be seen, the pointer cursor can. */
  function looksClickable(/** @type {Element} */ element) {
    return dom.hasAttribute(element, "onclick") || agent.style.styleOf(element).cursor === "pointer";
  }

  const SECTIONING = "article, aside, main, nav, section";
  const SECTIONING_ROLES = new Set(["article", "complementary", "main", "navigation", "region"]);

  /** A header or footer of the page itself, not of one of its sections. */
  function isOfPage(/** @type {Element} */ element) {
    for (let node = dom.parentOf(element); node; node = dom.parentOf(node)) {
      if (dom.matches(node, SECTIONING) && !dom.hasAttribute(node, "role")) return false;
      if (dom.hasAttribute(node, "role") && SECTIONING_ROLES.has(roleOf(node))) return false;
    }
    return true;
  }

  /** The browser gives a plain div a role of its own when it can be dragged, popped over or focused first. */
  function divRole(/** @type {Element} */ element) {
    if (!dom.hasAttributes(element) || dom.attribute(element, "role")) return "generic";
    const marked = ["draggable", "popover", "autofocus"].some((name) => dom.hasAttribute(element, name));
    return marked ? "group" : "generic";
  }

  function asideRole(/** @type {Element} */ element) {
    return hasAuthorName(element) || !isInSectioningContent(element) ? "complementary" : "generic";
  }

  function isInSectioningContent(/** @type {Element} */ element) {
    const parent = dom.parentElement(element);
    return parent !== null && dom.closest(parent, "article, aside, nav, section") !== null;
  }

  function imageRole(/** @type {Element} */ element) {
    if (dom.attribute(element, "alt") !== "") return "image";
    const keeps = keepsItsRole(element) || dom.hasAttribute(element, "title");
    return keeps ? "image" : "none";
  }

  function inputRole(/** @type {Element} */ element) {
    const type = fields.inputType(element);
    if (LIST_INPUTS.has(type) && dom.hasAttribute(element, "list") && hasChoices(element)) return "combobox";
    if (type === "hidden") return "none";
    if (dom.hasAttribute(element, "aria-pressed") && type === "checkbox") return "button";
    return INPUT_ROLES[type] ?? "textbox";
  }

  function hasChoices(/** @type {Element} */ element) {
    return /** @type {HTMLInputElement} */ (element).list !== null;
  }

  const LIST_TAGS = new Set(["ul", "ol", "menu", "dir"]);

  /** An item of a list that was given another role is no list item. */
  function isListItem(/** @type {Element} */ element) {
    const parent = dom.parentOf(element);
    if (!parent || !LIST_TAGS.has(dom.localName(parent))) return true;
    return roleOf(parent) === "list";
  }

  function isListBox(/** @type {Element} */ element) {
    const select = /** @type {HTMLSelectElement} */ (element);
    return select.multiple || select.size > 1;
  }

  function isDetailsSummary(/** @type {Element} */ element) {
    const parent = dom.parentElement(element);
    if (!parent || dom.localName(parent) !== "details") return false;
    const first = dom.queryAll(parent, ":scope > summary")[0];
    return first === element;
  }

  function tablePartRole(/** @type {Element} */ element, /** @type {string} */ role) {
    const table = dom.closest(element, "table");
    if (!table) return "generic";
    return tables.TABLE_ROLES.has(roleOf(table)) ? role : "generic";
  }

  const SVG_ROLES = /** @type {Record<string, string>} */ ({
    a: "group",
    circle: "graphics-symbol",
    defs: "generic",
    ellipse: "graphics-symbol",
    foreignObject: "group",
    g: "group",
    image: "image",
    line: "graphics-symbol",
    path: "graphics-symbol",
    polygon: "graphics-symbol",
    polyline: "graphics-symbol",
    rect: "graphics-symbol",
    svg: "image",
    use: "graphics-object",
  });

  /** Shapes count only when they are named or can be focused. */
  function svgRole(/** @type {Element} */ element, /** @type {string} */ tag) {
    if (tag === "a" && focus.hasHref(element)) return "link";
    const role = SVG_ROLES[tag];
    if (!role) return "generic";
    if (tag === "svg" && isInnerSvg(element)) return isNamedSvg(element) ? "group" : "none";
    if (tag === "svg" && element.childElementCount) return "image";
    return isNamedSvg(element) ? role : "none";
  }

  function isInnerSvg(/** @type {Element} */ element) {
    return dom.parentElement(element) instanceof SVGElement;
  }

  function isNamedSvg(/** @type {Element} */ element) {
    if (
      hasAuthorName(element) ||
      dom.attributeNames(element).some((name) => name === "tabindex" || name.startsWith("aria-"))
    )
      return true;
    return svgTitle(element) !== null;
  }

  function svgTitle(/** @type {Element} */ element) {
    for (let child = dom.firstChild(element); child; child = dom.nextSibling(child)) {
      if (child instanceof SVGTitleElement) return child;
    }
    return null;
  }

  /** A part of a drawing, not the whole of it. */
  function isShape(/** @type {Element} */ element) {
    return element instanceof SVGElement && dom.localName(element) !== "svg";
  }

  agent.roles = {
    roleOf,
    svgTitle,
    isShape,
    ARIA_ROLES,
    CONTROL_ROLES,
  };
})();
