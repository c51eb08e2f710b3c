"use strict";
/** Drag and drop made of events: one that a pull on something draggable starts, and one that carries files or text. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, hits, synthetic } = agent;

  const THRESHOLD_PX = 3;
  const TYPES = /** @type {Record<string, string>} */ ({
    enter: "dragenter",
    over: "dragover",
    drop: "drop",
    cancel: "dragend",
  });

  /** @typedef {{ x: number, y: number, buttons: number }} Pull */
  /** @type {{ source: Element, carried: DataTransfer, over: Element | null, accepts: boolean } | null} */
  let drag = null;
  /** @type {{ x: number, y: number } | null} */
  let start = null;
  let hasDragged = false;

  /** @param {Element} target @param {string} type @param {DataTransfer} dataTransfer @param {{ x: number, y: number }} point */
  function fire(target, type, dataTransfer, point) {
    return synthetic.send(
      target,
      new DragEvent(type, { ...synthetic.basics(type), dataTransfer, clientX: point.x, clientY: point.y }),
    );
  }

  /** What can be dragged around an element. @returns {Element | null} */
  function draggableAround(/** @type {Element} */ element) {
    for (let node = /** @type {Element | null} */ (element); node; node = dom.parentOf(node)) {
      if (node instanceof HTMLElement && node.draggable) return node;
    }
    return null;
  }

  /** Follow a mouse that moves with its button down; a long enough pull on something draggable starts a drag. */
  function pull(/** @type {Element | null} */ pressed, /** @type {Pull} */ input) {
    if (drag || !pressed || !(input.buttons & 1)) return {};
    start ??= { x: input.x, y: input.y };
    const source = draggableAround(pressed);
    if (!source || Math.hypot(input.x - start.x, input.y - start.y) < THRESHOLD_PX) return {};
    const carried = new DataTransfer();
    if (!fire(source, "dragstart", carried, input)) return {};
    drag = { source, carried, over: null, accepts: false };
    hasDragged = true;
    return { dragStarted: true };
  }

  /** @typedef {import("../contract").FileBytes} FileBytes */

  /** Carry files in from outside, as from a file manager. */
  function carryFiles(/** @type {FileBytes[]} */ files, /** @type {Element} */ target) {
    const carried = new DataTransfer();
    for (const { name, type, base64 } of files) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      carried.items.add(new File([bytes], name, { type }));
    }
    drag = { source: target, carried, over: null, accepts: false };
  }

  /** Go on with the drag at a point: enter, over, drop or cancel; `files` come in with the first step. */
  function dragTo(/** @type {{ kind: string, x: number, y: number, files: FileBytes[] }} */ { kind, x, y, files }) {
    const inner = agent.innerFrames.frameAt({ x, y });
    if (inner) return { inner };
    const target = hits.elementAt(x, y) ?? document.documentElement;
    if (files.length) carryFiles(files, target);
    if (!drag) return agent.failure("ELEMENT_NOT_ACTIONABLE", "Nothing is being dragged.");
    const { source, carried } = drag;
    if (kind === "cancel") {
      fire(source, "dragend", carried, { x, y });
    } else if (kind === "drop") {
      finish(target, { x, y });
    } else {
      fire(source, "drag", carried, { x, y });
      if (drag.over && drag.over !== target) fire(drag.over, "dragleave", carried, { x, y });
      drag.over = target;
      drag.accepts = !fire(target, TYPES[kind] ?? "dragover", carried, { x, y });
    }
    if (kind === "cancel" || kind === "drop") drag = null;
    return {};
  }

  /** Drop, if the page said at the last look that it takes what is carried. */
  function finish(/** @type {Element} */ target, /** @type {{ x: number, y: number }} */ point) {
    if (!drag) return;
    const { source, carried, accepts } = drag;
    fire(target, accepts ? "drop" : "dragleave", carried, point);
    fire(source, "dragend", carried, point);
  }

  /** Forget the drag; return whether there was one. */
  function end() {
    const ended = hasDragged;
    drag = null;
    start = null;
    hasDragged = false;
    return ended;
  }

  agent.dragging = { pull, end };
  agent.define("dragTo", dragTo);
})();
