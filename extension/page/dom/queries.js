"use strict";
/** Looking for elements in all trees of the document, through shadow roots. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom } = agent;

  /** Every tree of this document: the document itself and all shadow roots that can be seen. @returns {Node[]} */
  function allTrees() {
    const trees = /** @type {Node[]} */ ([document]);
    for (let at = 0; at < trees.length; at += 1) {
      for (const element of dom.queryAll(/** @type {Node} */ (trees[at]), "*")) {
        const root = dom.shadowOf(element);
        if (root) trees.push(root);
      }
    }
    return trees;
  }

  /** @returns {Element[]} */
  function allElements() {
    return allTrees().flatMap((tree) => [...dom.queryAll(tree, "*")]);
  }

  function isSelector(/** @type {string} */ text) {
    try {
      document.createDocumentFragment().querySelector(text);
      return true;
    } catch {
      return false;
    }
  }

  /** Elements for a selector in any tree; its parts may also stand in different trees. @returns {Element[]} */
  function byCss(/** @type {string} */ selector) {
    const direct = allTrees().flatMap((tree) => [...dom.queryAll(tree, selector)]);
    if (direct.length) return direct;
    const parts = selector.match(/(?:\[[^\]]*\]|\([^)]*\)|"[^"]*"|[^\s[("])+/g) ?? [];
    if (parts.length < 2 || parts.some((part) => /^[>+~,]/.test(part))) return [];
    return acrossTrees(parts);
  }

  function acrossTrees(/** @type {string[]} */ parts) {
    const last = /** @type {string} */ (parts[parts.length - 1]);
    const earlier = parts.slice(0, -1);
    const found = allTrees().flatMap((tree) => [...dom.queryAll(tree, last)]);
    return found.filter((element) => hasAncestors(element, earlier));
  }

  function hasAncestors(/** @type {Element} */ element, /** @type {string[]} */ parts) {
    let left = parts.length;
    for (let node = dom.parentOf(element); node && left; node = dom.parentOf(node)) {
      if (dom.matches(node, /** @type {string} */ (parts[left - 1]))) left -= 1;
    }
    return left === 0;
  }

  agent.queries = { allTrees, allElements, isSelector, byCss };
})();
