"use strict";
/** What the page's style sheets do at all. Most pages never replace or generate content; asking each element is slow. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom } = agent;

  const MAX_RULES = 20000;

  /** How many rules there were when they were last read, and what they use. */
  let counted = -1;
  let uses = { content: false, transforms: false };
  let checked = false;
  /** The element last asked about, several times in a row, and the answer. */
  let last = { element: /** @type {Element | null} */ (null), isInShadow: false };
  agent.onPass(() => {
    checked = false;
    last = { element: null, isInShadow: false };
  });

  function used() {
    if (!checked) {
      checked = true;
      readSheets();
    }
    return uses;
  }

  /** Could `::before` or `::after` of this element show anything? */
  function mayGenerate(/** @type {Element} */ element) {
    return used().content || dom.localName(element) === "q" || isInShadow(element);
  }

  /** Could a picture or text stand in place of this element's content? */
  function mayReplace(/** @type {Element} */ element) {
    return used().content || dom.hasAttribute(element, "style") || isInShadow(element);
  }

  /** Could text in this element be shown in other letters than those of the document? */
  function mayTransform(/** @type {Element} */ element) {
    return used().transforms || isInShadow(element);
  }

  function isInShadow(/** @type {Element} */ element) {
    if (last.element !== element) last = { element, isInShadow: dom.nodeType(dom.rootOf(element)) === dom.FRAGMENT };
    return last.isInShadow;
  }

  function readSheets() {
    const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
    const rules = sheets.map(rulesOf);
    const count = rules.reduce((sum, list) => sum + (list ? list.length + 1 : 1), 0);
    if (count !== counted) {
      counted = count;
      const isUnknown = count > MAX_RULES || rules.some((list) => list === null);
      uses = { content: isUnknown, transforms: isUnknown };
      for (const list of rules) if (list) read(list);
    }
    uses.transforms ||= dom.queryAll(document, "[style*=text-transform]").length > 0;
  }

  /** The rules of a sheet, or null when another origin keeps them to itself. */
  function rulesOf(/** @type {CSSStyleSheet} */ sheet) {
    try {
      return sheet.cssRules;
    } catch {
      return null;
    }
  }

  /** Note what these rules use, until everything is used anyway. */
  function read(/** @type {CSSRuleList} */ rules) {
    for (const rule of rules) {
      if (uses.content && uses.transforms) return;
      if (rule instanceof CSSStyleRule) {
        uses.content ||= rule.style.content !== "";
        uses.transforms ||= rule.style.textTransform !== "";
      } else if (rule instanceof CSSImportRule) uses = { content: true, transforms: true };
      if ("cssRules" in rule) read(/** @type {CSSGroupingRule} */ (rule).cssRules);
    }
  }

  agent.sheets = { mayGenerate, mayReplace, mayTransform };
})();
