"use strict";
/** Computed style and what follows from it: is an element rendered, can a person see it, is it a block? */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom } = agent;

  /** @type {Map<Element, CSSStyleDeclaration>} */
  let styles = new Map();
  /** @type {Map<Element, boolean>} */
  let hiddenKnown = new Map();
  /** The element last found to be shown: a walk asks about the same one again while it names it. */
  let lastShown = /** @type {Element | null} */ (null);
  agent.onPass(() => {
    styles = new Map();
    hiddenKnown = new Map();
    lastShown = null;
  });

  function styleOf(/** @type {Element} */ element) {
    let style = styles.get(element);
    if (!style) {
      style = getComputedStyle(element);
      styles.set(element, style);
    }
    return style;
  }

  /** Tags that never show anything of their own. */
  const NEVER_RENDERED = new Set(
    "script style template noscript head meta link title base param source track noframes datalist".split(" "),
  );

  /** Not rendered at all: no box, and nothing below it can have one. @returns {boolean} */
  function isUnrendered(/** @type {Element} */ element) {
    const tag = dom.localName(element);
    if (NEVER_RENDERED.has(tag)) return true;
    if (dom.checkVisibility(element, {})) return false;
    if (tag === "option" || tag === "optgroup") return isUnrenderedChoice(element);
    if (tag === "area") return !areaImage(element);
    return styleOf(element).display !== "contents" || !parentRendered(element);
  }

  /** The choices of a closed select have no box, but belong to it. @returns {boolean} */
  function isUnrenderedChoice(/** @type {Element} */ choice) {
    const select = dom.closest(choice, "select");
    return !select || isUnrendered(select);
  }

  /** The rendered image an area is a part of. */
  function areaImage(/** @type {Element} */ area) {
    const map = dom.closest(area, "map");
    const name = map && dom.attribute(map, "name");
    if (!name) return null;
    const images = dom.queryAll(dom.rootOf(area), `img[usemap="#${CSS.escape(name)}"]`);
    return [...images].find((image) => dom.checkVisibility(image, {})) ?? null;
  }

  /** @returns {boolean} */
  function parentRendered(/** @type {Element} */ element) {
    const parent = dom.parentOf(element);
    return !parent || !isUnrendered(parent);
  }

  /** Rendered, but `visibility` hides its own content (a descendant may show itself again). */
  function isInvisible(/** @type {Element} */ element) {
    return !isShown(element) && styleOf(element).visibility !== "visible";
  }

  function isAriaHidden(/** @type {Element} */ element) {
    return dom.attribute(element, "aria-hidden") === "true" && !isRootElement(element);
  }

  /** The browser ignores aria-hidden on the root and on the body. */
  function isRootElement(/** @type {Element} */ element) {
    const tag = dom.localName(element);
    return tag === "html" || tag === "body";
  }

  function isInert(/** @type {Element} */ element) {
    return dom.hasAttribute(element, "inert");
  }

  /** Hidden from assistive technology by the element itself or an ancestor. */
  function isHidden(/** @type {Element} */ element) {
    const known = hiddenKnown.get(element);
    if (known !== undefined) return known;
    const hidden = isUnrendered(element) || isInvisible(element) || isHiddenFromTree(element);
    hiddenKnown.set(element, hidden);
    return hidden;
  }

  function isHiddenFromTree(/** @type {Element} */ element) {
    for (let node = /** @type {Element | null} */ (element); node; node = dom.parentOf(node)) {
      if (isAriaHidden(node) || isInert(node)) return true;
    }
    return false;
  }

  const VISIBLE = { visibilityProperty: true };

  /** Rendered and not hidden by `visibility`: one question to the browser answers it for most elements. */
  function isShown(/** @type {Element} */ element) {
    return element === lastShown || found(element, dom.checkVisibility(element, VISIBLE));
  }

  const OPAQUE = { visibilityProperty: true, opacityProperty: true };

  /** Shown, and neither it nor an ancestor is fully transparent. */
  function isSeen(/** @type {Element} */ element) {
    return found(element, dom.checkVisibility(element, OPAQUE));
  }

  function found(/** @type {Element} */ element, /** @type {boolean} */ isShownNow) {
    if (isShownNow) lastShown = element;
    return isShownNow;
  }

  const INLINE = new Set(["inline", "contents", "ruby", "ruby-text"]);

  /** Laid out inline, so that its text runs on from what stands before it. */
  function isInline(/** @type {Element} */ element) {
    return isInlineDisplay(styleOf(element).display);
  }

  function isInlineDisplay(/** @type {string} */ display) {
    return INLINE.has(display);
  }

  agent.style = {
    styleOf,
    isUnrendered,
    isInvisible,
    isAriaHidden,
    isInert,
    isHidden,
    isInline,
    isInlineDisplay,
    isShown,
    isSeen,
    areaImage,
    NEVER_RENDERED,
  };
})();
