"use strict";
/** Making a field ready to be typed into, and reading back what it holds afterwards. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, actionability } = agent;

  // Fields that bring up suggestions as one types do so a little later. Older widgets tell it by their class alone.
  const SUGGESTING =
    "[role=combobox], [aria-autocomplete]:not([aria-autocomplete=none]), [aria-haspopup=listbox], [class*=autocomplete i], [class*=typeahead i], [class*=suggest i]";

  /** The field meant: the element itself, what it labels, or the one field inside it. @returns {Element | null} */
  function fieldFor(/** @type {Element} */ element) {
    if (agent.fields.kindOf(element) !== "none") return element;
    const control = element instanceof HTMLLabelElement ? element.control : null;
    if (control) return control;
    const inside = [...dom.queryAll(dom.shadowOf(element) ?? element, "input, textarea, [contenteditable]")].filter(
      (field) => agent.fields.kindOf(field) !== "none",
    );
    return inside.length === 1 ? /** @type {Element} */ (inside[0]) : null;
  }

  /** The fields of a part of the page that somebody can see. @returns {Element[]} */
  function fieldsIn(/** @type {Node} */ scope) {
    const fields = [...dom.queryAll(scope, "input, textarea, select, [contenteditable]")].filter(
      (field) => agent.fields.kindOf(field) !== "none",
    );
    return fields.filter((field) => !agent.boxes.isUnseen(field) && !dom.closest(field, "[aria-hidden=true]"));
  }

  /** The field that a text stands beside: the only one close to it, or the first of what comes right after it. @returns {Element | null} */
  function fieldBeside(/** @type {Element} */ element) {
    const parent = dom.parentElement(element);
    const around = [parent, parent && dom.parentElement(parent)].map((scope) => (scope ? fieldsIn(scope) : []));
    const close = around.find((fields) => fields.length) ?? [];
    if (close.length === 1) return /** @type {Element} */ (close[0]);
    const after = [element, parent].map((node) => node && nextElement(node));
    return close.find((field) => after.some((next) => next && agent.hits.isInside(field, next))) ?? null;
  }

  /** @returns {Element | null} */
  function nextElement(/** @type {Element} */ element) {
    let next = dom.nextSibling(element);
    while (next && !(next instanceof Element)) next = dom.nextSibling(next);
    return next;
  }

  /** @typedef {import("../contract").Obstacle} Obstacle */

  // What holds a value or text of its own, and how it is changed: no field beside it is meant.
  const CHANGED_BY = /** @type {Record<string, "keys" | "click">} */ ({ slider: "keys", gridcell: "click" });

  /** What to name instead of something that is no field. */
  function meantBy(/** @type {Element} */ element) {
    const field = agent.roles.roleOf(element) in CHANGED_BY ? null : fieldBeside(element);
    return field ? described(field) : null;
  }

  function described(/** @type {Element} */ field) {
    return { ref: agent.refOf(field), role: agent.roles.roleOf(field), name: agent.names.nameOf(field) };
  }

  /** The field that words stand for where they cannot be typed into themselves: the one that refuses in them, or beside them. */
  function namedBy(/** @type {Element} */ element) {
    if (agent.fields.kindOf(element) !== "none" || !isText(element)) return null;
    const field = fieldFor(element);
    if (!field) return meantBy(element);
    return refusal(field) ? described(field) : null;
  }

  /** Whether it is words that nobody presses, with one field among them at most. */
  function isText(/** @type {Element} */ element) {
    if (!dom.textContent(element)?.trim() || agent.clickables.printedAs(element).role === "clickable") return false;
    for (let node = /** @type {Element | null} */ (element); node; node = dom.parentOf(node)) {
      const role = agent.roles.roleOf(node);
      if (agent.roles.CONTROL_ROLES.has(role) || role in CHANGED_BY) return false;
    }
    return fieldsIn(element).length <= 1 && dom.queryAll(element, PRESSED).length === 0;
  }

  const PRESSED = "a[href], button, [role=button], [role=link], [tabindex]:not(input, textarea, select)";

  /** @returns {Obstacle} */
  function noField(/** @type {Element} */ element) {
    const isClickable = agent.clickables.printedAs(element).role === "clickable";
    const use = CHANGED_BY[agent.roles.roleOf(element)] ?? (isClickable ? "click" : "field");
    return { kind: "not_a_field", use, meant: meantBy(element) };
  }

  /** Why nobody can type there, or null. @returns {Obstacle | null} */
  function refusal(/** @type {Element} */ field) {
    const obstacle = actionability.invisible(field) ?? actionability.disabled(field);
    if (obstacle) return obstacle;
    const readonly = /** @type {any} */ (field).readOnly === true || dom.attribute(field, "aria-readonly") === "true";
    return readonly && agent.fields.kindOf(field) !== "value" ? { kind: "read_only" } : null;
  }

  /**
   * Wait until the field can be typed into; for words that only stand for a field, tell which.
   * @returns {Promise<{ field: Element } | { named: ReturnType<typeof described> } | ReturnType<typeof agent.failure>>}
   */
  async function ready(/** @type {string} */ ref, /** @type {number} */ limitMs) {
    const deadline = performance.now() + limitMs;
    for (;;) {
      const element = agent.element(ref);
      if (!element) return actionability.gone(ref);
      const named = namedBy(element);
      if (named) return { named };
      const field = fieldFor(element);
      if (!field) return actionability.notActionable(noField(element));
      const obstacle = refusal(field);
      if (!obstacle) return { field };
      // Waiting changes nothing about a field that is read-only.
      if (performance.now() >= deadline || obstacle.kind === "read_only") return actionability.notActionable(obstacle);
      await agent.timing.nextFrame();
    }
  }

  /** Focus a field with its text selected, or the caret at its end. */
  async function prepareTyping(
    /** @type {{ ref: string, append: boolean, limitMs: number, key: string }} */ { ref, append, limitMs, key },
  ) {
    const answer = await ready(ref, limitMs);
    if (!("field" in answer)) return answer;
    agent.settling.begin(answer.field);
    const field = focus(/** @type {HTMLElement} */ (answer.field), append);
    if (key && field.kind === "text" && !field.isForKeys) releaseAfterInput(answer.field, key);
    return { field };
  }

  /** What is typed arrives within this time; later input is somebody else's. */
  const TYPED_WITHIN_MS = 3000;

  /** Let a key come up when the text that it ends is in the field. */
  function releaseAfterInput(/** @type {Element} */ field, /** @type {string} */ key) {
    const until = performance.now() + TYPED_WITHIN_MS;
    const onInput = async () => {
      await agent.timing.nextTask();
      if (performance.now() < until) release(field, key);
    };
    field.addEventListener("input", onInput, { once: true, passive: true });
  }

  function focus(/** @type {HTMLElement} */ field, /** @type {boolean} */ append) {
    agent.changes.expectValue(field);
    bringIntoView(field);
    field.focus({ preventScroll: true });
    const kind = agent.fields.kindOf(field);
    const isForEditor = isEditorsOwn(field);
    if (kind === "text" && !isForEditor) selectField(/** @type {HTMLInputElement} */ (field), append);
    if (kind === "editor") selectEditor(field, append);
    return {
      kind,
      ref: agent.refOf(field),
      isFocused: isFocused(field),
      isEmpty: agent.fields.textIn(field) === "",
      suggests: suggests(field),
      isForKeys: isForKeys(field),
      isForEditor,
    };
  }

  // No dialog is answered as quickly as this. After one the caller must ask anew: it knows nothing of the rest.
  const INTERRUPTED_MS = 2;

  /** Type into plain fields, one after the other, each in a task of its own; tell of those that are done. */
  async function typeTexts(/** @type {{ texts: { ref: string, text: string }[] }} */ { texts }) {
    const done = [];
    for (const { ref, text } of texts) {
      const answer = await ready(ref, 0);
      if (!("field" in answer)) break;
      const field = /** @type {HTMLElement} */ (answer.field);
      if (done.length) agent.settling.join(field);
      else agent.settling.begin(field);
      const facts = focus(field, false);
      if (facts.kind !== "text" || !facts.isFocused || facts.isForKeys || facts.isForEditor) break;
      const began = performance.now();
      if (!agent.typing.insert(field, text)) break;
      release(field, text.at(-1) ?? "");
      done.push(facts);
      if (performance.now() - began > INTERRUPTED_MS) break;
      await agent.timing.nextTask();
    }
    return done.map((facts, at) => ({
      ...facts,
      isTaken: agent.typedText.compare(agent.element(facts.ref), texts[at]?.text ?? "", 0).isSame,
    }));
  }

  /** Let the last key of a text come up: some pages look at a field only then. */
  function release(/** @type {Element} */ field, /** @type {string} */ key) {
    field.dispatchEvent(
      new KeyboardEvent("keyup", {
        bubbles: true,
        cancelable: true,
        composed: true,
        key,
        keyCode: key.toUpperCase().charCodeAt(0),
      }),
    );
  }

  /** Put text in place of what is selected by Chrome's own editor: the page gets a trusted input event. */
  function insert(/** @type {HTMLElement} */ field, /** @type {string} */ text) {
    return field.dispatchEvent(beforeInput("insertText", text)) && document.execCommand("insertText", false, text);
  }

  /** Editors listen for `beforeinput`, which commands of Chrome's do not send for pages. */
  function beforeInput(/** @type {string} */ inputType, /** @type {string | null} */ data) {
    return new InputEvent("beforeinput", { bubbles: true, cancelable: true, composed: true, inputType, data });
  }

  function suggests(/** @type {Element} */ field) {
    return dom.matches(field, SUGGESTING);
  }

  /** A line that nobody can see is there to catch keys: the page writes what was typed somewhere else. */
  function isForKeys(/** @type {Element} */ field) {
    return dom.localName(field) === "input" && agent.boxes.isUnseen(field);
  }

  // What is typed into a terminal is a line of its own: there is nothing to select.
  const TERMINALS = "[class*=xterm i], [class*=terminal i]";

  /** Editors read what was typed from a text area that nobody can see, and keep their text elsewhere. */
  function isEditorsOwn(/** @type {Element} */ field) {
    return dom.localName(field) === "textarea" && agent.boxes.isUnseen(field) && !dom.closest(field, TERMINALS);
  }

  function bringIntoView(/** @type {Element} */ field) {
    const box = dom.rectOf(field);
    const isInView =
      box.top >= 0 && box.bottom <= window.innerHeight && box.left >= 0 && box.right <= window.innerWidth;
    if (!isInView) field.scrollIntoView({ behavior: "instant", block: "center", inline: "nearest" });
  }

  function isFocused(/** @type {Element} */ field) {
    const focused = dom.focusedElement();
    return (
      focused !== null &&
      (focused === field || agent.hits.isInside(focused, field) || agent.hits.isInside(field, focused))
    );
  }

  function selectField(/** @type {HTMLInputElement} */ field, /** @type {boolean} */ append) {
    if (!append) return field.select();
    try {
      field.setSelectionRange(field.value.length, field.value.length);
    } catch {
      // Number and e-mail fields have no selection to set: their caret is at the end after focusing.
    }
  }

  function selectEditor(/** @type {Element} */ editor, /** @type {boolean} */ append) {
    const selection = window.getSelection();
    if (!selection) return;
    selection.selectAllChildren(editor);
    if (append) selection.collapseToEnd();
  }

  /** Set the value of a field that takes no keys, as its own picker would. */
  function setValue(/** @type {{ ref: string, text: string }} */ { ref, text }) {
    const field = agent.element(ref);
    if (!(field instanceof HTMLInputElement)) return actionability.gone(ref);
    agent.settling.begin(field);
    agent.changes.expectValue(field);
    field.focus({ preventScroll: true });
    const before = field.value;
    const value = field.type === "time" ? clockTime(text) : text;
    writeValue(field, value);
    if (!isTaken(field, value)) {
      writeValue(field, before);
      return { type: field.type, min: field.min, max: field.max };
    }
    field.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
    return null;
  }

  const TWELVE_HOURS = /^\s*(0?[1-9]|1[0-2])(:\d{2}(?::\d{2})?)?\s*([ap])\.?m\.?\s*$/i;

  /** A time with AM or PM as the field takes it. */
  function clockTime(/** @type {string} */ text) {
    const [, hour, rest = ":00", half] = TWELVE_HOURS.exec(text) ?? [];
    if (!hour || !half) return text;
    return String((Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0)).padStart(2, "0") + rest;
  }

  function isTaken(/** @type {HTMLInputElement} */ field, /** @type {string} */ text) {
    if (field.type === "range") return Number(field.value) === Number(text);
    if (field.type === "color") return field.value === text.toLowerCase();
    return field.value.startsWith(text) || text.startsWith(field.value) ? Boolean(field.value) || !text : false;
  }

  const nativeValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");

  function writeValue(/** @type {HTMLInputElement} */ field, /** @type {string} */ text) {
    nativeValue?.set?.call(field, text);
  }

  agent.typing = { fieldFor, meantBy, namedBy, refusal, suggests, beforeInput, insert };
  agent.define("prepareTyping", prepareTyping);
  agent.define("typeTexts", typeTexts);
  agent.define("setValue", setValue);
})();
