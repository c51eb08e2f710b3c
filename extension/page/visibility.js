"use strict";
/**
 * What a person can see. Text that is rendered but cannot be seen (zero size, zero opacity, clipped away,
 * the colour of its background, zero font) is told apart, so that it is never taken for ordinary text.
 */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom } = agent;

  /**
   * @typedef {import("./types").Sight} Sight
   * What an element inherits from the way down: already out of sight, the colour behind it
   * (null: not one colour), whether an ancestor already showed the hand cursor, the style that text
   * takes over, and whether such text can be seen (asked once, at the first text).
   */

  /** @returns {Sight} */
  function initialSight(/** @type {Element} */ root) {
    return {
      hidden: false,
      background: "rgb(255, 255, 255)",
      pointer: false,
      computed: getComputedStyle(root),
      textHidden: null,
    };
  }

  const CLEAR = /^(transparent|rgba\(.*, 0\))$/;

  /**
   * What an element's own style changes in what its content inherits. An element without attributes is
   * styled by its tag at most, and no page hides text that way; only its cursor is looked at.
   * @returns {Sight}
   */
  function sightInside(/** @type {Element} */ element, /** @type {CSSStyleDeclaration} */ computed, /** @type {Sight} */ outer) {
    const pointer = computed.cursor === "pointer";
    if (!dom.hasAttributes(element)) return pointer === outer.pointer ? outer : { ...outer, pointer };
    const background = backgroundBehind(computed, outer);
    const hidden = outer.hidden || isOutOfSight(element, computed);
    return { hidden, background, pointer, computed, textHidden: null };
  }

  function backgroundBehind(/** @type {CSSStyleDeclaration} */ computed, /** @type {Sight} */ outer) {
    const colour = computed.backgroundColor;
    if (colour !== "rgba(0, 0, 0, 0)" && !CLEAR.test(colour)) return colour;
    return computed.backgroundImage === "none" ? outer.background : null;
  }

  function isOutOfSight(/** @type {Element} */ element, /** @type {CSSStyleDeclaration} */ computed) {
    if (computed.opacity === "0") return true;
    if (!dom.firstChild(element)) return false;
    const { position } = computed;
    const mayBeClipped = position === "absolute" || position === "fixed" || computed.overflow !== "visible";
    return mayBeClipped && isClippedAway(element, computed);
  }

  const EMPTY_CLIP = /^rect\((0|1)px,? (0|1)px,? (0|1)px,? (0|1)px\)$/;
  const EMPTY_CLIP_PATH = /^(inset\((50|100)%\)|circle\(0(px|%)?( at .*)?\)|polygon\((0(px|%)? 0(px|%)?(, )?)+\))$/;

  function isClippedAway(/** @type {Element} */ element, /** @type {CSSStyleDeclaration} */ computed) {
    if (EMPTY_CLIP.test(computed.clip) || EMPTY_CLIP_PATH.test(computed.clipPath)) return true;
    const box = dom.rectOf(element);
    const clips = computed.overflow !== "visible";
    if (clips && (box.width <= 1 || box.height <= 1)) return true;
    return isUnreachable(box);
  }

  /** Above or left of the document's start: no scrolling gets there. */
  function isUnreachable(/** @type {DOMRect} */ box) {
    if (!box.width && !box.height) return false;
    return box.right + window.scrollX <= 0 || box.bottom + window.scrollY <= 0;
  }

  /** Text here is rendered, but nobody can see it. */
  function hidesText(/** @type {Sight} */ sight) {
    if (sight.hidden) return true;
    sight.textHidden ??= isUnseenText(sight.computed, sight);
    return sight.textHidden;
  }

  function isUnseenText(/** @type {CSSStyleDeclaration} */ computed, /** @type {Sight} */ sight) {
    const colour = computed.color;
    if (colour === sight.background || (colour.startsWith("rgba") && CLEAR.test(colour))) return !showsAnyway(computed);
    return computed.fontSize === "0px" || isIndentedAway(computed);
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

  agent.visibility = { initialSight, sightInside, hidesText };
})();
