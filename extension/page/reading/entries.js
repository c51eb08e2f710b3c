"use strict";
/** Entries: what a page is turned into. Each becomes a row, a line of text with its links, or a folded table. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { names } = agent;

  /** @typedef {import("../types").Entry} Entry */
  /** @typedef {import("../types").Walk} Walk */
  /** @typedef {import("../types").Place} Place */

  // What a row takes beside its name.
  const ROW_CHARS = 10;

  /** An entry that prints as a row of its own. @returns {Entry} */
  function rowEntry(
    /** @type {Element} */ element,
    /** @type {string} */ role,
    /** @type {string} */ name,
    /** @type {Place} */ inner,
  ) {
    const words = agent.states.statesOf(element, role);
    const value = printedValue(element, role);
    if (value) words.push(value);
    if (inner.appearance.hidden && !DRAWN_OTHERWISE.has(role) && !agent.labels.showsItsLabel(element))
      words.push("hidden");
    return entryOf(element, "row", role, name, words);
  }

  // Libraries hide the native control and draw one of their own over it.
  const DRAWN_OTHERWISE = new Set(["checkbox", "radio", "switch", "slider"]);

  function printedValue(/** @type {Element} */ element, /** @type {string} */ role) {
    const text = agent.values.printable(element, role) ?? "";
    const value =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? heldText(text) : trimmed(text);
    return value ? `value=${value}` : null;
  }

  /** What a field holds, with plain blanks around it: whoever copies it needs them. Other blanks at its ends would be lost. */
  function heldText(/** @type {string} */ text) {
    return UNSEEN_BLANKS.test(text)
      ? text.replace(/[\u200B\uFEFF]/g, "").replace(/^[^\S \t\r\n]+|[^\S \t\r\n]+$/g, "")
      : text;
  }

  /** A name or value without blanks that only lay text out. */
  function trimmed(/** @type {string} */ text) {
    return UNSEEN_BLANKS.test(text) ? text.replace(/[\u200B\uFEFF]/g, "").replace(/^\s+|\s+$/g, "") : text;
  }

  const UNSEEN_BLANKS = /^\s|\s$|[\u200B\uFEFF]/;

  /** @returns {Entry} */
  function entryOf(
    /** @type {Element} */ element,
    /** @type {Entry["kind"]} */ kind,
    /** @type {string} */ role,
    /** @type {string} */ name,
    /** @type {string[]} */ words,
  ) {
    return { kind, element, role, name: trimmed(name), states: words, text: "", links: [], item: false, fold: null };
  }

  function pushRow(/** @type {Walk} */ walk, /** @type {Entry} */ entry) {
    endLine(walk);
    walk.entries.push(entry);
    walk.size += entry.name.length + ROW_CHARS;
  }

  /** The open line of text, begun in `element` when there is none. @returns {Entry} */
  function lineOf(/** @type {Walk} */ walk, /** @type {Element} */ element) {
    walk.line ??= entryOf(element, "text", "text", "", []);
    return walk.line;
  }

  function addLink(/** @type {Walk} */ walk, /** @type {Entry} */ entry) {
    const line = lineOf(walk, entry.element);
    if (walk.mode === "interactive" && line.links.length) line.text += " ";
    line.links.push(entry);
    // Private-use marks keep the place of each link until the line is printed.
    line.text += `\uE000${line.links.length - 1}\uE001`;
    walk.size += entry.name.length + ROW_CHARS;
  }

  function endLine(/** @type {Walk} */ walk) {
    const { line } = walk;
    if (!line) return;
    walk.line = null;
    line.text = names.collapse(line.text);
    if (!line.text) return;
    walk.entries.push(line);
    walk.size += line.text.length;
  }

  /** @returns {Entry[]} */
  function flatten(/** @type {Entry[]} */ entries) {
    return entries.flatMap((entry) => {
      if (entry.fold) return entry.fold.groups.flatMap((group) => flatten(group.entries));
      return [entry, ...entry.links];
    });
  }

  /** The words of an entry a person would search for. */
  function wordsOf(/** @type {Entry} */ entry) {
    if (entry.kind !== "text") return entry.name;
    return entry.text.replace(/\uE000(\d+)\uE001/g, (_, index) => entry.links[Number(index)]?.name ?? "");
  }

  agent.entries = { rowEntry, entryOf, pushRow, lineOf, addLink, endLine, flatten, wordsOf };
})();
