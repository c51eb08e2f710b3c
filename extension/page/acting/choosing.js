"use strict";
/** Choosing: options of lists, native or built by the page, and boxes that are checked. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, names, actionability } = agent;

  const MAX_LISTED = 50;
  const OPTION_ROLES = new Set(["option", "menuitem", "menuitemradio", "menuitemcheckbox", "radio", "treeitem"]);
  const LIST_SELECTOR = "[role=listbox], [role=menu], [role=tree], [role=grid], [role=radiogroup]";

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
    const starting = options.flatMap((option, at) =>
      lower && option.label.toLowerCase().startsWith(lower) ? [at] : [],
    );
    return starting.length === 1 ? /** @type {number} */ (starting[0]) : -1;
  }

  function optionsOf(/** @type {HTMLSelectElement} */ select) {
    return [...select.options].map((option) => ({ label: names.choiceLabel(option), value: option.value }));
  }

  /** @typedef {import("../contract").ChoiceRefusal} ChoiceRefusal */

  /** @returns {{ refused: ChoiceRefusal }} */
  function missing(/** @type {string} */ wanted, /** @type {{ label: string, value: string }[]} */ options) {
    const choices = options.slice(0, MAX_LISTED).map((option) => option.label || option.value);
    return { refused: { kind: "missing", wanted, choices, total: options.length } };
  }

  /**
   * Which options of a native list are meant, or why none.
   * @returns {{ picked: number[] } | { refused: ChoiceRefusal }}
   */
  function pick(/** @type {HTMLSelectElement} */ select, /** @type {string[]} */ values) {
    const options = optionsOf(select);
    const picked = /** @type {number[]} */ ([]);
    for (const wanted of values) {
      const at = match(options, wanted);
      if (at < 0) return missing(wanted, options);
      if (/** @type {HTMLOptionElement} */ (select.options[at]).matches(":disabled"))
        return { refused: { kind: "disabled", wanted } };
      picked.push(at);
    }
    return picked.length > 1 && !select.multiple ? { refused: { kind: "only_one" } } : { picked };
  }

  /** Why a native list or a group of radio buttons takes no such choices, or null. */
  function refused(/** @type {Element} */ element, /** @type {string[]} */ values) {
    const select = selectFor(element);
    const answer = select ? pick(select, values) : pickRadio(element, values);
    return answer && "refused" in answer ? answer.refused : null;
  }

  const RADIO_GROUPS = new Set(["radiogroup", "group"]);

  /** The radio buttons of a group. */
  function radiosIn(/** @type {Element} */ group) {
    return RADIO_GROUPS.has(agent.roles.roleOf(group))
      ? partsOf(group).filter((part) => agent.roles.roleOf(part) === "radio")
      : [];
  }

  /**
   * Which radio button of a group is meant, or why none; null where there is none.
   * @returns {{ radio: import("../contract").ElementLook } | { refused: ChoiceRefusal } | null}
   */
  function pickRadio(/** @type {Element} */ group, /** @type {string[]} */ values) {
    const radios = radiosIn(group);
    if (!radios.length) return null;
    const options = radios.map(optionOf);
    const [wanted = "", ...more] = values;
    const radio = radios[match(options, wanted)];
    if (!radio) return missing(wanted, options);
    if (actionability.disabled(radio)) return { refused: { kind: "disabled", wanted } };
    return more.length ? { refused: { kind: "only_one" } } : { radio: described(radio) };
  }

  /** How a choice that the page built is called. */
  function optionOf(/** @type {Element} */ item) {
    const label = names.nameOf(item) || names.collapse(dom.textContent(item) ?? "");
    return { label, value: dom.attribute(item, "data-value") ?? dom.attribute(item, "value") ?? "" };
  }

  /**
   * Choose in a native list. What names a list that the page built is answered with that list, and a group of radio
   * buttons with the one that is meant.
   */
  function choose(/** @type {{ ref: string, values: string[] }} */ { ref, values }) {
    const element = agent.element(ref);
    if (!element) return actionability.gone(ref);
    const select = selectFor(element);
    if (!select) return pickRadio(element, values) ?? { meant: listNamedBy(element) };
    const obstacle = actionability.disabled(select);
    if (obstacle) return actionability.notActionable(obstacle);
    const answer = pick(select, values);
    if (!("picked" in answer)) return answer;
    take(select, new Set(answer.picked));
    return { labels: agent.values.selectedLabels(select) };
  }

  function take(/** @type {HTMLSelectElement} */ select, /** @type {Set<number>} */ picked) {
    agent.settling.begin(select);
    agent.changes.expectValue(select);
    // A widget that stands in its place would take the focus for itself, and open.
    if (!agent.boxes.isUnseen(select)) select.focus({ preventScroll: true });
    apply(select, picked);
  }

  /** @returns {HTMLSelectElement | null} */
  function selectFor(/** @type {Element} */ element) {
    if (element instanceof HTMLSelectElement) return element;
    if (element instanceof HTMLLabelElement && element.control instanceof HTMLSelectElement) return element.control;
    return null;
  }

  /** The list whose label an element is, also one that the browser would not take for labelled. */
  function listNamedBy(/** @type {Element} */ element) {
    if (agent.roles.CONTROL_ROLES.has(agent.roles.roleOf(element))) return null;
    const list = agent.fieldLabels.labelled(element) ?? dom.referenced(element, "for")[0];
    return list && agent.roles.CONTROL_ROLES.has(agent.roles.roleOf(list)) ? described(list) : null;
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

  /** Whether an element is an option of a native list. */
  function isNativeOption(/** @type {{ ref: string }} */ { ref }) {
    const option = agent.element(ref);
    return option instanceof HTMLOptionElement && option.closest("select") !== null;
  }

  /** Choose one option of a native list; `adding` keeps what else is chosen, and takes out an option that is. */
  function chooseOption(/** @type {{ ref: string, adding: boolean }} */ { ref, adding }) {
    const option = agent.element(ref);
    const select = option instanceof HTMLOptionElement ? option.closest("select") : null;
    if (!select || !(option instanceof HTMLOptionElement)) return actionability.gone(ref);
    const obstacle = actionability.disabled(select);
    if (obstacle) return actionability.notActionable(obstacle);
    if (option.matches(":disabled")) return actionability.notActionable({ kind: "disabled" });
    const picked = new Set(adding && select.multiple ? [...select.selectedOptions].map(({ index }) => index) : []);
    if (!picked.delete(option.index)) picked.add(option.index);
    take(select, picked);
    return option.selected;
  }

  /** What lists showed, and what was chosen in them, before one was opened. */
  let before = { shown: new WeakSet(), count: 0, chosen: new WeakSet() };

  const FADING_WITHIN_MS = 500;

  /** Note what is there before a list is opened: what shows up then belongs to it. */
  async function beforeChoosing(/** @type {{ ref: string }} */ { ref }) {
    // A list that was just closed may still be fading, and be the one that opens next.
    const deadline = performance.now() + FADING_WITHIN_MS;
    while (areFading(allChoices()) && performance.now() < deadline) await agent.timing.nextFrame();
    const element = agent.element(ref);
    if (!element) return actionability.gone(ref);
    const shown = allChoices();
    const expanded = openers(element).map((part) => dom.attribute(part, "aria-expanded"));
    // In a list that is open already, a mark may be the highlight.
    const chosen = expanded.includes("true")
      ? []
      : shown.filter((item) => isMarked(item) && (expanded.includes("false") || takesSeveral(item)));
    before = { shown: new WeakSet(shown), count: shown.length, chosen: new WeakSet(chosen) };
    return isOpen(element);
  }

  /** Whether any choice is inside something that moves or fades, and will have done so soon. */
  function areFading(/** @type {Element[]} */ choices) {
    const running = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity);
    const moving = running.flatMap(({ effect }) =>
      effect instanceof KeyframeEffect && effect.target ? [effect.target] : [],
    );
    return moving.some((target) => choices.some((choice) => agent.hits.isInside(choice, target)));
  }

  /** Whether a list is open, whether Escape would close more than the list, and whether only keys could open it. */
  function listState(/** @type {{ ref: string }} */ { ref }) {
    const element = agent.element(ref);
    if (!element) return { isOpen: false, isInDialog: false, takesKeys: false };
    return {
      isOpen: isOpen(element),
      isInDialog: isInDialog(element),
      takesKeys: dom.focusedElement() === element && agent.boxes.isUnseen(element),
    };
  }

  function isOpen(/** @type {Element} */ element) {
    return openers(element).some((part) => dom.attribute(part, "aria-expanded") === "true");
  }

  function isInDialog(/** @type {Element} */ element) {
    for (let node = /** @type {Element | null} */ (element); node; node = dom.parentOf(node)) {
      if (dom.matches(node, "dialog, [role=dialog], [role=alertdialog], [popover]")) return true;
    }
    return false;
  }

  /** @returns {Element[]} */
  function allChoices() {
    const lists = agent.queries.allTrees().flatMap((tree) => [...dom.queryAll(tree, LIST_SELECTOR)]);
    return [...new Set(lists.flatMap(choicesIn))];
  }

  /** The lists that belong to an element: itself, those inside it, those it names. @returns {Element[]} */
  function ownLists(/** @type {Element} */ element) {
    const named = openers(element).flatMap((part) => [
      ...dom.referenced(part, "aria-controls"),
      ...dom.referenced(part, "aria-owns"),
    ]);
    const own = dom.matches(element, LIST_SELECTOR) ? [element] : [];
    return [...own, ...dom.queryAll(element, LIST_SELECTOR), ...named.filter(holdsList)];
  }

  /** The element and the first part of it that says what it opens. @returns {Element[]} */
  function openers(/** @type {Element} */ element) {
    return [element, ...[...dom.queryAll(element, "[aria-controls], [aria-owns], [aria-expanded]")].slice(0, 1)];
  }

  function holdsList(/** @type {Element} */ element) {
    return (
      dom.matches(element, LIST_SELECTOR) ||
      dom.queryAll(element, LIST_SELECTOR).length > 0 ||
      choicesIn(element).length > 0
    );
  }

  /** What there is to choose from: in the lists of an element, or else in one that was opened meanwhile. @returns {Element[]} */
  function choicesFor(/** @type {Element} */ element) {
    const own = ownLists(element);
    if (!own.length) return allChoices().filter((item) => !before.shown.has(item));
    const choices = [...new Set(own.flatMap(choicesIn))];
    return choices.length ? choices : [...new Set(own.flatMap(standIns))];
  }

  function choicesIn(/** @type {Element} */ list) {
    return partsOf(list).filter((item) => OPTION_ROLES.has(agent.roles.roleOf(item)) && !actionability.invisible(item));
  }

  /** Everything inside an element, also what is shown in its slots. @returns {Element[]} */
  function partsOf(/** @type {Element} */ element) {
    const children = /** @type {Element[]} */ (
      dom.childrenOf(element).filter((node) => dom.nodeType(node) === dom.ELEMENT)
    );
    return children.flatMap((child) => [child, ...partsOf(child)]);
  }

  const LEVELS_UP = 4;

  /** Some lists have options for screen readers alone; people see and press other elements of the same popup. */
  function standIns(/** @type {Element} */ list) {
    let popup = dom.parentElement(list);
    for (let level = 0; popup && level < LEVELS_UP && !hasWords(popup); level += 1) popup = dom.parentElement(popup);
    return popup && hasWords(popup) && popup !== dom.bodyOf(document) ? wordsIn(popup) : [];
  }

  function hasWords(/** @type {Element} */ popup) {
    return wordsIn(popup).length > 0;
  }

  function wordsIn(/** @type {Element} */ popup) {
    return partsOf(popup).filter(
      (part) =>
        !part.childElementCount && names.collapse(dom.textContent(part) ?? "") && !actionability.invisible(part),
    );
  }

  function isMarked(/** @type {Element} */ item) {
    return dom.attribute(item, "aria-selected") === "true" || dom.attribute(item, "aria-checked") === "true";
  }

  /** Many lists mark the option that Enter would take as selected: such a mark tells nothing. */
  function isChosen(/** @type {Element} */ item, /** @type {Element} */ element) {
    if (!isMarked(item)) return false;
    if (before.chosen.has(item) || dom.attribute(item, "aria-checked") === "true") return true;
    return takesSeveral(item) && !agent.values.isHighlighted(item, [...ownLists(element), ...openers(element)]);
  }

  function takesSeveral(/** @type {Element} */ item) {
    return dom.closest(item, "[aria-multiselectable=true]") !== null;
  }

  /** Whether a list that was open is closed by now: pressing what opens a list closes it as well. */
  function hasClosed() {
    return allChoices().filter((item) => before.shown.has(item)).length < before.count;
  }

  /** Find a choice in a list the page built itself. */
  function findChoice(/** @type {{ ref: string, value: string }} */ { ref, value }) {
    const element = agent.element(ref);
    if (!element) return actionability.gone(ref);
    const items = choicesFor(element);
    const options = items.map(optionOf);
    const at = match(options, value);
    const found = at >= 0 ? /** @type {Element} */ (items[at]) : null;
    return {
      found: found && described(found),
      isSelected: found !== null && isChosen(found, element),
      isField: agent.fields.kindOf(element) === "text" && !agent.typing.refusal(element),
      hasClosed: !items.length && hasClosed(),
      search: items.length ? null : searchField(element),
      labels: options.map((option) => option.label).slice(0, 50),
    };
  }

  function described(/** @type {Element} */ element) {
    return {
      ref: agent.refOf(element),
      role: agent.roles.roleOf(element),
      name: names.nameOf(element) || names.collapse(dom.textContent(element) ?? ""),
    };
  }

  /** The field that fills an empty list: a part of it, or the one that opening it gave the focus to. */
  function searchField(/** @type {Element} */ element) {
    const inside = [element, ...ownLists(element)].flatMap((part) => [part, ...dom.queryAll(part, "input")]);
    const fields = [...inside, dom.focusedElement()].filter((field) => field !== null);
    const field = fields.find((part) => agent.fields.kindOf(part) === "text" && !agent.typing.refusal(part));
    return field ? described(field) : null;
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

  /** Whether something is checked; where that is not as `wanted`, aim at it as well, if that can be done now. */
  async function aimToCheck(/** @type {{ ref: string, wanted: boolean }} */ { ref, wanted }) {
    const state = checkState({ ref });
    if ("error" in state) return state;
    const isPressed = state.isCheckable && state.isChecked !== wanted && (wanted || !state.isRadio);
    const aimed = isPressed ? await agent.aiming.aimNow({ ref }) : null;
    return { ...state, aim: aimed && "error" in aimed ? null : aimed };
  }

  agent.choosing = { refused, radiosIn };
  agent.define("choose", choose);
  agent.define("isNativeOption", isNativeOption);
  agent.define("chooseOption", chooseOption);
  agent.define("beforeChoosing", beforeChoosing);
  agent.define("listState", listState);
  agent.define("findChoice", findChoice);
  agent.define("checkState", checkState);
  agent.define("aimToCheck", aimToCheck);
})();
