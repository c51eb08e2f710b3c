"use strict";
/** Elements that may hide what only the engine can see: a closed shadow root, or what they say by ElementInternals. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom } = agent;

  const MOST = 100;
  const MOST_PLAIN = 20;
  const MOST_FLOATING = 50;
  // Smaller empty boxes are icons and spacers.
  const MIN_WIDTH_PX = 24;
  const MIN_HEIGHT_PX = 12;

  /** What was noted since the engine was last asked, and what it was asked about: it need not look twice. */
  const hosts = {
    noted: /** @type {Set<Element>} */ (new Set()),
    asked: /** @type {WeakSet<Element>} */ (new WeakSet()),
  };
  const speakers = {
    noted: /** @type {Set<Element>} */ (new Set()),
    asked: /** @type {WeakSet<Element>} */ (new WeakSet()),
  };

  /** Note an element of which there may be more than a script can see. */
  function note(/** @type {Element} */ element) {
    noteHost(element);
    if (speakers.noted.size < MOST && maySpeak(element) && !speakers.asked.has(element)) speakers.noted.add(element);
  }

  const NATIVE_CONTROLS = "input, button, select, textarea, a[href]";

  /**
   * A custom element that takes part in forms or can be focused, with nothing inside that would take its part; or
   * any, where others of the page have spoken.
   */
  function maySpeak(/** @type {Element} */ element) {
    if (!dom.localName(element).includes("-") || dom.hasAttribute(element, "role")) return false;
    if (!dom.hasInternals && !dom.matches(element, ":enabled, :disabled, [tabindex]")) return false;
    const root = dom.shadowOf(element);
    return !root || !dom.queryAll(root, NATIVE_CONTROLS).length;
  }

  /** Note an element that renders something none of its visible children explains. */
  function noteHost(/** @type {Element} */ element) {
    if (hosts.noted.size >= MOST || !dom.canHostShadow(element) || dom.shadowOf(element)) return;
    const isCustom = dom.localName(element).includes("-");
    if (!isCustom && (hosts.noted.size >= MOST_PLAIN || !rendersUnseenContent(element))) return;
    if (!hosts.asked.has(element)) hosts.noted.add(element);
  }

  /** A plain tag with no children of its own that still takes up room. */
  function rendersUnseenContent(/** @type {Element} */ element) {
    if (dom.firstChild(element) || dom.localName(element) === "body") return false;
    const box = dom.rectOf(element);
    return box.width >= MIN_WIDTH_PX && box.height >= MIN_HEIGHT_PX;
  }

  /** Note the last children of the page that are empty: those that take up no room may show what floats above it. */
  function noteFloating() {
    const body = dom.bodyOf(document);
    let node = body && dom.lastChild(body);
    for (let looked = 0; node && looked < MOST_FLOATING; looked += 1, node = dom.previousSibling(node)) {
      if (dom.firstChild(node) || !(node instanceof Element) || !dom.canHostShadow(node) || dom.shadowOf(node))
        continue;
      hosts.noted.add(node);
    }
  }

  /** Note the parent of an element that no style reaches: a closed root shows itself in the children's place. */
  function noteAround(/** @type {Element} */ element) {
    const parent = dom.parentElement(element);
    if (!parent || hosts.noted.size >= MOST || hosts.asked.has(parent) || dom.shadowOf(parent)) return;
    if (dom.canHostShadow(parent) && agent.style.styleOf(element).display === "") hosts.noted.add(parent);
  }

  /** What was noted, for the engine to look at. */
  function report() {
    noteFloating();
    return { hosts: fresh(hosts).map(agent.refOf), speakers: fresh(speakers).map(agent.refOf) };
  }

  function fresh(/** @type {typeof hosts} */ { noted, asked }) {
    const unasked = [...noted].filter((element) => dom.isConnected(element) && !asked.has(element));
    for (const element of unasked) asked.add(element);
    noted.clear();
    return unasked;
  }

  /** What may float above a page that nobody has read yet; nothing mostly. */
  function floating() {
    noteFloating();
    const found = fresh(hosts);
    return found.length ? found : null;
  }

  agent.unreadable = { note, noteAround, report };
  agent.define("unseen", report);
  agent.floating = floating;
  /**
   * Take over from the engine what elements say, each followed by its attributes, or by none if it says no more;
   * tell how many say it for the first time. An element that fell silent is asked about again when it is seen again.
   */
  agent.adoptInternals = (...said) => {
    let fresh = 0;
    for (let at = 0; at < said.length; at += 2) {
      const element = /** @type {Element} */ (said[at]);
      const { isNew, isSilent } = dom.adoptInternals(element, /** @type {Record<string, string>} */ (said[at + 1]));
      if (isNew) fresh += 1;
      else if (isSilent) speakers.asked.delete(element);
    }
    return fresh;
  };
})();
