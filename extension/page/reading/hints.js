"use strict";
/**
 * A word about controls without a name: their id, their name in tests or a telling class, written as a selector that
 * may be used as a target, or where they lead, or which shape of a drawing they are.
 */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom } = agent;

  const MAX_CHARS = 32;
  // The picture in a button often says more than the button.
  const MAX_DEPTH = 3;
  const FEW = 12;
  const IDENTIFIER = /^[a-z][\w-]*$/i;
  const QUOTABLE = /^[^\s'"\\]+$/;
  // Names that tools make up have digits in them, or are numbered by React: `:r1:`, `«r1»`, `_r_1_`.
  const MADE_UP = /\d{3}|\bid-?\d|:r\w*:|«|^_r_/i;
  const CLASS = /^([a-z]-)?[a-z]{2,}([-_]+[a-z]+)*$/i;
  const COMMON =
    /^(btn|button|icons?|fa[bsrl]?|svg|img|link|item|active|selected|focus|clickable|container|wrapper|row|col|flex)([-_](xs|sm|md|lg|xl|primary|secondary|default|link|group))?$/i;

  /** @returns {string} */
  function hintOf(/** @type {Element} */ element, /** @type {string} */ role) {
    let node = /** @type {Element | null} */ (element);
    for (let depth = 0; node && depth < MAX_DEPTH; depth += 1) {
      const hint = idOf(node) || testIdOf(node) || classOf(node);
      if (hint) return hint.startsWith(".") ? setApart(node, hint) : hint;
      node = node.firstElementChild;
    }
    if (role === "link") return pathOf(element);
    return agent.roles.isShape(element) ? dom.localName(element) : "";
  }

  /** A few of a kind, such as the handles of sliders, are told apart by what holds them. */
  function setApart(/** @type {Element} */ element, /** @type {string} */ hint) {
    const alike = countOf(element, hint);
    if (alike < 2 || alike > FEW) return hint;
    let holder = dom.parentElement(element);
    for (let depth = 0; holder && depth < MAX_DEPTH; depth += 1) {
      const outer = idOf(holder) || classOf(holder);
      if (outer && countOf(element, `${outer} ${hint}`) === 1) return `${outer} ${hint}`;
      holder = dom.parentElement(holder);
    }
    return hint;
  }

  function countOf(/** @type {Element} */ element, /** @type {string} */ selector) {
    return dom.queryAll(dom.rootOf(element), selector).length;
  }

  function idOf(/** @type {Element} */ element) {
    const id = dom.attribute(element, "id") ?? "";
    if (!id || id.length > MAX_CHARS || MADE_UP.test(id)) return "";
    if (IDENTIFIER.test(id)) return `#${id}`;
    // With escapes it would be hard to read, and harder to write.
    return QUOTABLE.test(id) ? `[id='${id}']` : "";
  }

  /** What the page's own tests call it. */
  function testIdOf(/** @type {Element} */ element) {
    const id = dom.attribute(element, "data-testid") ?? "";
    return id.length <= MAX_CHARS && IDENTIFIER.test(id) && !MADE_UP.test(id) ? `[data-testid=${id}]` : "";
  }

  function classOf(/** @type {Element} */ element) {
    const names = (dom.attribute(element, "class") ?? "").split(/\s+/);
    const telling = names.find((name) => name.length <= MAX_CHARS && CLASS.test(name) && !COMMON.test(name));
    return telling ? `.${telling}` : "";
  }

  function pathOf(/** @type {Element} */ link) {
    const [path = ""] = (dom.attribute(link, "href") ?? "").split(/[?#]/);
    return path.length <= MAX_CHARS && /^[\w./-]+$/.test(path) ? path : "";
  }

  /** The hint that an entry has, if any. */
  function hintIn(/** @type {import("../types").Entry | undefined} */ entry) {
    if (!entry || entry.name) return "";
    const tag = agent.roles.isShape(entry.element) ? dom.localName(entry.element) : "";
    return entry.states.find((state) => /^[#./[]/.test(state) || state === tag) ?? "";
  }

  /** Give an entry without a name a hint. */
  function addTo(/** @type {import("../types").Entry} */ entry) {
    const hint = entry.name ? "" : hintOf(entry.element, entry.role);
    if (hint) entry.states.unshift(hint);
  }

  agent.hints = { hintIn, addTo };
})();
