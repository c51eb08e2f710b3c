"use strict";
/** What keys do to controls: submit a form, step a number, choose among radios, move on to the next control. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, synthetic } = agent;

  const PRESSED_BY_ENTER =
    "button, a[href], summary, input:is([type=button], [type=submit], [type=reset], [type=image], [type=color], [type=file])";
  const PRESSED_BY_SPACE =
    "button, summary, input:is([type=button], [type=submit], [type=reset], [type=checkbox], [type=radio], [type=color], [type=file])";
  const STEPPED =
    "input:is([type=number], [type=range], [type=date], [type=time], [type=month], [type=week], [type=datetime-local])";
  // Fields that keep a form of several from being sent by Enter when it has no button.
  const BLOCKING =
    "input:not([type]), input:is([type=text], [type=search], [type=url], [type=tel], [type=email], [type=password], [type=number], [type=date], [type=time], [type=month], [type=week], [type=datetime-local])";

  /** Press a control with the keyboard; false when the key does not press it. */
  function pressWith(/** @type {"Enter" | " "} */ key, /** @type {Element} */ control) {
    if (!dom.matches(control, key === "Enter" ? PRESSED_BY_ENTER : PRESSED_BY_SPACE)) return false;
    /** @type {HTMLElement} */ (control).click();
    return true;
  }

  const formElements = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, "elements");

  /** A field named "elements" hides the form's own list of them. @returns {Iterable<Element>} */
  function elementsOf(/** @type {HTMLFormElement} */ form) {
    return formElements?.get?.call(form) ?? [];
  }

  /** Send the form a field is in, as Enter does; false when it has none or Enter would not send it. */
  function submitFrom(/** @type {Element} */ field) {
    const form = field instanceof HTMLInputElement ? field.form : null;
    if (!form) return false;
    const controls = [...elementsOf(form)];
    const button = controls.find((control) => dom.matches(control, "button:not([type]), [type=submit], [type=image]"));
    if (button) {
      const isOpen = !dom.matches(button, ":disabled");
      if (isOpen) /** @type {HTMLElement} */ (button).click();
      return isOpen;
    }
    if (controls.filter((control) => dom.matches(control, BLOCKING)).length > 1) return false;
    HTMLFormElement.prototype.requestSubmit.call(form);
    return true;
  }

  /** Move a value, a choice or a radio by an arrow key; false when the control has none. */
  function step(/** @type {Element} */ control, /** @type {string} */ key) {
    const way = key === "ArrowUp" || key === "ArrowLeft" ? -1 : key === "ArrowDown" || key === "ArrowRight" ? 1 : 0;
    if (!way) return false;
    if (control instanceof HTMLSelectElement) return stepChoice(control, way);
    if (control instanceof HTMLInputElement && control.type === "radio") return stepRadio(control, way);
    if (control instanceof HTMLInputElement && dom.matches(control, STEPPED)) return stepValue(control, key);
    return false;
  }

  function fireChange(/** @type {Element} */ control) {
    synthetic.send(control, new Event("input", { bubbles: true, composed: true }));
    synthetic.send(control, new Event("change", { bubbles: true }));
    return true;
  }

  function stepChoice(/** @type {HTMLSelectElement} */ list, /** @type {number} */ way) {
    let next = list.selectedIndex + way;
    while (list.options[next]?.disabled) next += way;
    if (!list.options[next]) return true;
    list.selectedIndex = next;
    return fireChange(list);
  }

  function stepRadio(/** @type {HTMLInputElement} */ radio, /** @type {number} */ way) {
    const scope = /** @type {Document | ShadowRoot} */ (dom.rootOf(radio));
    const group = /** @type {HTMLInputElement[]} */ ([...scope.querySelectorAll("input[type=radio]")]).filter(
      (other) => other.name === radio.name && other.form === radio.form && !other.disabled,
    );
    const next = group[(group.indexOf(radio) + way + group.length) % group.length];
    next?.focus();
    next?.click();
    return true;
  }

  function stepValue(/** @type {HTMLInputElement} */ field, /** @type {string} */ key) {
    const grows = key === "ArrowUp" || (field.type === "range" && key === "ArrowRight");
    const shrinks = key === "ArrowDown" || (field.type === "range" && key === "ArrowLeft");
    if (grows) field.stepUp();
    if (shrinks) field.stepDown();
    return grows || shrinks ? fireChange(field) : false;
  }

  /** Controls in the order the Tab key visits them. @returns {HTMLElement[]} */
  function tabOrder() {
    const all = agent.queries.allElements().filter((element) => element instanceof HTMLElement && isVisited(element));
    const controls = /** @type {HTMLElement[]} */ (all);
    const first = controls
      .filter((control) => dom.tabIndex(control) > 0)
      .sort((a, b) => dom.tabIndex(a) - dom.tabIndex(b));
    return [...first, ...controls.filter((control) => dom.tabIndex(control) === 0)];
  }

  function isVisited(/** @type {Element} */ element) {
    if (!agent.focus.isFocusable(element) || dom.tabIndex(element) < 0) return false;
    return dom.checkVisibility(element, { visibilityProperty: true }) && !dom.matches(element, ":disabled");
  }

  /** Give the keyboard to the next control, or the one before. */
  function moveOn(/** @type {boolean} */ back) {
    const order = tabOrder();
    const focused = dom.focusedElement();
    const here = focused instanceof HTMLElement ? order.indexOf(focused) : -1;
    const next = back ? order[here < 0 ? order.length - 1 : here - 1] : order[here + 1];
    synthetic.focusOn(next ?? null);
    if (next instanceof HTMLInputElement) next.select();
  }

  /** Close the topmost dialog, as Escape does. */
  function dismiss() {
    const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
    if (!(dialog instanceof HTMLDialogElement)) return;
    if (synthetic.send(dialog, new Event("cancel", { cancelable: true }))) dialog.close();
  }

  agent.controls = { pressWith, submitFrom, step, moveOn, dismiss };
})();
