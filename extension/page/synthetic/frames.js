"use strict";
/**
 * Which frame is where. Input that belongs to a frame inside is not done but answered with that frame's element. Content scripts cannot ask Chrome for the frame behind an element, but a frame can
 * find its own place among its parent's frames, and its parent the element that shows that place.
 */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, hits } = agent;

  const HOLDERS = new Set(["iframe", "frame", "object", "embed"]);

  function isHolder(/** @type {Element} */ element) {
    return HOLDERS.has(dom.localName(element)) && Boolean(/** @type {HTMLIFrameElement} */ (element).contentWindow);
  }

  /** This frame's place among its parent's frames; -1 when it lies in a shadow root there. */
  function place() {
    for (let index = 0; index < window.parent.length; index += 1) {
      if (window.parent[index] === window.self) return index;
    }
    return -1;
  }

  /** The element that shows a frame: by its place, or, in shadow roots, by the address it was given. */
  function holder(/** @type {{ index: number, url: string }} */ { index, url }) {
    const holders = agent.queries.allElements().filter(isHolder);
    const shown = (/** @type {Element} */ element) => /** @type {HTMLIFrameElement} */ (element).contentWindow;
    const found = index >= 0 ? holders.find((element) => shown(element) === window[index]) : unplaced(holders, url);
    return found ? agent.refOf(found) : agent.failure("ELEMENT_STALE", "The frame is gone.");
  }

  function unplaced(/** @type {Element[]} */ holders, /** @type {string} */ url) {
    const inShadow = holders.filter((element) => dom.rootOf(element) !== document);
    return inShadow.find((element) => /** @type {HTMLIFrameElement} */ (element).src === url) ?? inShadow[0];
  }

  /** The frame at a point of this one, with the point as that frame sees it; null when there is none. */
  function frameAt(/** @type {{ x: number, y: number }} */ { x, y }) {
    const element = hits.elementAt(x, y);
    if (!element || !isHolder(element)) return null;
    const box = dom.rectOf(element);
    const style = getComputedStyle(element);
    const plain = /** @type {HTMLElement} */ (element);
    const scaleX = box.width / (plain.offsetWidth || box.width);
    const scaleY = box.height / (plain.offsetHeight || box.height);
    return {
      ref: agent.refOf(element),
      x: (x - box.left) / scaleX - element.clientLeft - Number.parseFloat(style.paddingLeft),
      y: (y - box.top) / scaleY - element.clientTop - Number.parseFloat(style.paddingTop),
    };
  }

  /** The frame that has the keyboard, when it is one inside this one. */
  function focusedFrame() {
    const element = dom.focusedElement();
    return element && isHolder(element) ? { ref: agent.refOf(element) } : null;
  }

  /** Addresses of frames that other extensions put into the page. */
  function foreignFrames() {
    const sources = agent.queries
      .allElements()
      .filter(isHolder)
      .map((/** @type {Element} */ element) => dom.attribute(element, "src") ?? "");
    return sources.filter((/** @type {string} */ url) => url.startsWith("chrome-extension://"));
  }

  agent.define("foreignFrames", foreignFrames);
  agent.innerFrames = { frameAt, focusedFrame };
  agent.define("framePlace", place);
  agent.define("frameHolder", holder);
})();
