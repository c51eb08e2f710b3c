"use strict";
/** How much is printed about one control: choices of a select, long values, addresses of links. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, names } = agent;

  /** @typedef {import("../types").Walk} Walk */
  /** @typedef {import("../types").Entry} Entry */

  const MAX_VALUE_CHARS = 200;
  const MAX_CHOICES = 8;
  const MAX_CHOICES_CHARS = 80;

  /** An element that was asked for by itself is shown in full, and so is all in the full view. */
  function isShownInFull(/** @type {Walk} */ walk, /** @type {Element} */ element) {
    return walk.mode === "full" || walk.root === element;
  }

  /** Complete the states of a control. */
  function addTo(/** @type {Walk} */ walk, /** @type {Entry} */ entry) {
    const { element } = entry;
    if (entry.role === "link" && isShownInFull(walk, element)) addAddress(entry);
    if (!isShownInFull(walk, element)) shortenValue(entry);
    if (element instanceof HTMLSelectElement && !isShownInFull(walk, element)) entry.states.push(choicesOf(element));
  }

  function addAddress(/** @type {Entry} */ entry) {
    const address = /** @type {HTMLAnchorElement} */ (entry.element).href;
    if (typeof address === "string" && address) entry.states.push(`url=${address}`);
  }

  function shortenValue(/** @type {Entry} */ entry) {
    const at = entry.states.findIndex((state) => state.startsWith("value=") && state.length > MAX_VALUE_CHARS);
    if (at < 0) return;
    const value = entry.states[at] ?? "";
    entry.states[at] = `${value.slice(0, MAX_VALUE_CHARS)}… (${value.length - "value=".length} characters)`;
  }

  /** A few short choices are listed, many are counted. */
  function choicesOf(/** @type {HTMLSelectElement} */ select) {
    const labels = [...select.options].slice(0, MAX_CHOICES + 1).map(names.choiceLabel);
    const listed = labels.join("|");
    const fits = labels.length <= MAX_CHOICES && listed.length <= MAX_CHOICES_CHARS;
    return `options=${fits ? listed : select.options.length}`;
  }

  function listsChoices(/** @type {Walk} */ walk, /** @type {Element} */ element) {
    return element instanceof HTMLSelectElement && isShownInFull(walk, element);
  }

  function visitChoices(
    /** @type {Walk} */ walk,
    /** @type {Element} */ element,
    /** @type {import("../types").Place} */ inner,
  ) {
    for (const choice of dom.queryAll(element, "option")) {
      agent.entries.pushRow(walk, agent.entries.rowEntry(choice, "option", names.nameOf(choice), inner));
    }
  }

  agent.controlDetails = { addTo, listsChoices, visitChoices };
})();
