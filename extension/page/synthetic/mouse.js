"use strict";
/** A mouse made of events: pointer and mouse events in the order Chrome sends them, focus and clicks included. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, hits, synthetic } = agent;
  const { send, basics, modifierKeys } = synthetic;

  /** @typedef {import("../contract").MouseInput} MouseInput */

  const BUTTONS = /** @type {Record<string, number>} */ ({ left: 0, middle: 1, right: 2 });
  const NO_BUTTON = -1;

  /** @type {Element | null} */
  let hovered = null;
  /** What the button went down on, and whether the page wants mouse events for it. */
  let pressed = { target: /** @type {Element | null} */ (null), wantsMouse: true };

  function optionsOf(/** @type {MouseInput} */ input) {
    return {
      clientX: input.x,
      clientY: input.y,
      screenX: window.screenX + input.x,
      screenY: window.screenY + input.y,
      buttons: input.buttons,
      ...modifierKeys(input.modifiers),
    };
  }

  /** @param {Element} target @param {string} type @param {MouseInput} input @param {object} more */
  function pointer(target, type, input, more = {}) {
    const fixed = {
      pointerId: 1,
      pointerType: "mouse",
      isPrimary: true,
      width: 1,
      height: 1,
      pressure: input.buttons ? 0.5 : 0,
    };
    return send(
      target,
      new PointerEvent(type, { ...basics(type), ...optionsOf(input), ...fixed, button: NO_BUTTON, ...more }),
    );
  }

  /** @param {Element} target @param {string} type @param {MouseInput} input @param {object} more */
  function mouse(target, type, input, more = {}) {
    return send(target, new MouseEvent(type, { ...basics(type), ...optionsOf(input), button: 0, ...more }));
  }

  /** @returns {Element[]} */
  function lineOf(/** @type {Element | null} */ element) {
    const line = [];
    for (let node = element; node; node = dom.parentOf(node)) line.push(node);
    return line;
  }

  /** Leave what the mouse was over and enter what it is over now. */
  function cross(/** @type {Element} */ target, /** @type {MouseInput} */ input) {
    const from = hovered && dom.isConnected(hovered) ? hovered : null;
    if (from === target) return;
    const before = lineOf(from);
    const after = lineOf(target);
    hovered = target;
    for (const [name, fire] of /** @type {const} */ ([
      ["pointer", pointer],
      ["mouse", mouse],
    ])) {
      if (from) fire(from, `${name}out`, input, { relatedTarget: target });
      for (const left of before.filter((node) => !after.includes(node)))
        fire(left, `${name}leave`, input, { relatedTarget: target });
      fire(target, `${name}over`, input, { relatedTarget: from });
      for (const entered of after.filter((node) => !before.includes(node)).reverse())
        fire(entered, `${name}enter`, input, { relatedTarget: from });
    }
  }

  function move(/** @type {Element} */ target, /** @type {MouseInput} */ input) {
    cross(target, input);
    pointer(target, "pointermove", input);
    mouse(target, "mousemove", input);
    return agent.dragging.pull(pressed.target, input);
  }

  function press(/** @type {Element} */ target, /** @type {MouseInput} */ input) {
    cross(target, input);
    const button = BUTTONS[input.button] ?? 0;
    const wantsMouse = pointer(target, "pointerdown", input, { button });
    pressed = { target, wantsMouse };
    if (wantsMouse && mouse(target, "mousedown", input, { button, detail: input.count })) {
      synthetic.focusOn(synthetic.focusableAround(target));
    }
    if (input.button === "right") mouse(target, "contextmenu", input, { button });
    return {};
  }

  function release(/** @type {Element} */ target, /** @type {MouseInput} */ input) {
    const button = BUTTONS[input.button] ?? 0;
    const { target: start, wantsMouse } = pressed;
    pressed = { target: null, wantsMouse: true };
    // A drag and drop takes the mouse away from the page until it ends.
    if (agent.dragging.end()) return {};
    pointer(target, "pointerup", input, { button });
    if (wantsMouse) mouse(target, "mouseup", input, { button, detail: input.count });
    const clicked = start && meeting(start, target);
    if (clicked) click(clicked, input, button);
    return {};
  }

  /** Press and release on different elements click what holds both. */
  function meeting(/** @type {Element} */ start, /** @type {Element} */ end) {
    const line = lineOf(start);
    return lineOf(end).find((node) => line.includes(node) && dom.isConnected(node)) ?? null;
  }

  function click(/** @type {Element} */ target, /** @type {MouseInput} */ input, /** @type {number} */ button) {
    const options = { button, detail: input.count };
    const type = button === 0 ? "click" : "auxclick";
    pointer(target, type, input, options);
    if (button === 0 && input.count === 2 && dom.isConnected(target)) mouse(target, "dblclick", input, options);
  }

  /** Scroll what is under the mouse, unless the page does so itself. */
  function wheel(/** @type {Element} */ target, /** @type {MouseInput} */ input) {
    const delta = { deltaX: input.deltaX, deltaY: input.deltaY, deltaMode: 0 };
    if (!send(target, new WheelEvent("wheel", { ...basics("wheel"), ...optionsOf(input), ...delta }))) return {};
    for (const node of lineOf(target)) if (scrolled(node, input)) break;
    return {};
  }

  function scrolled(/** @type {Element} */ node, /** @type {MouseInput} */ { deltaX, deltaY }) {
    const { scrollLeft, scrollTop } = node;
    if (node !== document.scrollingElement && /visible|clip/.test(getComputedStyle(node).overflow)) return false;
    node.scrollBy({ left: deltaX, top: deltaY, behavior: "instant" });
    return node.scrollLeft !== scrollLeft || node.scrollTop !== scrollTop;
  }

  const ACTIONS = { move, press, release, wheel };

  /** Do what a mouse does at one point after the other; return whether a drag and drop began. */
  function mouseInputs(/** @type {{ inputs: MouseInput[] }} */ { inputs }) {
    const inner = agent.innerFrames.frameAt(inputs[0]);
    if (inner) return { inner };
    let dragStarted = false;
    for (const input of inputs) {
      const target = hits.elementAt(input.x, input.y) ?? document.documentElement;
      const outcome = ACTIONS[input.kind](target, input);
      dragStarted ||= "dragStarted" in outcome;
    }
    return { dragStarted };
  }

  agent.define("mouseInputs", mouseInputs);
})();
