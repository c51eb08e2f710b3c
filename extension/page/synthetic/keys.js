"use strict";
/** A keyboard made of events, with the default actions that Chrome leaves out for events made by script. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, synthetic, editing, controls } = agent;

  /** @typedef {import("../contract").KeyInput} KeyInput */

  const CONTROL_OR_META = 2 | 4;
  const SHIFT = 8;
  const LINE_PX = 40;
  const PAGE_SHARE = 0.85;

  function target() {
    return dom.focusedElement() ?? document.body ?? document.documentElement;
  }

  /** @param {string} type @param {KeyInput} input @param {number} keyCode @param {number} charCode */
  function send(type, input, keyCode, charCode) {
    const { key, code, location, modifiers } = input;
    const options = { ...synthetic.basics(type), key, code, location, keyCode, charCode, which: keyCode || charCode };
    return synthetic.send(target(), new KeyboardEvent(type, { ...options, ...synthetic.modifierKeys(modifiers) }));
  }

  function down(/** @type {KeyInput} */ input) {
    if (!send("keydown", input, input.keyCode, 0)) return;
    if (input.text) {
      const charCode = input.text.charCodeAt(0);
      if (!send("keypress", input, charCode, charCode)) return;
    }
    act(input);
  }

  /** Space presses buttons when it comes up, Enter when it goes down. */
  function up(/** @type {KeyInput} */ input) {
    const isWanted = send("keyup", input, input.keyCode, 0);
    if (isWanted && input.key === " ") controls.pressWith(" ", target());
  }

  function act(/** @type {KeyInput} */ input) {
    const hasShift = Boolean(input.modifiers & SHIFT);
    const hasControl = Boolean(input.modifiers & CONTROL_OR_META);
    if (NAMED[input.key]) NAMED[input.key]?.(hasShift, hasControl, input.key);
    else if (hasControl && input.key.length === 1) editing.shortcut(input.key, hasShift);
    else if (input.text) editing.insertText(input.text);
  }

  /** @typedef {(shift: boolean, control: boolean, key: string) => void} KeyAction */

  /** @type {KeyAction} */
  function enter(shift) {
    const focused = target();
    if (controls.pressWith("Enter", focused)) return;
    if (!editing.breakLine(shift)) controls.submitFrom(focused);
  }

  /** @type {KeyAction} */
  function space(shift) {
    if (editing.editable()) editing.insertText(" ");
    else if (dom.focusedElement() === null) scrollPage(0, shift ? -PAGE_SHARE : PAGE_SHARE);
  }

  /** @type {KeyAction} */
  function go(shift, control, key) {
    if (controls.step(target(), key) || editing.moveCaret(key, shift, control)) return;
    scrollBy(key);
  }

  function scrollBy(/** @type {string} */ key) {
    const lines = /** @type {Record<string, [number, number]>} */ ({
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
    })[key];
    if (lines) window.scrollBy({ left: lines[0] * LINE_PX, top: lines[1] * LINE_PX, behavior: "instant" });
    if (key === "PageUp" || key === "PageDown") scrollPage(0, key === "PageUp" ? -PAGE_SHARE : PAGE_SHARE);
    if (key === "Home" || key === "End")
      window.scrollTo({ top: key === "Home" ? 0 : document.documentElement.scrollHeight, behavior: "instant" });
  }

  function scrollPage(/** @type {number} */ across, /** @type {number} */ down) {
    window.scrollBy({ left: across * window.innerWidth, top: down * window.innerHeight, behavior: "instant" });
  }

  const NAMED = /** @type {Record<string, KeyAction>} */ ({
    Enter: enter,
    " ": space,
    Tab: (shift) => controls.moveOn(shift),
    Backspace: (_, control) => editing.remove(false, control),
    Delete: (_, control) => editing.remove(true, control),
    Escape: () => controls.dismiss(),
    ArrowLeft: go,
    ArrowRight: go,
    ArrowUp: go,
    ArrowDown: go,
    Home: go,
    End: go,
    PageUp: go,
    PageDown: go,
  });

  /** Press and release keys, one after the other. */
  function keyInputs(/** @type {{ inputs: KeyInput[] }} */ { inputs }) {
    const inner = agent.innerFrames.focusedFrame();
    if (inner) return { inner };
    synthetic.announceFocus();
    for (const input of inputs) (input.kind === "down" ? down : up)(input);
    return {};
  }

  agent.define("keyInputs", keyInputs);
})();
