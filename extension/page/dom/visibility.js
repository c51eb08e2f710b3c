"use strict";
/**
 * What a person can see. Text that is rendered but cannot be seen (zero size, zero opacity, clipped away,
 * the colour of its background, zero font) is recognised, so that it is never taken for ordinary text.
 */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom } = agent;

  /**
   * @typedef {import("../types").Appearance} Appearance
   * What an element inherits from the way down: already hidden, the colour behind it
   * (null: not one colour), whether an ancestor already showed the pointer cursor, how it is laid out, the
   * style that text takes over, and whether such text can be seen (asked once, at the first text).
   * Elements alike in tag and class inside the same appearance share theirs: reading styles is what costs most.
   */

  /** @returns {Appearance} */
  function pageAppearance(/** @type {Element} */ root) {
    return {
      hidden: false,
      background: canvasColour(),
      pointer: false,
      display: "block",
      computed: getComputedStyle(root),
      textHidden: null,
      blends: null,
      inside: new Map(),
    };
  }

  /** What browsers paint behind a page that paints nothing itself. */
  function canvasColour() {
    const scheme = getComputedStyle(document.documentElement).colorScheme;
    const isDark =
      scheme.includes("dark") && (!scheme.includes("light") || matchMedia("(prefers-color-scheme: dark)").matches);
    return isDark ? "rgb(18, 18, 18)" : "rgb(255, 255, 255)";
  }

  const NO_COLOUR = "rgba(0, 0, 0, 0)";

  /** The appearance inside an element. `seen`: the browser says that nothing here is fully transparent. @returns {Appearance} */
  function appearanceInside(
    /** @type {Element} */ element,
    /** @type {Appearance} */ outer,
    /** @type {boolean} */ seen,
  ) {
    const key = seen ? likenessOf(element) : null;
    const known = key === null ? undefined : outer.inside.get(key);
    if (known) return known;
    const appearance = readAppearance(element, outer, seen);
    if (key !== null && !isPlaced(appearance.computed)) outer.inside.set(key, appearance);
    return appearance;
  }

  /** What elements of one style have in common; null for one that may be styled by itself. */
  function likenessOf(/** @type {Element} */ element) {
    const tag = dom.localName(element);
    if (!dom.hasAttributes(element)) return tag;
    if (dom.hasAttribute(element, "style") || dom.hasAttribute(element, "id")) return null;
    return `${tag}.${dom.attribute(element, "class") ?? ""}`;
  }

  /** Where such an element stands decides whether it can be seen. */
  function isPlaced(/** @type {CSSStyleDeclaration} */ computed) {
    const { position } = computed;
    return position === "absolute" || position === "fixed" || computed.overflow !== "visible";
  }

  /**
   * An element without attributes is styled by its tag at most, and no page hides text that way:
   * only its cursor and layout are looked at.
   * @returns {Appearance}
   */
  function readAppearance(
    /** @type {Element} */ element,
    /** @type {Appearance} */ outer,
    /** @type {boolean} */ seen,
  ) {
    const computed = getComputedStyle(element);
    const pointer = computed.cursor === "pointer";
    const { display } = computed;
    if (!dom.hasAttributes(element)) return { ...outer, pointer, display, inside: new Map() };
    const background = backgroundBehind(computed, outer);
    const hidden = outer.hidden || (!seen && computed.opacity === "0") || isOutOfSight(element, computed);
    return { hidden, background, pointer, display, computed, textHidden: null, blends: null, inside: new Map() };
  }

  function backgroundBehind(/** @type {CSSStyleDeclaration} */ computed, /** @type {Appearance} */ outer) {
    const colour = computed.backgroundColor;
    if (colour !== NO_COLOUR && alphaOf(colour) > 0) return alphaOf(colour) === 1 ? colour : null;
    return computed.backgroundImage === "none" ? outer.background : null;
  }

  function isOutOfSight(/** @type {Element} */ element, /** @type {CSSStyleDeclaration} */ computed) {
    if (!dom.firstChild(element) && !dom.shadowOf(element)) return false;
    if (isPaintedAway(computed)) return true;
    return isPlaced(computed) && isClippedAway(element, computed);
  }

  const EMPTY_CLIP = /^rect\((0|1)px,? (0|1)px,? (0|1)px,? (0|1)px\)$/;
  const EMPTY_CLIP_PATH = /^(inset\((50|100)%\)|circle\(0(px|%)?( at .*)?\)|polygon\((0(px|%)? 0(px|%)?(, )?)+\))$/;

  /** Clipped, scaled or filtered to nothing. */
  function isPaintedAway(/** @type {CSSStyleDeclaration} */ computed) {
    const { clipPath, transform, filter } = computed;
    if (clipPath !== "none" && EMPTY_CLIP_PATH.test(clipPath)) return true;
    if (transform !== "none" && transform.startsWith("matrix(0, 0, 0, 0")) return true;
    return filter !== "none" && /opacity\(0%?\)/.test(filter);
  }

  /** Cut down to nothing, or to the corner of a pixel. */
  function isCutAway(/** @type {CSSStyleDeclaration} */ { clip, clipPath }) {
    return EMPTY_CLIP.test(clip) || EMPTY_CLIP_PATH.test(clipPath);
  }

  function isClippedAway(/** @type {Element} */ element, /** @type {CSSStyleDeclaration} */ computed) {
    if (EMPTY_CLIP.test(computed.clip)) return true;
    const box = dom.rectOf(element);
    const clips = computed.overflow !== "visible";
    if (clips && (box.width <= 1 || box.height <= 1)) return true;
    return isUnreachable(element, box);
  }

  /** Above or left of where everything begins: no scrolling gets there. */
  function isUnreachable(/** @type {Element} */ element, /** @type {DOMRect} */ box) {
    if (!box.width && !box.height) return false;
    let right = box.right;
    let bottom = box.bottom;
    // What scrolls the whole page is the outermost of these.
    for (
      let node = dom.renderedParentOf(element);
      node && (right <= 0 || bottom <= 0);
      node = dom.renderedParentOf(node)
    ) {
      right += node.scrollLeft;
      bottom += node.scrollTop;
    }
    return right <= 0 || bottom <= 0;
  }

  /** Text here is rendered, but cannot be seen. */
  function hidesText(/** @type {Appearance} */ appearance, /** @type {Element} */ parent) {
    if (appearance.hidden) return true;
    appearance.textHidden ??= isWithoutInk(appearance.computed);
    return appearance.textHidden || (blends(appearance) && !isBacked(parent, appearance.computed.color));
  }

  /** Text of the colour that is taken to be behind it. */
  function blends(/** @type {Appearance} */ appearance) {
    appearance.blends ??=
      appearance.background !== null &&
      isSameColour(appearance.computed.color, appearance.background) &&
      !showsAnyway(appearance.computed);
    return appearance.blends;
  }

  const PICTURES = "img, video, canvas, svg, picture";
  const LEVELS = 5;
  const MAX_SIBLINGS = 30;

  /** Whether something of another colour than its text is painted behind an element, beside what its ancestors paint. */
  function isBacked(/** @type {Element} */ element, /** @type {string} */ colour) {
    const box = dom.rectOf(element);
    let node = /** @type {Element | null} */ (element);
    for (let level = 0; node && level < LEVELS; level += 1) {
      if (isShaded(node, colour)) return true;
      const parent = dom.renderedParentOf(node);
      const around = parent ? [...parent.children].slice(0, MAX_SIBLINGS) : [];
      if (around.some((sibling) => sibling !== node && isPaintedUnder(sibling, box, colour))) return true;
      node = parent;
    }
    return false;
  }

  function isShaded(/** @type {Element} */ element, /** @type {string} */ colour) {
    const { boxShadow } = getComputedStyle(element);
    if (boxShadow.includes("inset") && !isSameColour(boxShadow.slice(0, boxShadow.indexOf(")") + 1), colour))
      return true;
    return ["::before", "::after"].some((pseudo) => {
      const painted = getComputedStyle(element, pseudo);
      return painted.content !== "none" && isPainted(painted, colour);
    });
  }

  function isPainted(
    /** @type {CSSStyleDeclaration} */ { backgroundColor, backgroundImage },
    /** @type {string} */ colour,
  ) {
    return backgroundImage !== "none" || (alphaOf(backgroundColor) > 0 && !isSameColour(backgroundColor, colour));
  }

  function isPaintedUnder(/** @type {Element} */ sibling, /** @type {DOMRect} */ box, /** @type {string} */ colour) {
    const isItself = dom.matches(sibling, PICTURES) || isPainted(getComputedStyle(sibling), colour);
    const painted = isItself ? sibling : dom.queryAll(sibling, PICTURES)[0];
    if (!painted || !agent.style.isSeen(painted)) return false;
    const under = dom.rectOf(painted);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return under.left <= x && x <= under.right && under.top <= y && y <= under.bottom;
  }

  const FAINT = 0.06;

  /** Text that leaves no mark, whatever is behind it. */
  function isWithoutInk(/** @type {CSSStyleDeclaration} */ computed) {
    if (computed.fontSize === "0px" || isIndentedAway(computed)) return true;
    return alphaOf(computed.color) < FAINT && !showsAnyway(computed);
  }

  function channels(/** @type {string} */ colour) {
    return (colour.match(/[\d.]+/g) ?? []).map(Number);
  }

  function alphaOf(/** @type {string} */ colour) {
    if (!colour.startsWith("rgba(")) return colour === "transparent" ? 0 : 1;
    return channels(colour)[3] ?? 1;
  }

  const INDISTINCT = 6;

  function isSameColour(/** @type {string} */ left, /** @type {string} */ right) {
    if (left === right) return true;
    if (!left.startsWith("rgb") || !right.startsWith("rgb")) return false;
    const others = channels(right);
    return channels(left)
      .slice(0, 3)
      .every((channel, at) => Math.abs(channel - (others[at] ?? 0)) <= INDISTINCT);
  }

  /** Text painted by its background or its own fill is visible whatever `color` says. */
  function showsAnyway(/** @type {CSSStyleDeclaration} */ computed) {
    const extended = /** @type {any} */ (computed);
    if (computed.textShadow !== "none") return true;
    return extended.webkitBackgroundClip === "text" || extended.webkitTextFillColor !== computed.color;
  }

  function isIndentedAway(/** @type {CSSStyleDeclaration} */ computed) {
    const indent = computed.textIndent;
    return indent !== "0px" && Number.parseFloat(indent) <= -500;
  }

  agent.visibility = { pageAppearance, appearanceInside, hidesText, isCutAway };
})();
