"use strict";
/** Whether any style sheet of the page generates content at all. Most do not, and asking each element is slow. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom } = agent;

  const MAX_RULES = 20000;
  const PSEUDO = /:(before|after)\b/;

  /** How many rules there were when they were last read, and what was found. */
  let counted = -1;
  let found = false;
  let checked = false;
  agent.onPass(() => {
    checked = false;
  });

  /** Could `::before` or `::after` of this element show anything? */
  function isPossible(/** @type {Element} */ element) {
    if (!checked) {
      checked = true;
      readSheets();
    }
    return found || dom.localName(element) === "q" || dom.nodeType(dom.rootOf(element)) === dom.FRAGMENT;
  }

  function readSheets() {
    const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
    const rules = sheets.map(rulesOf);
    const count = rules.reduce((sum, list) => sum + (list ? list.length + 1 : 1), 0);
    if (count === counted) return;
    counted = count;
    found = rules.some((list) => list === null) || count > MAX_RULES || rules.some((list) => list && generates(list));
  }

  /** The rules of a sheet, or null when another origin keeps them to itself. */
  function rulesOf(/** @type {CSSStyleSheet} */ sheet) {
    try {
      return sheet.cssRules;
    } catch {
      return null;
    }
  }

  /** @returns {boolean} */
  function generates(/** @type {CSSRuleList} */ rules) {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) {
        if (PSEUDO.test(rule.selectorText) && rule.style.content) return true;
        if (rule.cssRules.length) return true;
      } else if (rule instanceof CSSImportRule) return true;
      else if ("cssRules" in rule && generates(/** @type {CSSGroupingRule} */ (rule).cssRules)) return true;
    }
    return false;
  }

  agent.generated = { isPossible };
})();
