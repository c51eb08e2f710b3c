"use strict";
/** Fingers made of events. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { hits, synthetic } = agent;
  const { send, basics } = synthetic;

  /** @typedef {[number, number]} Point */

  /** @param {Element} target @param {number} finger @param {Point} point */
  function touchOf(target, finger, [x, y]) {
    return new Touch({
      identifier: finger,
      target,
      clientX: x,
      clientY: y,
      pageX: x + window.scrollX,
      pageY: y + window.scrollY,
      radiusX: 1,
      radiusY: 1,
      force: 1,
    });
  }

  /** @param {Element} target @param {string} type @param {number} finger @param {Point} point */
  function pointer(target, type, finger, [clientX, clientY]) {
    const isDown = !/up$/.test(type);
    const fixed = {
      pointerId: finger + 2,
      pointerType: "touch",
      isPrimary: finger === 0,
      button: 0,
      buttons: isDown ? 1 : 0,
    };
    return send(target, new PointerEvent(type, { ...basics(type), ...fixed, clientX, clientY }));
  }

  /** @param {Element[]} targets @param {string} type @param {Point[]} points */
  function touch(targets, type, points) {
    const touches = points.map((point, finger) => touchOf(/** @type {Element} */ (targets[finger]), finger, point));
    const isLift = type === "touchend";
    const options = { touches: isLift ? [] : touches, targetTouches: isLift ? [] : touches, changedTouches: touches };
    return send(/** @type {Element} */ (targets[0]), new TouchEvent(type, { ...basics(type), ...options }));
  }

  /** Put one finger down for each path, move it along, lift it; a short touch is a tap, and a tap clicks. */
  function touchPaths(/** @type {{ paths: Point[][] }} */ { paths }) {
    const at = (/** @type {number} */ step) =>
      paths.map((path) => /** @type {Point} */ (path[Math.min(step, path.length - 1)]));
    const [[x, y]] = /** @type {[Point]} */ (at(0));
    const inner = agent.innerFrames.frameAt({ x, y });
    if (inner) return { inner };
    const targets = at(0).map(([x, y]) => hits.elementAt(x, y) ?? document.documentElement);
    const longest = Math.max(...paths.map((path) => path.length));
    const each = (/** @type {string} */ type, /** @type {Point[]} */ points) => {
      for (const [finger, point] of points.entries())
        pointer(/** @type {Element} */ (targets[finger]), type, finger, point);
    };
    each("pointerdown", at(0));
    const wantsClick = touch(targets, "touchstart", at(0));
    let wantsScroll = wantsClick;
    for (let step = 1; step < longest; step += 1) {
      each("pointermove", at(step));
      wantsScroll = touch(targets, "touchmove", at(step)) && wantsScroll;
    }
    each("pointerup", at(longest - 1));
    const isTap = touch(targets, "touchend", at(longest - 1)) && wantsClick && longest === 1 && paths.length === 1;
    if (isTap) tap(/** @type {Element} */ (targets[0]), /** @type {Point} */ (at(0)[0]));
    else if (wantsScroll && paths.length === 1) swipe(/** @type {Point[]} */ (paths[0]));
    return {};
  }

  /** After a tap come the mouse events of old, without pointer events of their own. */
  function tap(/** @type {Element} */ target, /** @type {Point} */ [clientX, clientY]) {
    const options = { clientX, clientY, detail: 1 };
    send(target, new MouseEvent("mousemove", { ...basics("mousemove"), clientX, clientY }));
    const wantsFocus = send(target, new MouseEvent("mousedown", { ...basics("mousedown"), ...options, buttons: 1 }));
    if (wantsFocus) synthetic.focusOn(synthetic.focusableAround(target));
    send(target, new MouseEvent("mouseup", { ...basics("mouseup"), ...options }));
    send(target, new PointerEvent("click", { ...basics("click"), ...options, pointerId: 2, pointerType: "touch" }));
  }

  /** A finger that moves up scrolls down. */
  function swipe(/** @type {Point[]} */ path) {
    const [startX, startY] = /** @type {Point} */ (path[0]);
    const [endX, endY] = /** @type {Point} */ (path[path.length - 1]);
    const base = { x: startX, y: startY, button: "none", buttons: 0, count: 0, modifiers: 0 };
    agent.call("mouseInputs", { inputs: [{ ...base, kind: "wheel", deltaX: startX - endX, deltaY: startY - endY }] });
  }

  agent.define("touchPaths", touchPaths);
})();
