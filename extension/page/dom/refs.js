"use strict";
/** Refs: short stable names for elements. The same element keeps its ref while it lives; none is used twice. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;

  /** @type {WeakMap<Element, string>} */
  const refs = new WeakMap();
  /** @type {Map<string, { element: WeakRef<Element>, print: import("../types").Fingerprint | null }>} */
  const known = new Map();
  let next = 1;

  /** Number refs from here on, so that refs of earlier documents stay dead. */
  function startAt(/** @type {number} */ first) {
    if (first > next) next = first;
  }

  function refOf(/** @type {Element} */ element) {
    let ref = refs.get(element);
    if (!ref) {
      ref = `e${next}`;
      next += 1;
      refs.set(element, ref);
      known.set(ref, { element: new WeakRef(element), print: null });
      if (known.size > pruneAt) prune();
    }
    return ref;
  }

  const MANY = 20000;
  let pruneAt = MANY;

  /** Forget elements that are long gone, on pages that never stop making new ones. */
  function prune() {
    for (const [ref, entry] of known) {
      if (known.size <= MANY / 2) break;
      const found = entry.element.deref();
      if (!found || !agent.dom.isConnected(found)) known.delete(ref);
    }
    pruneAt = Math.max(MANY, known.size * 2);
  }

  /** The living element a ref stands for, or null. */
  function element(/** @type {string} */ ref) {
    const found = known.get(ref)?.element.deref();
    return found && agent.dom.isConnected(found) ? found : null;
  }

  function isKnown(/** @type {string} */ ref) {
    return known.has(ref);
  }

  /** Keep what an element looked like, to find it again after the page has re-rendered it. */
  function remember(/** @type {Element} */ target, /** @type {import("../types").Fingerprint} */ print) {
    const entry = known.get(refOf(target));
    if (entry) entry.print = print;
  }

  function fingerprint(/** @type {string} */ ref) {
    return known.get(ref)?.print ?? null;
  }

  /** Let a ref stand for the element that replaced its own. */
  function rebind(/** @type {string} */ ref, /** @type {Element} */ target) {
    const entry = known.get(ref);
    if (!entry) return;
    entry.element = new WeakRef(target);
    refs.set(target, ref);
  }

  agent.refs = { startAt, isKnown, remember, fingerprint, rebind, next: () => next };
  agent.refOf = refOf;
  agent.element = element;
})();
