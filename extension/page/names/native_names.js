"use strict";
/** Names that come from HTML and SVG themselves: labels, alt, captions, legends, button defaults. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, style } = agent;

  /** @typedef {import("../types").Trail} Trail */
  /** @typedef {import("../types").Named} Named */

  const BUTTON_DEFAULTS = /** @type {Record<string, string>} */ ({ submit: "Submit", reset: "Reset" });
  const VALUE_BUTTONS = new Set(["button", "submit", "reset"]);

  /** @returns {Named | null} */
  function fromMarkup(/** @type {Element} */ element, /** @type {string} */ role, /** @type {Trail} */ trail) {
    if (role === "none" && dom.hasAttribute(element, "role")) return null;
    const labelled = fromLabels(element, trail);
    if (labelled) return labelled;
    if (agent.fields.isEditingHost(element)) return null;
    if (element instanceof SVGElement) return fromSvg(element, trail);
    const rule = RULES[dom.localName(element)];
    return rule ? rule(element, trail) : null;
  }

  function fromLabels(/** @type {Element} */ element, /** @type {Trail} */ trail) {
    if (trail.recursive && trail.labelledby) return null;
    const labels = agent.labels.namingLabels(element);
    if (!labels.length) return null;
    const shown = labels.filter((label) => !isHiddenLabel(label));
    const parts = shown.map((label) => textOf(label, element, trail)).filter(Boolean);
    return parts.length
      ? { text: parts.join(" "), from: shown.length === labels.length && parts.length === 1 ? "label" : "related" }
      : null;
  }

  function isHiddenLabel(/** @type {Element} */ label) {
    return style.isUnrendered(label) || style.isInvisible(label) || style.isAriaHidden(label);
  }

  function textOf(/** @type {Element} */ source, /** @type {Element} */ owner, /** @type {Trail} */ trail) {
    const visited = new Set(trail.visited);
    visited.delete(source);
    visited.add(owner);
    const hiddenRoot = trail.hiddenRoot || style.isUnrendered(source);
    const found = agent.names.compute(source, { recursive: true, labelledby: false, hiddenRoot, visited });
    return agent.names.collapse(found.text);
  }

  const RULES = /** @type {Record<string, (element: Element, trail: Trail) => Named | null>} */ ({
    input: fromInput,
    textarea: fromPlaceholder,
    img: fromAlt,
    area: fromAlt,
    fieldset: (element, trail) => fromChild(element, "legend", trail),
    table: fromTable,
    optgroup: (element) => fromAttribute(element, "label"),
    option: (element) => fromAttribute(element, "label"),
  });

  function fromInput(/** @type {Element} */ element, /** @type {Trail} */ trail) {
    const type = agent.fields.inputType(element);
    if (VALUE_BUTTONS.has(type)) return fromButtonInput(element, type);
    if (type === "image") return fromImageInput(element);
    if (type === "file") return fromFileInput(element, trail);
    return fromPlaceholder(element, trail);
  }

  function fromButtonInput(/** @type {Element} */ element, /** @type {string} */ type) {
    const value = dom.attribute(element, "value");
    if (value?.trim()) return { text: /** @type {HTMLInputElement} */ (element).value, from: "value" };
    const preset = value === null ? BUTTON_DEFAULTS[type] : undefined;
    return preset ? { text: preset, from: "contents" } : null;
  }

  function fromImageInput(/** @type {Element} */ element) {
    return (
      fromAttribute(element, "alt") ??
      fromAttribute(element, "value") ??
      fromAttribute(element, "title") ?? { text: "Submit", from: "contents" }
    );
  }

  /** Inside other text a file input also says what was chosen. */
  function fromFileInput(/** @type {Element} */ element, /** @type {Trail} */ trail) {
    const input = /** @type {HTMLInputElement} */ (element);
    const label = input.multiple ? "Choose Files" : "Choose File";
    const chosen = [...(input.files ?? [])].map((file) => file.name).join(", ") || "No file chosen";
    return { text: trail.recursive ? `${label}: ${chosen}` : label, from: "contents" };
  }

  const PLACEHOLDER_TYPES = new Set(["text", "search", "tel", "url", "email", "password", "number"]);

  function fromPlaceholder(/** @type {Element} */ element, /** @type {Trail} */ _trail) {
    const isInput = dom.localName(element) === "input";
    if (isInput && !PLACEHOLDER_TYPES.has(agent.fields.inputType(element))) return null;
    return (
      fromAttribute(element, "title", "title") ??
      fromAttribute(element, "placeholder", "placeholder") ??
      fromAttribute(element, "aria-placeholder", "placeholder")
    );
  }

  /** An empty alt is an answer too: the image has no name. */
  function fromAlt(/** @type {Element} */ element) {
    return dom.attribute(element, "alt") === "" ? { text: "", from: "empty" } : fromAttribute(element, "alt");
  }

  function fromTable(/** @type {Element} */ element, /** @type {Trail} */ trail) {
    return fromChild(element, "caption", trail) ?? fromAttribute(element, "summary");
  }

  function fromAttribute(/** @type {Element} */ element, /** @type {string} */ name, from = "attribute") {
    const text = dom.attribute(element, name);
    return text?.trim() ? { text, from } : null;
  }

  function fromChild(/** @type {Element} */ element, /** @type {string} */ tag, /** @type {Trail} */ trail) {
    for (let child = dom.firstChild(element); child; child = dom.nextSibling(child)) {
      if (dom.nodeType(child) !== dom.ELEMENT) continue;
      const source = /** @type {Element} */ (child);
      if (dom.localName(source) !== tag || isHiddenLabel(source)) continue;
      const text = textOf(source, element, trail);
      return text ? { text, from: "caption" } : null;
    }
    return null;
  }

  function fromSvg(/** @type {Element} */ element, /** @type {Trail} */ trail) {
    const title = agent.roles.svgTitle(element);
    const text = title ? textOf(title, element, { ...trail, hiddenRoot: true }) : "";
    if (text) return { text, from: "related" };
    return dom.localName(element) === "a" ? fromAttribute(element, "xlink:title") : null;
  }

  agent.names.sources.markup = fromMarkup;
})();
