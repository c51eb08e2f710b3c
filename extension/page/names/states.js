"use strict";
/** States of an element, as the short words a snapshot prints beside it. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, values } = agent;

  const CHECKABLE = new Set(["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"]);
  // Most of these can only be selected, not checked.
  const CHECKED_IF_SAID = new Set(["option", "treeitem"]);
  const SELECTABLE = new Set(["option", "tab", "treeitem", "row", "gridcell", "cell", "columnheader", "rowheader"]);
  const EDITABLE = new Set([
    ..."textbox searchbox combobox spinbutton slider listbox date datetime month week time color".split(" "),
  ]);

  /** @returns {string[]} */
  function statesOf(/** @type {Element} */ element, /** @type {string} */ role) {
    const states = /** @type {string[]} */ ([]);
    const add = (/** @type {string | null} */ state) => {
      if (state) states.push(state);
    };
    add(headingLevel(element, role));
    add(isFocused(element) ? "focused" : null);
    add(checkedState(element, role));
    add(isDisabled(element) ? "disabled" : null);
    add(expandedState(element, role));
    add(submenuState(element, role));
    add(selectedState(element, role));
    add(pressedState(element));
    add(sortedState(element, role));
    if (EDITABLE.has(role) || CHECKABLE.has(role)) addFieldStates(element, add);
    add(currentState(element));
    add(dom.attribute(element, "aria-busy") === "true" ? "busy" : null);
    return states;
  }

  /** @type {Element | null | undefined} */
  let focused;
  agent.onPass(() => {
    focused = undefined;
  });

  function isFocused(/** @type {Element} */ element) {
    if (focused === undefined) focused = dom.focusedElement();
    return focused === element;
  }

  function headingLevel(/** @type {Element} */ element, /** @type {string} */ role) {
    if (role !== "heading") return null;
    return `level=${levelOf(element)}`;
  }

  function levelOf(/** @type {Element} */ element) {
    const written = Number.parseInt(dom.attribute(element, "aria-level") ?? "", 10);
    if (written >= 1) return written;
    const tag = dom.localName(element);
    return /^h[1-6]$/.test(tag) ? Number(tag[1]) : 2;
  }

  function checkedState(/** @type {Element} */ element, /** @type {string} */ role) {
    const isChoice = CHECKED_IF_SAID.has(role) && dom.hasAttribute(element, "aria-checked");
    if (!CHECKABLE.has(role) && !isChoice) return null;
    if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(agent.fields.inputType(element))) {
      if (element.indeterminate) return "mixed";
      return element.checked ? "checked" : "unchecked";
    }
    const written = dom.attribute(element, "aria-checked");
    if (written === "mixed" && role !== "radio" && role !== "switch") return "mixed";
    return written === "true" ? "checked" : "unchecked";
  }

  /** Whether the document says aria-disabled anywhere; most never do. @type {boolean | undefined} */
  let disablesByAria;
  agent.onPass(() => {
    disablesByAria = undefined;
  });

  function isDisabled(/** @type {Element} */ element) {
    if (agent.focus.isNativelyDisabled(element)) return true;
    disablesByAria ??= dom.queryAll(document, "[aria-disabled]").length > 0;
    if (!disablesByAria && dom.rootOf(element) === document) return false;
    for (let node = /** @type {Element | null} */ (element); node; node = dom.parentOf(node)) {
      const written = dom.attribute(node, "aria-disabled");
      if (written === "true") return true;
      if (written === "false") return false;
    }
    return false;
  }

  function expandedState(/** @type {Element} */ element, /** @type {string} */ role) {
    if (role === "summary") return isOpenDetails(element) ? "expanded" : "collapsed";
    const written = dom.attribute(element, "aria-expanded");
    if (written === "true") return "expanded";
    return written === "false" ? "collapsed" : null;
  }

  const MENU_ITEMS = new Set(["menuitem", "menuitemcheckbox", "menuitemradio"]);

  /** That an item opens a menu of its own, where the page does not say whether that is open. */
  function submenuState(/** @type {Element} */ element, /** @type {string} */ role) {
    if (!MENU_ITEMS.has(role) || dom.hasAttribute(element, "aria-expanded")) return null;
    const written = dom.attribute(element, "aria-haspopup");
    return written && written !== "false" ? "haspopup" : null;
  }

  function isOpenDetails(/** @type {Element} */ summary) {
    const details = dom.parentElement(summary);
    return details !== null && dom.hasAttribute(details, "open");
  }

  function selectedState(/** @type {Element} */ element, /** @type {string} */ role) {
    if (!SELECTABLE.has(role)) return null;
    if (element instanceof HTMLOptionElement) return element.selected ? "selected" : null;
    return dom.attribute(element, "aria-selected") === "true" ? "selected" : null;
  }

  function pressedState(/** @type {Element} */ element) {
    const written = dom.attribute(element, "aria-pressed");
    if (written === "true") return "pressed";
    if (written === "mixed") return "pressed=mixed";
    return written === "false" ? "unpressed" : null;
  }

  const SORTABLE = new Set(["columnheader", "rowheader"]);
  const SORTED = new Set(["ascending", "descending", "other"]);

  function sortedState(/** @type {Element} */ element, /** @type {string} */ role) {
    const written = SORTABLE.has(role) ? dom.attribute(element, "aria-sort") : null;
    return written && SORTED.has(written) ? `sort=${written}` : null;
  }

  function addFieldStates(/** @type {Element} */ element, /** @type {(state: string | null) => void} */ add) {
    add(isRequired(element) ? "required" : null);
    add(isInvalid(element) ? "invalid" : null);
    add(isReadonly(element) ? "readonly" : null);
    add(
      element instanceof HTMLTextAreaElement || dom.attribute(element, "aria-multiline") === "true"
        ? "multiline"
        : null,
    );
    add(secretState(element));
  }

  function secretState(/** @type {Element} */ element) {
    return values.isSecret(element) && values.isFilled(element) ? "filled" : null;
  }

  function isRequired(/** @type {Element} */ element) {
    return dom.attribute(element, "aria-required") === "true" || dom.matches(element, ":required");
  }

  /** Fields the page itself calls invalid, and those the browser has already complained about. */
  function isInvalid(/** @type {Element} */ element) {
    const written = dom.attribute(element, "aria-invalid");
    if (written !== null && written !== "" && written !== "false") return true;
    return dom.matches(element, ":user-invalid");
  }

  function isReadonly(/** @type {Element} */ element) {
    if (dom.attribute(element, "aria-readonly") === "true") return true;
    const native = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    return native && element.readOnly;
  }

  function currentState(/** @type {Element} */ element) {
    const written = dom.attribute(element, "aria-current");
    if (!written || written === "false") return null;
    return written === "true" ? "current" : `current=${written}`;
  }

  agent.states = { statesOf, levelOf, sortedState, isDisabled };
})();
