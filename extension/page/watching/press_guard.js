"use strict";
/**
 * Making sure that a press arrives where it was meant. If another element gets it (the page moved in the
 * meantime), the press is kept from the page, so that nothing else is ever clicked. What comes later than the
 * press can be is the user's own.
 */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, hits } = agent;

  const EVENTS = [
    "pointerdown",
    "mousedown",
    "pointerup",
    "mouseup",
    "click",
    "auxclick",
    "dblclick",
    "contextmenu",
    "touchstart",
    "touchend",
  ];

  const GUARD_MS = 3000;

  /** @typedef {import("../contract").Point} Point */
  /** @typedef {{ aimed: Element | null, isInside: boolean, hit: boolean | null, instead: import("../contract").ElementLook | null, until: number }} Guard */
  /** @type {Guard} */
  const NO_GUARD = { aimed: null, isInside: false, hit: null, instead: null, until: 0 };
  /** @type {Guard | null} */
  let guard = null;

  /** Events that the page agent makes for an action; events of the page's own scripts are left alone. @type {WeakSet<Event>} */
  const ownEvents = new WeakSet();

  /** Let the next press, at a point of it, through only to `aimed`; with null, to nothing in this frame. */
  function expect(/** @type {Element | null} */ aimed, /** @type {Point} */ point = { x: 0, y: 0 }) {
    release();
    guard = {
      aimed,
      isInside: aimed !== null && holds(aimed, point),
      hit: null,
      instead: null,
      until: performance.now() + GUARD_MS,
    };
    for (const name of EVENTS) window.addEventListener(name, check, { capture: true, passive: false });
  }

  function release() {
    for (const name of EVENTS) window.removeEventListener(name, check, { capture: true });
    const { aimed, hit, instead } = guard ?? NO_GUARD;
    guard = null;
    return { hasMissed: instead !== null || (aimed !== null && !hit), instead };
  }

  function check(/** @type {Event} */ event) {
    if (!guard || event.timeStamp > guard.until || !(event.isTrusted || ownEvents.has(event))) return;
    if (guard.hit === null) judge(guard, event);
    if (guard.hit) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** The first event of a press decides; what the page does to itself afterwards is its own affair. */
  function judge(/** @type {Guard} */ current, /** @type {Event} */ event) {
    const [first] = event.composedPath();
    const element = first instanceof Element ? innermost(first, event) : null;
    const isReached = current.aimed !== null && element !== null && agent.pressTargets.reaches(element, current.aimed);
    current.hit = isReached && !hasShrunk(current, event);
    if (!isReached && element)
      current.instead = agent.titles.lookOf(agent.pressTargets.coverOf(element, current.aimed ?? element));
  }

  function holds(/** @type {Element} */ element, /** @type {Point} */ { x, y }) {
    return agent.boxes
      .boxesOf(element)
      .some((box) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom);
  }

  /** Whether the pointer has made the element shrink away from under itself: it would not be there for the release. */
  function hasShrunk(/** @type {Guard} */ { aimed, isInside }, /** @type {Event} */ event) {
    return (
      isInside && aimed !== null && event instanceof MouseEvent && !holds(aimed, { x: event.clientX, y: event.clientY })
    );
  }

  /** Where the mouse is, and whether it got over what is there without being moved. */
  const mouse = { x: 0, y: 0, isMet: false };
  for (const name of /** @type {("mouseover" | "mousemove")[]} */ (["mouseover", "mousemove"])) {
    const note = (/** @type {MouseEvent} */ { type, clientX: x, clientY: y }) =>
      void Object.assign(mouse, { x, y, isMet: type === "mouseover" });
    window.addEventListener(name, note, { capture: true, passive: true });
  }

  const ITEMS = "li, [role=option], [role^=menuitem], [role=treeitem]";

  /** Where the mouse rests, if another item of the same list has come under it: the list waits for it to be moved there. */
  function restingPoint(/** @type {Element} */ aimed) {
    const item = mouse.isMet ? dom.closest(aimed, ITEMS) : null;
    const list = item && dom.parentElement(item);
    const under = list && hits.elementAt(mouse.x, mouse.y);
    if (!item || !under || hits.isInside(under, item) || !hits.isInside(under, list)) return null;
    return { x: mouse.x, y: mouse.y };
  }

  /** Events show the host of a closed shadow root; the point tells what is inside. */
  function innermost(/** @type {Element} */ element, /** @type {Event} */ event) {
    if (!(event instanceof MouseEvent) || !dom.shadowOf(element)) return element;
    return hits.elementAt(event.clientX, event.clientY) ?? element;
  }

  agent.pressGuard = { expect, release, restingPoint, addOwnEvent: (event) => void ownEvents.add(event) };
  agent.define("releaseGuard", release);
})();
