"use strict";
/** File fields: finding the one that is meant, and giving it files that exist only as bytes. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, actionability } = agent;

  /** @typedef {import("../contract").FileBytes} FileBytes */

  /** @returns {HTMLInputElement | null} */
  function fileFieldFor(/** @type {Element} */ element) {
    if (isFileField(element)) return /** @type {HTMLInputElement} */ (element);
    if (element instanceof HTMLLabelElement && element.control && isFileField(element.control))
      return /** @type {HTMLInputElement} */ (element.control);
    const inside = dom.queryAll(dom.shadowOf(element) ?? element, "input[type=file]");
    return inside.length === 1 ? /** @type {HTMLInputElement} */ (inside[0]) : null;
  }

  const BUTTONS = "button, a, [role=button]";
  const WIDGET_DEPTH = 3;

  /** The only file field of the widget that a button belongs to. @returns {HTMLInputElement | null} */
  function fileFieldAround(/** @type {Element} */ element) {
    let box = dom.matches(element, BUTTONS) ? dom.parentElement(element) : null;
    for (let depth = 0; box && box !== document.body && depth < WIDGET_DEPTH; depth += 1) {
      const fields = dom.queryAll(box, "input[type=file]");
      if (fields.length) return fields.length === 1 ? /** @type {HTMLInputElement} */ (fields[0]) : null;
      box = dom.parentElement(box);
    }
    return null;
  }

  function isFileField(/** @type {Element} */ element) {
    return element instanceof HTMLInputElement && element.type === "file";
  }

  function fileField(/** @type {{ ref: string }} */ { ref }) {
    const element = agent.element(ref);
    if (!element) return actionability.gone(ref);
    const field = fileFieldFor(element);
    const obstacle = field && actionability.disabled(field);
    if (obstacle) return actionability.notActionable(obstacle);
    return { ref: field ? agent.refOf(field) : "", takesMany: field?.multiple ?? true };
  }

  function fileOf(/** @type {FileBytes} */ { name, type, base64 }) {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return new File([bytes], name, { type });
  }

  function loadOf(/** @type {FileBytes[]} */ files) {
    const load = new DataTransfer();
    for (const file of files) load.items.add(fileOf(file));
    return load;
  }

  /** Put files into the field, or drop them on the element when it has none. */
  function giveFiles(/** @type {{ ref: string, files: FileBytes[] }} */ { ref, files }) {
    const element = agent.element(ref);
    if (!element) return actionability.gone(ref);
    const load = loadOf(files);
    agent.settling.begin(element);
    const field = fileFieldFor(element) ?? fileFieldAround(element);
    if (field) fillField(field, load);
    else dropOn(element, load);
    return null;
  }

  function fillField(/** @type {HTMLInputElement} */ field, /** @type {DataTransfer} */ load) {
    field.files = load.files;
    field.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function dropOn(/** @type {Element} */ element, /** @type {DataTransfer} */ dataTransfer) {
    const box = dom.rectOf(element);
    const place = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
    for (const name of ["dragenter", "dragover", "drop"]) {
      element.dispatchEvent(
        new DragEvent(name, { bubbles: true, cancelable: true, composed: true, dataTransfer, ...place }),
      );
    }
  }

  agent.chooseFiles = (field, files) => fillField(field, loadOf(files));
  agent.define("fileField", fileField);
  agent.define("giveFiles", giveFiles);
})();
