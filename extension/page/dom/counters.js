"use strict";
/** CSS counters in generated content. Scripts cannot ask for their values, so they are counted here. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom } = agent;

  /** @typedef {{ scope: Element | null, value: number }} Instance */

  const MAX_ELEMENTS = 20000;

  /** Values where a pseudo-element uses counters. @type {Map<Element, Map<string, Map<string, number[]>>> | null} */
  let known = null;
  agent.onPass(() => {
    known = null;
  });

  /** The values of a counter at a pseudo-element, outermost first. */
  function valuesAt(/** @type {Element} */ element, /** @type {string} */ pseudo, /** @type {string} */ name) {
    known ??= countAll();
    return known.get(element)?.get(pseudo)?.get(name) ?? [0];
  }

  function countAll() {
    const results = new Map();
    const counters = /** @type {Map<string, Instance[]>} */ (new Map());
    let left = MAX_ELEMENTS;
    const visit = (/** @type {Element} */ element) => {
      left -= 1;
      if (left < 0) return;
      const computed = getComputedStyle(element);
      if (computed.display === "none") return;
      count(counters, computed, dom.parentOf(element));
      countPseudo(counters, results, element, "::before");
      for (const child of dom.childrenOf(element)) {
        if (dom.nodeType(child) === dom.ELEMENT) visit(/** @type {Element} */ (child));
      }
      countPseudo(counters, results, element, "::after");
      leave(counters, element);
    };
    const root = dom.documentElementOf(document);
    if (root) visit(root);
    return results;
  }

  /** Counters begun by children of an element end with it. */
  function leave(/** @type {Map<string, Instance[]>} */ counters, /** @type {Element} */ element) {
    for (const instances of counters.values()) {
      while (instances.length && instances[instances.length - 1]?.scope === element) instances.pop();
    }
  }

  function countPseudo(
    /** @type {Map<string, Instance[]>} */ counters,
    /** @type {Map<Element, any>} */ results,
    /** @type {Element} */ element,
    /** @type {string} */ pseudo,
  ) {
    const computed = getComputedStyle(element, pseudo);
    if (computed.content === "none" || computed.content === "normal") return;
    count(counters, computed, element);
    if (!computed.content.includes("counter")) return;
    const values = new Map([...counters].map(([name, instances]) => [name, instances.map((one) => one.value)]));
    if (!results.has(element)) results.set(element, new Map());
    results.get(element).set(pseudo, values);
  }

  function count(
    /** @type {Map<string, Instance[]>} */ counters,
    /** @type {CSSStyleDeclaration} */ computed,
    /** @type {Element | null} */ scope,
  ) {
    for (const [name, value] of pairs(computed.counterReset)) reset(counters, name, value, scope);
    for (const [name, step] of pairs(computed.counterIncrement)) current(counters, name, scope).value += step;
    for (const [name, value] of pairs(/** @type {any} */ (computed).counterSet ?? "none"))
      current(counters, name, scope).value = value;
  }

  function reset(
    /** @type {Map<string, Instance[]>} */ counters,
    /** @type {string} */ name,
    /** @type {number} */ value,
    /** @type {Element | null} */ scope,
  ) {
    const instances = counters.get(name) ?? [];
    if (instances[instances.length - 1]?.scope === scope) instances.pop();
    instances.push({ scope, value });
    counters.set(name, instances);
  }

  function current(
    /** @type {Map<string, Instance[]>} */ counters,
    /** @type {string} */ name,
    /** @type {Element | null} */ scope,
  ) {
    const found = counters.get(name)?.at(-1);
    if (found) return found;
    reset(counters, name, 0, scope);
    return /** @type {Instance} */ (counters.get(name)?.at(-1));
  }

  /** @returns {[string, number][]} */
  function pairs(/** @type {string} */ written) {
    if (written === "none") return [];
    return [...written.matchAll(/([^\s]+) (-?\d+)/g)].map((match) => [match[1] ?? "", Number(match[2])]);
  }

  /** The text of `counter(…)` or `counters(…)` in a pseudo-element. */
  function textAt(/** @type {Element} */ element, /** @type {string} */ pseudo, /** @type {string} */ call) {
    const [, name = "", separator] = /^counters?\(\s*([^\s,)]+)\s*(?:,\s*"([^"]*)")?/.exec(call) ?? [];
    const values = valuesAt(element, pseudo, name);
    return call.startsWith("counters(") ? values.join(separator ?? "") : String(values.at(-1) ?? 0);
  }

  agent.counters = { textAt };
})();
