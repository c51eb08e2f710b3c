"use strict";
/**
 * Making sure that a press arrives where it was meant. If another element gets it (the page moved in the
 * meantime), the press is kept from the page, so that nothing else is ever clicked. What comes later than the
 * press can be is the user's own.
 */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { hits } = agent;

  const EVENTS = [
    "pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "dblclick", "contextmenu", "touchstart", "touchend",
  ];

  const GUARD_MS = 3000;

  /** @typedef {{ aimed: Element | null, hit: boolean | null, instead: string, until: number }} Guard */
  /** @type {Guard} */
  const NO_GUARD = { aimed: null, hit: null, instead: "", until: 0 };
  /** @type {Guard | null} */
  let guard = null;

  /** Events that the page agent makes for an action; others made by script are the page's own affair. @type {WeakSet<Event>} */
  const made = new WeakSet();

  /** Let the next press through only to `aimed`; with null, to nothing in this frame. */
  function expect(/** @type {Element | null} */ aimed) {
    release();
    guard = { aimed, hit: null, instead: "", until: performance.now() + GUARD_MS };
    for (const name of EVENTS) window.addEventListener(name, check, { capture: true, passive: false });
  }

  function release() {
    for (const name of EVENTS) window.removeEventListener(name, check, { capture: true });
    const { aimed, hit, instead } = guard ?? NO_GUARD;
    guard = null;
    return { isLost: aimed !== null && !hit && !instead, instead };
  }

  function check(/** @type {Event} */ event) {
    if (!guard || event.timeStamp > guard.until || !(event.isTrusted || made.has(event))) return;
    if (guard.hit === null) judge(guard, event);
    if (guard.hit) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** The first event of a press decides; what the page does to itself afterwards is its own affair. */
  function judge(/** @type {Guard} */ current, /** @type {Event} */ event) {
    const [first] = event.composedPath();
    const element = first instanceof Element ? innermost(first, event) : null;
    current.hit = current.aimed !== null && element !== null && hits.reaches(element, current.aimed);
    if (!current.hit) current.instead = element ? hits.spelled(hits.coverOf(element, current.aimed ?? element)) : "";
  }

  /** Events show the host of a closed shadow root; the point tells what is inside. */
  function innermost(/** @type {Element} */ element, /** @type {Event} */ event) {
    if (!(event instanceof MouseEvent) || !agent.dom.shadowOf(element)) return element;
    return hits.elementAt(event.clientX, event.clientY) ?? element;
  }

  agent.guarding = { expect, release, watch: (/** @type {Event} */ event) => void made.add(event) };
  agent.define("releaseGuard", release);
})();
