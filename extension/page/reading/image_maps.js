"use strict";
/** The areas of an image map are links, although they have no boxes of their own. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, names } = agent;

  /** Print the areas of the map an image uses. */
  function visitAreas(
    /** @type {import("../types").Walk} */ walk,
    /** @type {Element} */ image,
    /** @type {import("../types").Place} */ inner,
  ) {
    const name = (dom.attribute(image, "usemap") ?? "").replace(/^#/, "");
    const map = name && dom.queryAll(dom.rootOf(image), `map[name="${CSS.escape(name)}"]`)[0];
    if (!map) return;
    for (const area of dom.queryAll(map, "area[href]")) {
      agent.entries.pushRow(walk, agent.entries.rowEntry(area, "link", names.nameOf(area), inner));
    }
  }

  agent.imageMaps = { visitAreas };
})();
