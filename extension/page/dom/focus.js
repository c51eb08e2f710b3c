"use strict";
/** What can have the keyboard focus, and what Tab stops at. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, style, fields } = agent;

  function isFocusable(/** @type {Element} */ element) {
    if (dom.hasAttribute(element, "tabindex"))
      return Number.isInteger(Number.parseInt(dom.attribute(element, "tabindex") ?? "", 10));
    return isNativelyFocusable(element);
  }

  const FOCUSABLE_TAGS = new Set(["button", "input", "select", "textarea", "iframe", "summary"]);

  function isNativelyFocusable(/** @type {Element} */ element) {
    const tag = dom.localName(element);
    if (FOCUSABLE_TAGS.has(tag)) return !isNativelyDisabled(element);
    if (tag === "a" || tag === "area") return hasHref(element);
    return fields.isEditingHost(element);
  }

  function isNativelyDisabled(/** @type {Element} */ element) {
    return dom.matches(element, ":disabled");
  }

  function hasHref(/** @type {Element} */ element) {
    return dom.hasAttribute(element, "href") || dom.hasAttribute(element, "xlink:href");
  }

  const TAB_STOPS = "a[href], button, input, select, textarea, summary, [tabindex]";

  /** Elements a person reaches with the keyboard, from `element` inwards. */
  function tabStopsIn(/** @type {Element} */ element) {
    const found = [...dom.queryAll(element, TAB_STOPS)].filter(isReached);
    return dom.matches(element, TAB_STOPS) && isReached(element) ? [element, ...found] : found;
  }

  function isReached(/** @type {Element} */ element) {
    return dom.tabIndex(element) >= 0 && style.isSeen(element) && !isNativelyDisabled(element);
  }

  agent.focus = { isFocusable, isNativelyDisabled, hasHref, tabStopsIn, TAB_STOPS };
})();
