"use strict";
/** The boxes that elements take up, and whether a person could see them there. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, style } = agent;

  /** Parts of an element that have a size. @returns {DOMRect[]} */
  function boxesOf(/** @type {Element} */ element) {
    if (dom.localName(element) === "area") return areaBoxes(element);
    let boxes = [...element.getClientRects()];
    if (!boxes.length && style.styleOf(element).display === "contents") {
      const range = document.createRange();
      range.selectNodeContents(element);
      boxes = [...range.getClientRects()];
    }
    return boxes.filter((box) => box.width > 0 && box.height > 0);
  }

  /** The box of a part of an image map, from its coordinates. @returns {DOMRect[]} */
  function areaBoxes(/** @type {Element} */ area) {
    const image = style.areaImage(area);
    if (!image) return [];
    const frame = dom.rectOf(image);
    const given = (dom.attribute(area, "coords") ?? "").split(",").map(Number);
    if (given.length < 3 || given.some(Number.isNaN)) return [frame];
    const [across, down] = cornersOf(given);
    const left = Math.min(...across);
    const top = Math.min(...down);
    return [new DOMRect(frame.x + left, frame.y + top, Math.max(...across) - left, Math.max(...down) - top)];
  }

  /** @returns {[number[], number[]]} */
  function cornersOf(/** @type {number[]} */ coordinates) {
    if (coordinates.length === 3) {
      const [x, y, radius] = /** @type {[number, number, number]} */ (/** @type {unknown} */ (coordinates));
      return [
        [x - radius, x + radius],
        [y - radius, y + radius],
      ];
    }
    return [coordinates.filter((_, at) => at % 2 === 0), coordinates.filter((_, at) => at % 2 === 1)];
  }

  function isPage(/** @type {Element} */ node) {
    return node === document.documentElement || node === document.body;
  }

  /** Rendered, not hidden by `visibility`, and with a size. */
  function isVisible(/** @type {Element} */ element) {
    return !style.isUnrendered(element) && !style.isInvisible(element) && boxesOf(element).length > 0;
  }

  /** Whether it is there for the browser alone: a widget of the page's own stands in its place. */
  function isUnseen(/** @type {Element} */ element) {
    if (!isVisible(element) || !style.isSeen(element) || isSpeck(element)) return true;
    for (let node = dom.renderedParentOf(element); node && !isPage(node); node = dom.renderedParentOf(node)) {
      if (style.styleOf(node).overflow !== "visible" && isFlat(dom.rectOf(node))) return true;
    }
    return false;
  }

  function isFlat(/** @type {DOMRect} */ { width, height }) {
    return width <= 1 || height <= 1;
  }

  function isSpeck(/** @type {Element} */ element) {
    const box = dom.rectOf(element);
    return box.width <= 2 && box.height <= 2 && dom.localName(element) !== "area";
  }

  /** Large enough to be hit. */
  function hasArea(/** @type {Element} */ element, minPx = 1) {
    const box = dom.rectOf(element);
    return box.width > minPx && box.height > minPx;
  }

  agent.boxes = { boxesOf, isVisible, isUnseen, isSpeck, isPage, hasArea };
})();
