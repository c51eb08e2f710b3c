"use strict";
/** Fields: what kind of input each takes, and what it holds. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom } = agent;

  /** Inputs that take a value, not keys. */
  const VALUE_TYPES = new Set("date time month week datetime-local color range".split(" "));
  const UNTYPED = new Set("checkbox radio file button submit reset image hidden".split(" "));

  function inputType(/** @type {Element} */ element) {
    return /** @type {HTMLInputElement} */ (element).type;
  }

  /** @returns {"text" | "value" | "editor" | "select" | "none"} */
  function kindOf(/** @type {Element} */ element) {
    const tag = dom.localName(element);
    if (tag === "textarea") return "text";
    if (tag === "select") return "select";
    if (tag === "input") return inputKind(inputType(element));
    return element instanceof HTMLElement && dom.isContentEditable(element) ? "editor" : "none";
  }

  function inputKind(/** @type {string} */ type) {
    if (VALUE_TYPES.has(type)) return "value";
    return UNTYPED.has(type) ? "none" : "text";
  }

  const NEVER_EDITED = new Set(["input", "textarea", "select", "img", "svg"]);

  function isEditingHost(/** @type {Element} */ element) {
    if (!dom.hasAttribute(element, "contenteditable") || NEVER_EDITED.has(dom.localName(element))) return false;
    const editable = dom.attribute(element, "contenteditable");
    return editable !== null && editable.toLowerCase() !== "false" && !/^(inherit)$/i.test(editable);
  }

  /** What a field holds now. */
  function textIn(/** @type {Element} */ field) {
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement)
      return field.value;
    return /** @type {HTMLElement} */ (field).innerText.replace(/\n$/, "");
  }

  agent.fields = { inputType, kindOf, isEditingHost, textIn };
})();
