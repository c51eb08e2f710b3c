"use strict";
/** Elements that may hide what only the engine can see: a closed shadow root, or what they declare by ElementInternals. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom } = agent;

  const MAX_NOTED = 100;
  const MAX_PLAIN = 20;
  const MAX_FLOATING = 50;
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
    if (speakers.noted.size < MAX_NOTED && mayUseInternals(element) && !speakers.asked.has(element))
      speakers.noted.add(element);
  }

  const NATIVE_CONTROLS = "input, button, select, textarea, a[href]";

  /**
   * A custom element that takes part in forms or can be focused, with nothing inside that would take its part; or
   * any, where others of the page use ElementInternals.
   */
  function mayUseInternals(/** @type {Element} */ element) {
    if (!dom.localName(element).includes("-") || dom.hasAttribute(element, "role")) return false;
    if (!dom.hasInternals && !dom.matches(element, ":enabled, :disabled, [tabindex]")) return false;
    const root = dom.shadowOf(element);
    return !root || !dom.queryAll(root, NATIVE_CONTROLS).length;
  }

  /** Note an element that renders something none of its visible children explains. */
  function noteHost(/** @type {Element} */ element) {
    if (hosts.noted.size >= MAX_NOTED || !dom.canHostShadow(element) || dom.shadowOf(element)) return;
    const isCustom = dom.localName(element).includes("-");
    if (!isCustom && (hosts.noted.size >= MAX_PLAIN || !rendersUnseenContent(element))) return;
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
    for (let looked = 0; node && looked < MAX_FLOATING; looked += 1, node = dom.previousSibling(node)) {
      if (dom.firstChild(node) || !(node instanceof Element) || !dom.canHostShadow(node) || dom.shadowOf(node))
        continue;
      hosts.noted.add(node);
    }
  }

  /** Note the parent of an element that no style reaches: a closed root shows itself in the children's place. */
  function noteAround(/** @type {Element} */ element) {
    const parent = dom.parentElement(element);
    if (!parent || hosts.noted.size >= MAX_NOTED || hosts.asked.has(parent) || dom.shadowOf(parent)) return;
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

  /** What may float above a page that has not been read yet; mostly nothing. */
  function floating() {
    noteFloating();
    const found = fresh(hosts);
    return found.length ? found : null;
  }

  /**
   * Take over from the engine what elements declare: each is followed by its attributes, or by none if it declares
   * nothing any more. Return how many are new. One that fell silent is asked about again when it is seen again.
   */
  function adoptInternals(/** @type {(Element | Record<string, string>)[]} */ ...declared) {
    let added = 0;
    for (let at = 0; at < declared.length; at += 2) {
      const element = /** @type {Element} */ (declared[at]);
      const words = /** @type {Record<string, string>} */ (declared[at + 1]);
      const { isNew, isSilent } = dom.adoptInternals(element, words);
      if (isNew) added += 1;
      else if (isSilent) speakers.asked.delete(element);
    }
    return added;
  }

  agent.unreadable = { note, noteAround, report };
  agent.floating = floating;
  agent.adoptInternals = adoptInternals;
  agent.define("unseen", report);
})();
