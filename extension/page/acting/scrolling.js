"use strict";
/** Scrolling the page or a part of it, and noticing whether that brought anything new. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, actionability } = agent;

  const AXES = /** @type {Record<string, { left: number, top: number }>} */ ({
    up: { left: 0, top: -1 },
    down: { left: 0, top: 1 },
    left: { left: -1, top: 0 },
    right: { left: 1, top: 0 },
    top: { left: 0, top: -Infinity },
    bottom: { left: 0, top: Infinity },
  });
  // A little of the old page stays in view, as with the Page Down key.
  const PAGE_SHARE = 0.85;

  function page() {
    return document.scrollingElement ?? document.documentElement;
  }

  function canScroll(/** @type {Element} */ element, /** @type {boolean} */ across) {
    if (element === page())
      return across ? element.scrollWidth > window.innerWidth : element.scrollHeight > window.innerHeight;
    const style = agent.style.styleOf(element);
    const overflow = across ? style.overflowX : style.overflowY;
    const room = across ? element.scrollWidth - element.clientWidth : element.scrollHeight - element.clientHeight;
    return (
      room > 1 && overflow !== "visible" && overflow !== "clip" && (overflow !== "hidden" || element.tagName !== "BODY")
    );
  }

  /** What scrolls around an element. @returns {Element | null} */
  function scrollerOf(/** @type {Element | null} */ element, /** @type {boolean} */ across) {
    for (let node = element; node; node = dom.parentOf(node)) if (canScroll(node, across)) return node;
    return canScroll(page(), across) ? page() : null;
  }

  /** The part of the page that scrolls when the page itself does not: the largest one in view. */
  function mainScroller(/** @type {boolean} */ across) {
    if (canScroll(page(), across)) return page();
    const middle = agent.hits.elementAt(window.innerWidth / 2, window.innerHeight / 2);
    const around = scrollerOf(middle, across);
    if (around) return around;
    const others = agent.queries.allElements().filter((element) => canScroll(element, across));
    const area = (/** @type {Element} */ element) => element.clientWidth * element.clientHeight;
    return others.sort((a, b) => area(b) - area(a))[0] ?? null;
  }

  /** Scroll and say where that got to. */
  function scroll(
    /** @type {{ ref: string, direction: string, amountPx: number | null }} */ { ref, direction, amountPx },
  ) {
    const element = ref ? agent.element(ref) : null;
    if (ref && !element) return actionability.gone(ref);
    const axis = /** @type {{ left: number, top: number }} */ (AXES[direction]);
    const across = axis.left !== 0;
    const scroller = element ? scrollerOf(element, across) : mainScroller(across);
    agent.settling.begin(element);
    if (!scroller) return { wheelAt: middleOf(element) };
    const before = positionOf(scroller);
    const step = amountPx ?? Math.round((across ? viewWidth(scroller) : viewHeight(scroller)) * PAGE_SHARE);
    scroller.scrollBy({
      behavior: "instant",
      left: bounded(axis.left * step, scroller.scrollWidth),
      top: bounded(axis.top * step, scroller.scrollHeight),
    });
    const after = positionOf(scroller);
    return {
      scroller: agent.refOf(scroller),
      movedX: after.x - before.x,
      movedY: after.y - before.y,
      extent: extent(scroller),
    };
  }

  function bounded(/** @type {number} */ distance, /** @type {number} */ size) {
    return Number.isNaN(distance) ? 0 : Math.max(-size, Math.min(size, distance));
  }

  function viewHeight(/** @type {Element} */ scroller) {
    return scroller === page() ? window.innerHeight : scroller.clientHeight;
  }

  function viewWidth(/** @type {Element} */ scroller) {
    return scroller === page() ? window.innerWidth : scroller.clientWidth;
  }

  function positionOf(/** @type {Element} */ scroller) {
    return { x: Math.round(scroller.scrollLeft), y: Math.round(scroller.scrollTop) };
  }

  function extent(/** @type {Element} */ scroller) {
    return {
      ...positionOf(scroller),
      height: scroller.scrollHeight,
      width: scroller.scrollWidth,
      viewHeight: viewHeight(scroller),
      viewWidth: viewWidth(scroller),
      elements: scroller.getElementsByTagName("*").length,
    };
  }

  function middleOf(/** @type {Element | null} */ element) {
    if (!element) return { x: window.innerWidth / 2, y: window.innerHeight / 2 };
    const box = dom.rectOf(element);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /** Where a scroller stands now, to see what scrolling brought. */
  function scrollState(/** @type {{ ref: string }} */ { ref }) {
    const scroller = agent.element(ref);
    return scroller ? extent(scroller) : null;
  }

  /** Bring an element into view. */
  function reveal(/** @type {{ ref: string }} */ { ref }) {
    const element = agent.element(ref);
    if (!element) return actionability.gone(ref);
    const obstacle = actionability.invisible(element);
    if (obstacle) return actionability.notActionable(obstacle);
    agent.settling.begin(element);
    element.scrollIntoView({ behavior: "instant", block: "center", inline: "nearest" });
    return null;
  }

  agent.define("scroll", scroll);
  agent.define("scrollState", scrollState);
  agent.define("reveal", reveal);
})();
