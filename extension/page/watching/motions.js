"use strict";
/** What moves on a page by itself, frame after frame. It never holds an action up. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;

  const RESTLESS_FOR_MS = 5000;
  // A fade or slide that scripts draw takes up to so long; what moves on then has no end.
  const MOTION_MS = 600;
  const PAUSE_MS = 200;

  /** What of a node is known to change all the time, and when it last did. @type {WeakMap<Node, Map<string, number>>} */
  const restless = new WeakMap();
  /** Elements whose attributes change without a pause: since when, and when they last did. @type {WeakMap<Node, { since: number, last: number }>} */
  const motions = new WeakMap();

  function kindOf(/** @type {MutationRecord} */ { type, attributeName }) {
    return attributeName ?? type;
  }

  /** Take note of what moves, also while no action is under way. */
  function noteMotions(/** @type {MutationRecord[]} */ records) {
    const now = performance.now();
    for (const { type, target } of records) {
      if (type !== "attributes") continue;
      const known = motions.get(target);
      motions.set(target, { since: known && now - known.last < PAUSE_MS ? known.since : now, last: now });
    }
  }

  /** A motion that an action has set off ends, and is worth waiting for. */
  function isSetOffSince(/** @type {number} */ began, /** @type {Node} */ node) {
    const motion = motions.get(node);
    return motion !== undefined && motion.since >= began && performance.now() < began + MOTION_MS;
  }

  function isRestless(/** @type {Node} */ node, /** @type {string} */ kind) {
    const kinds = restless.get(node);
    const last = kinds?.get(kind);
    const now = performance.now();
    if (last === undefined || now - last > RESTLESS_FOR_MS) return false;
    kinds?.set(kind, now);
    return true;
  }

  /** From now on, changes of this kind to this node are its own. */
  function setRestless(/** @type {Node} */ node, /** @type {string} */ kind) {
    mapFor(restless, node).set(kind, performance.now());
  }

  /** What is kept about a node, by kind. @template T @returns {Map<string, T>} */
  function mapFor(/** @type {WeakMap<Node, Map<string, T>>} */ kept, /** @type {Node} */ node) {
    const known = kept.get(node) ?? new Map();
    kept.set(node, known);
    return known;
  }

  agent.changes.onMutations(noteMotions);
  agent.motions = { kindOf, isSetOffSince, isRestless, setRestless, mapFor };
})();
