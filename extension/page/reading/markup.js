"use strict";
/** Compact HTML around an element: enough to write a selector, not the whole source. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, names } = agent;

  /** @typedef {{ lines: string[], left: number, cut: boolean }} Sheet */

  const KEPT =
    /^(id|class|name|type|href|src|role|for|alt|title|placeholder|value|checked|selected|disabled|required|readonly|open|hidden|tabindex|contenteditable|slot|action|method|target|autocomplete|lang|itemprop|data-test.*|data-cy|data-qa|aria-.*)$/;
  // What tells the shapes of a drawing apart: where they are and how they are painted.
  const KEPT_IN_DRAWINGS = /^(fill|stroke|[xy][12]?|c[xy]|r[xy]?|width|height|points|d|transform|font-size)$/;
  const MAX_VALUE_CHARS = 80;
  // Many selectors go by these; long ones hold data of the page's own.
  const MAX_DATA_CHARS = 40;
  const MAX_TEXT_CHARS = 120;
  const MAX_CHILDREN = 60;
  const MAX_DEPTH = 30;

  function openTag(/** @type {Element} */ element) {
    const written = [...dom.attributesOf(element)]
      .filter((attribute) => isKept(element, attribute))
      .map((attribute) => attributeText(element, attribute.name, attribute.value));
    return `<${[dom.localName(element), ...written].join(" ")}>`;
  }

  /** @typedef {{ name: string, value: string }} Attribute */

  function isKept(/** @type {Element} */ element, /** @type {Attribute} */ attribute) {
    if (KEPT.test(attribute.name)) return true;
    if (KEPT_IN_DRAWINGS.test(attribute.name)) return agent.roles.isShape(element);
    return isShort(attribute) && !agent.values.isSecret(element);
  }

  function isShort(/** @type {Attribute} */ { name, value }) {
    if (name === "style") return value !== "" && value.length <= MAX_VALUE_CHARS;
    return name.startsWith("data-") && value.length <= MAX_DATA_CHARS;
  }

  function attributeText(/** @type {Element} */ element, /** @type {string} */ name, /** @type {string} */ value) {
    if (name === "value" && agent.values.isSecret(element)) return "value=…";
    const short = value.length > MAX_VALUE_CHARS ? `${value.slice(0, MAX_VALUE_CHARS)}…` : value;
    return short ? `${name}="${short.replaceAll('"', "&quot;")}"` : name;
  }

  function add(/** @type {Sheet} */ sheet, /** @type {string} */ line) {
    sheet.left -= line.length + 1;
    if (sheet.left < 0) sheet.cut = true;
    else sheet.lines.push(line);
  }

  function writeElement(/** @type {Sheet} */ sheet, /** @type {Element} */ element, /** @type {number} */ depth) {
    if (sheet.cut) return;
    const indent = " ".repeat(depth);
    const tag = openTag(element);
    const inner = contentOf(element);
    if (typeof inner === "string") return add(sheet, `${indent}${tag}${inner}`);
    add(sheet, `${indent}${tag}`);
    if (depth > MAX_DEPTH) return add(sheet, `${indent} …`);
    if (dom.shadowOf(element)) add(sheet, `${indent} #shadow`);
    for (const child of inner.slice(0, MAX_CHILDREN)) writeNode(sheet, child, depth + 1);
    if (inner.length > MAX_CHILDREN) add(sheet, `${indent} … ${inner.length - MAX_CHILDREN} more`);
  }

  /** Text alone goes on the tag's own line; other children are listed. @returns {string | Node[]} */
  function contentOf(/** @type {Element} */ element) {
    const tag = dom.localName(element);
    if (tag === "script" || tag === "style") return "…";
    if (tag === "textarea" && agent.values.isSecret(element)) return "…";
    const nodes = dom.childrenOf(element).filter(isWorthwhile);
    const onlyText = nodes.every((node) => dom.nodeType(node) === dom.TEXT);
    return onlyText ? nodes.map(shortText).join(" ") : nodes;
  }

  function isWorthwhile(/** @type {Node} */ node) {
    const type = dom.nodeType(node);
    return type === dom.ELEMENT || (type === dom.TEXT && /\S/.test(dom.textData(/** @type {Text} */ (node))));
  }

  function shortText(/** @type {Node} */ node) {
    const text = names.collapse(dom.textData(/** @type {Text} */ (node)).slice(0, 2000));
    return text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS)}…` : text;
  }

  function writeNode(/** @type {Sheet} */ sheet, /** @type {Node} */ node, /** @type {number} */ depth) {
    if (dom.nodeType(node) === dom.ELEMENT) writeElement(sheet, /** @type {Element} */ (node), depth);
    else add(sheet, `${" ".repeat(depth)}${shortText(node)}`);
  }

  /** The ancestors of an element as one line, outermost first. */
  function pathTo(/** @type {Element} */ element) {
    const steps = /** @type {string[]} */ ([]);
    for (let node = dom.parentOf(element); node; node = dom.parentOf(node)) {
      const id = dom.attribute(node, "id");
      const [word] = (dom.attribute(node, "class") ?? "").trim().split(/\s+/, 1);
      steps.unshift(`${dom.localName(node)}${id ? `#${id}` : word ? `.${word}` : ""}`);
    }
    return steps.join(" > ");
  }

  function markup(/** @type {{ ref?: string, maxChars?: number }} */ { ref, maxChars = 12000 }) {
    const element = ref ? agent.element(ref) : dom.documentElementOf(document);
    if (!element)
      return agent.failure("ELEMENT_STALE", `${ref} is no longer on the page.`, { was: "", candidates: [] });
    /** @type {Sheet} */
    const sheet = { lines: [], left: maxChars, cut: false };
    writeElement(sheet, element, 0);
    return { path: pathTo(element), html: sheet.lines.join("\n"), cut: sheet.cut };
  }

  agent.define("markup", markup);
})();
