"use strict";
/** Things that can be clicked or typed into although nothing says so: handlers, tabindex, the pointer cursor. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, roles, names } = agent;

  /** @typedef {import("../types").Place} Place */

  /**
   * Elements the engine found a click listener on. Those that hold other things to click only pass clicks on.
   * @type {WeakSet<Element>}
   */
  const listening = new WeakSet();

  const HANDLERS = [
    "onclick",
    "onmousedown",
    "onpointerdown",
    "onmouseup",
    "onpointerup",
    "ontouchstart",
    "ondblclick",
  ];
  const MAX_NAME_CHARS = 160;
  const MAX_HEARD_CHARS = 40;
  // What is smaller and only listens is a part of something, unless its cursor says that it can be dragged.
  const MIN_PX = 10;
  // What is larger and hidden from readers is a backdrop, or a copy of what they find elsewhere.
  const MAX_ICON_PX = 64;

  function isClickable(/** @type {Element} */ element, /** @type {Place} */ { hasOwnPointer }) {
    if (hasOwnPointer || listening.has(element)) return !isWholePage(element);
    return isExplicit(element);
  }

  /** Who listens to the whole page means something in it. */
  function isWholePage(/** @type {Element} */ element) {
    const tag = dom.localName(element);
    return tag === "body" || tag === "html";
  }

  /** Said by the markup, not only by the cursor. */
  function isExplicit(/** @type {Element} */ element) {
    if (!dom.hasAttributes(element)) return false;
    if (isWholePage(element)) return false;
    if (HANDLERS.some((name) => dom.hasAttribute(element, name))) return true;
    return isTabStop(element) || agent.fields.isEditingHost(element);
  }

  /** A host that hands the focus on to something inside is none. */
  function isTabStop(/** @type {Element} */ element) {
    return Number.parseInt(dom.attribute(element, "tabindex") ?? "", 10) >= 0 && !dom.shadowOf(element)?.delegatesFocus;
  }

  /** A small picture, hidden from readers, that a person can press apart from what it stands in. */
  function isIcon(/** @type {Element} */ element, /** @type {Place} */ outer) {
    const { cursor, pointerEvents } = agent.style.styleOf(element);
    const hasOwnPointer = cursor === "pointer" && !outer.appearance.pointer;
    if (pointerEvents === "none" || !isClickable(element, { ...outer, hasOwnPointer })) return false;
    if (outer.appearance.hidden || !agent.style.isSeen(element) || roles.CONTROL_ROLES.has(roles.roleOf(element)))
      return false;
    const box = dom.rectOf(element);
    const isSmall = box.width <= MAX_ICON_PX && box.height <= MAX_ICON_PX;
    return (
      isSmall &&
      agent.boxes.hasArea(element, MIN_PX) &&
      !dom.closest(element, "label") &&
      !isMiddleOfControl(element, box)
    );
  }

  /** A press on the control around it is a press on the icon. */
  function isMiddleOfControl(/** @type {Element} */ icon, /** @type {DOMRect} */ box) {
    const control = controlAround(icon);
    if (!control) return false;
    const around = dom.rectOf(control);
    const [x, y] = [around.x + around.width / 2, around.y + around.height / 2];
    return box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
  }

  function controlAround(/** @type {Element} */ part) {
    let control = dom.parentOf(part);
    while (control && !roles.CONTROL_ROLES.has(roles.roleOf(control))) control = dom.parentOf(control);
    return control;
  }

  function iconEntry(/** @type {Element} */ element, /** @type {Place} */ outer) {
    const entry = agent.entries.rowEntry(element, "clickable", visibleText(element).slice(0, MAX_HEARD_CHARS), outer);
    agent.hints.addTo(entry);
    return entry;
  }

  function shownRoleOf(/** @type {Element} */ element, /** @type {string} */ role) {
    if (role !== "generic" && role !== "none") return role;
    return agent.fields.isEditingHost(element) ? "textbox" : "clickable";
  }

  function visibleText(/** @type {Element} */ element) {
    const text = names.collapse(agent.contentText.labelText(element));
    return text.length > MAX_NAME_CHARS ? `${text.slice(0, MAX_NAME_CHARS)}…` : text;
  }

  /** What an element is called outside a snapshot: as a snapshot would print it. */
  function printedAs(/** @type {Element} */ element) {
    const role = roles.roleOf(element);
    const isPlain = role === "generic" || role === "none";
    const name = names.nameOf(element) || (isPlain ? visibleText(element) : "");
    return { role: isPlain && mayBeClicked(element) ? shownRoleOf(element, role) : role, name };
  }

  function mayBeClicked(/** @type {Element} */ element) {
    return listening.has(element) || isExplicit(element) || agent.style.styleOf(element).cursor === "pointer";
  }

  agent.clickables = {
    isClickable,
    isIcon,
    iconEntry,
    isExplicit,
    isMiddleOfControl,
    controlAround,
    visibleText,
    shownRoleOf,
    printedAs,
    MAX_NAME_CHARS,
    MIN_PX,
    MAX_HEARD_CHARS,
  };

  /** Take elements for clickable from now on; return how many of them did not look like it before. */
  agent.markListening = (...nodes) => {
    const fresh = nodes.filter((node) => node instanceof Element).filter((element) => !listening.has(element));
    for (const element of fresh) listening.add(element);
    return fresh.filter(
      (element) => adoptRootOf(element) || !dom.matches(element, `${agent.focus.TAB_STOPS}, html, body`),
    ).length;
  };

  /** With an element inside it, a closed root is handed over as well; return whether it is new. */
  function adoptRootOf(/** @type {Element} */ element) {
    const root = dom.rootOf(element);
    if (!(root instanceof ShadowRoot) || !dom.adoptRoot(root)) return false;
    adoptRootOf(root.host);
    return true;
  }
})();
