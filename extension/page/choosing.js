"use strict";
/** Choosing: options of lists, native or built by the page, and boxes that are checked. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, names, actionability } = agent;

  const MAX_LISTED = 12;
  const OPTION_ROLES = new Set(["option", "menuitem", "menuitemradio", "menuitemcheckbox", "treeitem"]);
  const LIST_SELECTOR = "[role=listbox], [role=menu], [role=tree], [role=grid]";

  /** The best match for a wanted label or value: exact first, then without case, then as the only beginning. */
  function match(/** @type {{ label: string, value: string }[]} */ options, /** @type {string} */ wanted) {
    const text = names.collapse(wanted);
    const lower = text.toLowerCase();
    const tests = /** @type {((option: { label: string, value: string }) => boolean)[]} */ ([
      (option) => option.label === text,
      (option) => option.value === wanted,
      (option) => option.label.toLowerCase() === lower,
      (option) => option.value.toLowerCase() === lower,
    ]);
    for (const test of tests) {
      const at = options.findIndex(test);
      if (at >= 0) return at;
    }
    const starting = options.flatMap((option, at) => (lower && option.label.toLowerCase().startsWith(lower) ? [at] : []));
    return starting.length === 1 ? /** @type {number} */ (starting[0]) : -1;
  }

  function optionsOf(/** @type {HTMLSelectElement} */ select) {
    return [...select.options].map((option) => ({ label: names.collapse(option.label || option.text), value: option.value }));
  }

  function missing(/** @type {string} */ wanted, /** @type {string[]} */ labels) {
    const shown = labels.slice(0, MAX_LISTED).map((label) => `"${label.slice(0, 40)}"`);
    const more = labels.length > MAX_LISTED ? ` and ${labels.length - MAX_LISTED} more` : "";
    const next_step = labels.length ? `There is: ${shown.join(", ")}${more}.` : "It shows no choices.";
    return agent.failure("ELEMENT_NOT_FOUND", `There is no choice "${wanted}".`, { next_step, choices: labels.slice(0, 50) });
  }

  /** Which options of a native list are meant, or why none. */
  function pick(/** @type {HTMLSelectElement} */ select, /** @type {string[]} */ values) {
    const options = optionsOf(select);
    const picked = /** @type {number[]} */ ([]);
    for (const wanted of values) {
      const at = match(options, wanted);
      if (at < 0) return missing(wanted, options.map((option) => option.label || option.value));
      if (/** @type {HTMLOptionElement} */ (select.options[at]).matches(":disabled")) {
        return agent.failure("ELEMENT_NOT_ACTIONABLE", `The choice "${wanted}" is disabled.`, { why: "disabled" });
      }
      picked.push(at);
    }
    if (picked.length > 1 && !select.multiple) {
      return agent.failure("INVALID_PARAMS", "This list takes one choice only.", { next_step: "Pass one value." });
    }
    return { picked };
  }

  /** Choose in a native list; a list the page built itself answers `isNative: false`. */
  function choose(/** @type {{ ref: string, values: string[], dry?: boolean }} */ { ref, values, dry = false }) {
    const element = agent.element(ref);
    if (!element) return actionability.gone(ref);
    const select = selectFor(element);
    if (!select) return { isNative: false };
    const obstacle = actionability.disabled(select);
    if (obstacle) return actionability.notActionable(ref, obstacle);
    const answer = pick(select, values);
    if (!("picked" in answer) || dry) return answer;
    agent.settling.begin(select);
    agent.changes.expectValue(select);
    // A widget that stands in its place would take the focus for itself, and open.
    if (!actionability.isUnseen(select)) select.focus({ preventScroll: true });
    apply(select, new Set(answer.picked));
    return { isNative: true, chosen: agent.values.selectedLabels(select) };
  }

  /** @returns {HTMLSelectElement | null} */
  function selectFor(/** @type {Element} */ element) {
    if (element instanceof HTMLSelectElement) return element;
    if (element instanceof HTMLLabelElement && element.control instanceof HTMLSelectElement) return element.control;
    return null;
  }

  function apply(/** @type {HTMLSelectElement} */ select, /** @type {Set<number>} */ picked) {
    const before = select.value;
    let changed = false;
    [...select.options].forEach((option, at) => {
      if (option.selected === picked.has(at) || (!select.multiple && !picked.has(at))) return;
      option.selected = picked.has(at);
      changed = true;
    });
    if (!changed && before === select.value) return;
    select.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /** The list that belongs to an `option` element, with the option's own value. */
  function listOfOption(/** @type {{ ref: string }} */ { ref }) {
    const option = agent.element(ref);
    const select = option instanceof HTMLOptionElement ? option.closest("select") : null;
    return select && option instanceof HTMLOptionElement ? { list: agent.refOf(select), value: option.value } : { list: "" };
  }

  /** Where the choices of a list the page built are: inside it, in what it controls, or in any open list. @returns {Element[]} */
  function listsFor(/** @type {Element} */ element) {
    const own = dom.matches(element, LIST_SELECTOR) ? [element] : [];
    const linked = [...dom.referenced(element, "aria-controls"), ...dom.referenced(element, "aria-owns")];
    const input = dom.queryAll(element, "[aria-controls], [aria-owns]")[0];
    if (input) linked.push(...dom.referenced(input, "aria-controls"), ...dom.referenced(input, "aria-owns"));
    const near = [...own, ...linked].filter((list) => choicesIn(list).length);
    if (near.length) return near;
    return agent.finding.allTrees().flatMap((tree) => [...dom.queryAll(tree, LIST_SELECTOR)]);
  }

  function choicesIn(/** @type {Element} */ list) {
    return [...dom.queryAll(list, "*")].filter((item) => OPTION_ROLES.has(agent.roles.roleOf(item)) && !actionability.invisible(item));
  }

  /** Find a choice in a list the page built itself. */
  function findChoice(/** @type {{ ref: string, value: string }} */ { ref, value }) {
    const element = agent.element(ref);
    if (!element) return actionability.gone(ref);
    const items = [...new Set(listsFor(element).flatMap(choicesIn))];
    const options = items.map((item) => ({ label: agent.names.nameOf(item) || names.collapse(dom.textContent(item) ?? ""), value: dom.attribute(item, "data-value") ?? dom.attribute(item, "value") ?? "" }));
    const at = match(options, value);
    const found = at >= 0 ? /** @type {Element} */ (items[at]) : null;
    return {
      found: found ? { ref: agent.refOf(found), role: agent.roles.roleOf(found), name: options[at]?.label ?? "" } : null,
      isSelected: found ? dom.attribute(found, "aria-selected") === "true" || dom.attribute(found, "aria-checked") === "true" : false,
      isField: agent.typing.kindOf(element) === "text",
      labels: options.map((option) => option.label).slice(0, 50),
    };
  }

  /** Whether something is checked. */
  function checkState(/** @type {{ ref: string }} */ { ref }) {
    const element = agent.element(ref);
    if (!element) return actionability.gone(ref);
    const control = element instanceof HTMLLabelElement && element.control ? element.control : element;
    const role = agent.roles.roleOf(control);
    const states = agent.states.statesOf(control, role);
    const isCheckable = states.some((state) => /^(checked|unchecked|mixed|pressed|unpressed)/.test(state));
    return {
      isCheckable,
      isChecked: states.includes("checked") || states.includes("pressed"),
      isRadio: role === "radio" || role === "menuitemradio",
      isNative: control instanceof HTMLInputElement,
    };
  }

  agent.choosing = { missing };
  agent.define("choose", choose);
  agent.define("listOfOption", listOfOption);
  agent.define("findChoice", findChoice);
  agent.define("checkState", checkState);
})();
