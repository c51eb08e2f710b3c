"use strict";
/** Events as the user's input would cause them, made by script: the page sees them, Chrome does not act on all of them. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom } = agent;

  const ALT = 1;
  const CONTROL = 2;
  const META = 4;
  const SHIFT = 8;

  /** Modifier bits as events name them. */
  function modifierKeys(/** @type {number} */ modifiers) {
    return {
      altKey: Boolean(modifiers & ALT),
      ctrlKey: Boolean(modifiers & CONTROL),
      metaKey: Boolean(modifiers & META),
      shiftKey: Boolean(modifiers & SHIFT),
    };
  }

  /**
   * Send an event; true when the page lets its default action happen.
   * @param {EventTarget} target @param {Event} event
   */
  function send(target, event) {
    agent.pressGuard.addOwnEvent(event);
    return target.dispatchEvent(event);
  }

  /** Options that every event of user input has; those that enter or leave an element do not bubble. */
  function basics(/** @type {string} */ type) {
    const bubbles = !/(enter|leave|^focus|^blur)$/.test(type);
    return { bubbles, cancelable: bubbles, composed: true, view: window };
  }

  /** What had the focus when the page last got focus events. @type {Element | null} */
  let announced = null;

  /** A page in the background gets no events when the focus moves: send them. */
  function announceFocus() {
    const focused = dom.focusedElement();
    if (document.hasFocus() || focused === announced) {
      announced = focused;
      return;
    }
    if (announced && dom.isConnected(announced)) fireFocusEvents(announced, "blur", "focusout", focused);
    if (focused) fireFocusEvents(focused, "focus", "focusin", announced);
    announced = focused;
  }

  /** @param {Element} element @param {string} plain @param {string} bubbling @param {Element | null} relatedTarget */
  function fireFocusEvents(element, plain, bubbling, relatedTarget) {
    send(element, new FocusEvent(plain, { composed: true, relatedTarget }));
    send(element, new FocusEvent(bubbling, { bubbles: true, composed: true, relatedTarget }));
  }

  /** Give the keyboard to an element, or take it from all. */
  function focusOn(/** @type {Element | null} */ element) {
    announceFocus();
    if (element instanceof HTMLElement || element instanceof SVGElement) element.focus({ preventScroll: true });
    else if (dom.focusedElement() instanceof HTMLElement) /** @type {HTMLElement} */ (dom.focusedElement()).blur();
    announceFocus();
  }

  /** The element that gets the keyboard when `element` is pressed. @returns {Element | null} */
  function focusableAround(/** @type {Element} */ element) {
    for (let node = /** @type {Element | null} */ (element); node; node = dom.parentOf(node)) {
      if (agent.focus.isFocusable(node)) return node;
    }
    return null;
  }

  agent.synthetic = { modifierKeys, send, basics, announceFocus, focusOn, focusableAround };
})();
