"use strict";
/** Elements that may hide a closed shadow root. From CDP only the engine can open them. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom } = agent;

  /** @typedef {import("./types").Walk} Walk */

  const MAX_HOSTS = 100;
  const MAX_PLAIN_HOSTS = 20;
  // Smaller empty boxes are icons and spacers.
  const MIN_WIDTH_PX = 24;
  const MIN_HEIGHT_PX = 12;

  /** Note an element that renders something none of its visible children explains. */
  function note(/** @type {Walk} */ walk, /** @type {Element} */ element) {
    if (walk.hosts.length >= MAX_HOSTS || !dom.canHostShadow(element) || dom.shadowOf(element)) return;
    const isCustom = dom.localName(element).includes("-");
    if (isCustom || (walk.hosts.length < MAX_PLAIN_HOSTS && rendersUnseenContent(element))) walk.hosts.push(element);
  }

  /** A plain tag with no children of its own that still takes up room, or may show what floats above the page. */
  function rendersUnseenContent(/** @type {Element} */ element) {
    if (dom.firstChild(element) || dom.localName(element) === "body") return false;
    if (dom.parentElement(element) === dom.bodyOf(document)) return true;
    const box = dom.rectOf(element);
    return box.width >= MIN_WIDTH_PX && box.height >= MIN_HEIGHT_PX;
  }

  /** Note the parent of an element that no style reaches: a closed root shows itself in the children's place. */
  function noteAround(/** @type {Walk} */ walk, /** @type {Element} */ element) {
    const parent = dom.parentElement(element);
    if (!parent || walk.hosts.length >= MAX_HOSTS || walk.hosts.includes(parent) || dom.shadowOf(parent)) return;
    if (dom.canHostShadow(parent) && agent.style.styleOf(element).display === "") walk.hosts.push(parent);
  }

  /** Hosts the engine has been asked about; it need not look twice. @type {WeakSet<Element>} */
  const asked = new WeakSet();

  /** Refs of the hosts the engine should look into. */
  function unasked(/** @type {Element[]} */ hosts) {
    const fresh = hosts.filter((host) => !asked.has(host));
    for (const host of fresh) asked.add(host);
    return fresh.map((host) => agent.refOf(host));
  }

  agent.shadowHosts = { note, noteAround, unasked };
})();
