"use strict";
/** Finding the point where a press reaches an element. Waits, frame by frame, until that can be done. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, boxes, hits, timing, actionability, pressTargets } = agent;

  /** @typedef {import("../contract").Point} Point */
  /** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */
  /** @typedef {import("../contract").Obstacle} Obstacle */

  const ALIGNMENTS = /** @type {ScrollLogicalPosition[]} */ (["center", "end", "start"]);
  // Where to try inside the visible part, as shares of its width and height.
  const SPOTS = /** @type {[number, number][]} */ ([
    [0.5, 0.5],
    [0.25, 0.5],
    [0.75, 0.5],
    [0.5, 0.25],
    [0.5, 0.75],
  ]);

  const MAX_WORD_BOXES = 8;

  /** The part of a box that the viewport and the scrollers around it show. @returns {Box | null} */
  function visiblePart(/** @type {Element} */ element, /** @type {DOMRect} */ box) {
    let part = clip(box, { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight });
    for (let node = dom.renderedParentOf(element); node && part; node = dom.renderedParentOf(node)) {
      const style = agent.style.styleOf(node);
      if (style.overflow !== "visible" && !boxes.isPage(node)) part = clip(part, dom.rectOf(node));
      if (style.position === "fixed") break;
    }
    return part;
  }

  /** @returns {Box | null} */
  function clip(/** @type {Box} */ box, /** @type {Box} */ frame) {
    const part = {
      left: Math.max(box.left, frame.left),
      top: Math.max(box.top, frame.top),
      right: Math.min(box.right, frame.right),
      bottom: Math.min(box.bottom, frame.bottom),
    };
    return part.right - part.left >= 1 && part.bottom - part.top >= 1 ? part : null;
  }

  /** A point where an event reaches the element, without scrolling. @returns {Point | null} */
  function openPoint(/** @type {Element} */ element, /** @type {boolean} */ drop) {
    const point = pointIn(element, boxes.boxesOf(element), drop);
    if (!point || drop || !controlInside(element, hits.elementAt(point.x, point.y))) return point;
    // A control stands in its middle, and would be the one that is pressed.
    return pointIn(element, wordBoxes(element), drop) ?? point;
  }

  /** @returns {Point | null} */
  function pointIn(/** @type {Element} */ element, /** @type {DOMRect[]} */ boxes, /** @type {boolean} */ drop) {
    for (const box of boxes) {
      const part = visiblePart(element, box);
      const point = part && openSpot(element, part, drop);
      if (point) return point;
    }
    return null;
  }

  /** A control inside an element that holds a part of it. */
  function controlInside(/** @type {Element} */ element, /** @type {Element | null} */ part) {
    for (let node = part; node && node !== element; node = dom.renderedParentOf(node)) {
      if (agent.roles.CONTROL_ROLES.has(agent.roles.roleOf(node))) return node;
    }
    return null;
  }

  /** Where the first words of an element are that belong to no control inside it. @returns {DOMRect[]} */
  function wordBoxes(/** @type {Element} */ element) {
    const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const boxes = /** @type {DOMRect[]} */ ([]);
    while (boxes.length < MAX_WORD_BOXES && words.nextNode()) {
      const text = words.currentNode;
      if (controlInside(element, dom.parentElement(text))) continue;
      range.selectNodeContents(text);
      boxes.push(...[...range.getClientRects()].filter((box) => box.width > 0 && box.height > 0));
    }
    return boxes;
  }

  /** What is dropped inside the outline of a shape was dropped on the shape. @returns {Point | null} */
  function openSpot(/** @type {Element} */ element, /** @type {Box} */ part, /** @type {boolean} */ drop) {
    for (const [across, down] of SPOTS) {
      const point = { x: part.left + (part.right - part.left) * across, y: part.top + (part.bottom - part.top) * down };
      const hit = hits.elementAt(point.x, point.y);
      if (hit && (pressTargets.reaches(hit, element) || (drop && hits.isInside(element, hit)))) return point;
    }
    return null;
  }

  /** A point where an event reaches the element; scrolls only when it must. @returns {Point | null} */
  function reachablePoint(/** @type {Element} */ element, drop = false) {
    const point = isWhollyShown(element) ? openPoint(element, drop) : null;
    if (point) return point;
    for (const block of ALIGNMENTS) {
      align(element, block);
      const found = openPoint(element, drop);
      if (found) return found;
    }
    return null;
  }

  function align(/** @type {Element} */ element, /** @type {ScrollLogicalPosition} */ block) {
    (agent.style.areaImage(element) ?? element).scrollIntoView({ behavior: "instant", block, inline: "nearest" });
  }

  /** Whether enough of the element is in view to act on it without scrolling. */
  function isWhollyShown(/** @type {Element} */ element) {
    const box = boxes.boxesOf(element)[0];
    const part = box && visiblePart(element, box);
    if (!box || !part) return false;
    return (
      part.right - part.left >= Math.min(box.width, window.innerWidth) / 2 &&
      part.bottom - part.top >= Math.min(box.height, window.innerHeight) / 2
    );
  }

  /** What stands in the way of acting on the element. @returns {Obstacle} */
  function covered(/** @type {Element} */ element) {
    // At an edge of the page a header or footer would be blamed.
    align(element, "center");
    const box = boxes.boxesOf(element)[0];
    const part = box && visiblePart(element, box);
    const hit = part && hits.elementAt((part.left + part.right) / 2, (part.top + part.bottom) / 2);
    if (!hit) return { kind: "out_of_reach" };
    if (hits.isInside(element, hit)) return { kind: "lets_through", by: agent.titles.lookOf(hit) };
    return { kind: "covered", by: agent.titles.lookOf(pressTargets.coverOf(hit, element)) };
  }

  /** Whether the element or what holds it is on the move. */
  function isMoving(/** @type {Element} */ element) {
    return document.getAnimations().some((animation) => {
      const effect = /** @type {KeyframeEffect | null} */ (animation.effect);
      if (animation.playState !== "running" || !effect?.target || isEndless(animation, effect)) return false;
      return hits.isInside(element, effect.target) && movesThings(effect);
    });
  }

  const STILL = new Set([
    "color",
    "backgroundColor",
    "opacity",
    "boxShadow",
    "outlineColor",
    "borderColor",
    "fill",
    "stroke",
    "filter",
    "offset",
    "easing",
    "composite",
    "computedOffset",
  ]);

  // What moves for longer than anybody waits is pressed as it moves.
  const PATIENCE_MS = 4000;

  function isEndless(/** @type {Animation} */ animation, /** @type {KeyframeEffect} */ effect) {
    return Number(effect.getComputedTiming().endTime) - Number(animation.currentTime ?? 0) > PATIENCE_MS;
  }

  function movesThings(/** @type {KeyframeEffect} */ effect) {
    const frames = effect.getKeyframes();
    return frames.some((frame) => Object.keys(frame).some((property) => !STILL.has(property)));
  }

  /** Wait until the element keeps its place for a frame. */
  async function keepsItsPlace(/** @type {Element} */ element) {
    const before = dom.rectOf(element);
    await timing.nextFrame();
    const after = dom.rectOf(element);
    return (
      before.x === after.x && before.y === after.y && before.width === after.width && before.height === after.height
    );
  }

  /** The element to aim at: a control that is not shown or takes no presses itself is reached by its label. */
  function aimedAt(/** @type {Element} */ element) {
    if (
      !actionability.invisible(element) &&
      !boxes.isSpeck(element) &&
      (takesPresses(element) || isInsideItsList(element))
    )
      return element;
    return agent.labels.labelsOf(element).find((label) => !actionability.invisible(label)) ?? element;
  }

  /** Whether presses that the field of a list lets through arrive at the list itself. */
  function isInsideItsList(/** @type {Element} */ element) {
    return agent.roles.roleOf(element) === "combobox" && reachablePoint(element) !== null;
  }

  function takesPresses(/** @type {Element} */ element) {
    const computed = agent.style.styleOf(element);
    return computed.pointerEvents !== "none" && !agent.visibility.isCutAway(computed);
  }

  /**
   * Find a point to act at, or what prevents it; `careful` looks for movement that no animation tells of.
   * @returns {Promise<Point & { aimed: Element } | Obstacle>}
   */
  async function tryToAim(/** @type {Element} */ element, /** @type {boolean} */ careful, /** @type {boolean} */ drop) {
    const aimed = aimedAt(element);
    const obstacle = actionability.invisible(aimed) ?? actionability.disabled(element);
    if (obstacle) return obstacle;
    if (isMoving(aimed) || (careful && !(await keepsItsPlace(aimed)))) return { kind: "moving" };
    const point = reachablePoint(aimed, drop);
    return point ? { ...point, aimed } : covered(aimed);
  }

  /** Wait until an element can be acted on, or something dropped on it; answer with the point, or say what prevents it. */
  async function aim(
    /** @type {{ ref: string, limitMs: number, careful?: boolean, guard?: boolean, drop?: boolean }} */
    { ref, limitMs, careful = false, guard = true, drop = false },
  ) {
    const deadline = performance.now() + limitMs;
    for (;;) {
      const element = agent.element(ref);
      if (!element) return actionability.gone(ref);
      const found = await tryToAim(element, careful, drop);
      if ("x" in found) return { ...aimAt(element, found, guard), ...(drop ? roomIn(found.aimed) : {}) };
      if (performance.now() >= deadline) return actionability.notActionable(found);
      await timing.nextFrame();
    }
  }

  /** Aim at an element if that can be done now; an option is chosen in its own way. */
  async function aimNow(/** @type {{ ref: string }} */ { ref }) {
    const element = agent.element(ref);
    if (!element || agent.roles.roleOf(element) === "option")
      return agent.failure("ELEMENT_NOT_ACTIONABLE", "An option is chosen, not pressed.");
    return aim({ ref, limitMs: 0 });
  }

  function aimAt(
    /** @type {Element} */ element,
    /** @type {Point & { aimed: Element }} */ { x, y, aimed },
    /** @type {boolean} */ guard,
  ) {
    agent.settling.begin(element);
    if (guard) agent.pressGuard.expect(aimed, { x, y });
    return {
      x,
      y,
      opens: agent.opening.expect(element),
      rests: agent.pressGuard.restingPoint(aimed),
    };
  }

  /** How much of an element is shown. */
  function roomIn(/** @type {Element} */ element) {
    const box = boxes.boxesOf(element)[0];
    const part = box && visiblePart(element, box);
    return { width: part ? part.right - part.left : 0, height: part ? part.bottom - part.top : 0 };
  }

  /** Where a point of a frame inside this one lies in this frame, if it can be reached there. */
  function aimThroughFrame(/** @type {{ ref: string, x: number, y: number }} */ { ref, x, y }) {
    const holder = agent.element(ref);
    if (!holder) return actionability.gone(ref);
    let point = pointInHolder(holder, x, y);
    if (!isInView(point)) {
      window.scrollBy({
        behavior: "instant",
        left: point.x - window.innerWidth / 2,
        top: point.y - window.innerHeight / 2,
      });
      point = pointInHolder(holder, x, y);
    }
    const hit = hits.elementAt(point.x, point.y);
    if (!hit) return actionability.notActionable({ kind: "out_of_view" });
    if (hit !== holder) {
      const by = agent.titles.lookOf(pressTargets.coverOf(hit, holder));
      return actionability.notActionable({ kind: "covered", by });
    }
    agent.pressGuard.expect(null);
    return point;
  }

  function isInView(/** @type {Point} */ { x, y }) {
    return x >= 0 && y >= 0 && x < window.innerWidth && y < window.innerHeight;
  }

  /** @returns {Point} */
  function pointInHolder(/** @type {Element} */ holder, /** @type {number} */ x, /** @type {number} */ y) {
    const box = dom.rectOf(holder);
    const style = getComputedStyle(holder);
    const plainWidth = /** @type {HTMLElement} */ (holder).offsetWidth || box.width;
    const plainHeight = /** @type {HTMLElement} */ (holder).offsetHeight || box.height;
    const scaleX = box.width / plainWidth;
    const scaleY = box.height / plainHeight;
    return {
      x: box.left + (holder.clientLeft + Number.parseFloat(style.paddingLeft) + x) * scaleX,
      y: box.top + (holder.clientTop + Number.parseFloat(style.paddingTop) + y) * scaleY,
    };
  }

  agent.aiming = { aimNow };
  agent.define("aim", aim);
  agent.define("aimNow", aimNow);
  agent.define("aimThroughFrame", aimThroughFrame);
})();
