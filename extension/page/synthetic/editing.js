"use strict";
/** Editing by commands of Chrome's own editor: the page gets trusted input events, as from a keyboard. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, synthetic, typing } = agent;

  /** What has the keyboard and takes text, or null. @returns {HTMLElement | null} */
  function editable() {
    const focused = dom.focusedElement();
    // A body that can be edited, or a whole document in design mode, has the keyboard when nothing else does.
    if (!focused) return document.body?.isContentEditable || document.designMode === "on" ? document.body : null;
    const kind = agent.fields.kindOf(focused);
    const isOpen = !(/** @type {any} */ (focused).readOnly) && !(/** @type {any} */ (focused).disabled);
    return (kind === "text" || kind === "editor") && isOpen ? /** @type {HTMLElement} */ (focused) : null;
  }

  /** Insert text at the caret, in place of what is selected; tell whether the page let it. */
  function insertText(/** @type {string} */ text) {
    synthetic.announceFocus();
    const field = editable();
    if (!field || !asksFirst(field, "insertText", text)) return false;
    return document.execCommand("insertText", false, text);
  }

  function asksFirst(
    /** @type {HTMLElement} */ field,
    /** @type {string} */ inputType,
    /** @type {string | null} */ data,
  ) {
    return synthetic.send(field, typing.beforeInput(inputType, data));
  }

  /** Remove what is selected, or one character before or after the caret. */
  function remove(/** @type {boolean} */ forward, /** @type {boolean} */ byWord) {
    const field = editable();
    if (!field) return;
    if (byWord && isCollapsed(field)) window.getSelection()?.modify("extend", forward ? "forward" : "backward", "word");
    if (!asksFirst(field, forward ? "deleteContentForward" : "deleteContentBackward", null)) return;
    document.execCommand(forward ? "forwardDelete" : "delete");
  }

  function isCollapsed(/** @type {HTMLElement} */ field) {
    const { selectionStart, selectionEnd } = /** @type {HTMLInputElement} */ (field);
    return typeof selectionStart === "number"
      ? selectionStart === selectionEnd
      : Boolean(window.getSelection()?.isCollapsed);
  }

  /** Start a new line where the caret is; false when the field has but one. */
  function breakLine(/** @type {boolean} */ soft) {
    const field = editable();
    if (!field || dom.localName(field) === "input") return false;
    const isPlain = dom.localName(field) === "textarea";
    const command = isPlain || soft ? "insertLineBreak" : "insertParagraph";
    if (asksFirst(field, command, null)) document.execCommand(command);
    return true;
  }

  const MOVES = /** @type {Record<string, [string, string]>} */ ({
    ArrowLeft: ["left", "character"],
    ArrowRight: ["right", "character"],
    ArrowUp: ["backward", "line"],
    ArrowDown: ["forward", "line"],
    Home: ["backward", "lineboundary"],
    End: ["forward", "lineboundary"],
    PageUp: ["backward", "paragraph"],
    PageDown: ["forward", "paragraph"],
  });

  /** Move the caret as an arrow key does; false when nothing holds one. */
  function moveCaret(/** @type {string} */ key, /** @type {boolean} */ extend, /** @type {boolean} */ byWord) {
    const move = MOVES[key];
    if (!move || !editable()) return false;
    const [direction, unit] = move;
    window.getSelection()?.modify(extend ? "extend" : "move", direction, byWord ? widened(unit) : unit);
    return true;
  }

  function widened(/** @type {string} */ unit) {
    return unit === "character" ? "word" : unit === "lineboundary" ? "documentboundary" : unit;
  }

  const SHORTCUTS = /** @type {Record<string, string>} */ ({
    a: "selectAll",
    c: "copy",
    x: "cut",
    v: "paste",
    z: "undo",
    y: "redo",
  });

  /** Do what Control and a letter mean to an editor; false when they mean nothing. */
  function shortcut(/** @type {string} */ key, /** @type {boolean} */ shift) {
    const command = key.toLowerCase() === "z" && shift ? "redo" : SHORTCUTS[key.toLowerCase()];
    return command ? document.execCommand(command) : false;
  }

  typing.insert = (_field, text) => insertText(text);
  agent.editing = { editable, insertText, remove, breakLine, moveCaret, shortcut };
  agent.define("insertText", ({ text }) => {
    const inner = agent.innerFrames.focusedFrame();
    if (!inner) insertText(text);
    return { inner };
  });
})();
