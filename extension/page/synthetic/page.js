"use strict";
/** What a page can be asked for without a debugger: its own history, an end to loading, another place. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;

  /** The steps of the history that belong to this site, and which is the present one. */
  function ownHistory() {
    const { navigation } = /** @type {any} */ (window);
    const entries = /** @type {{ url: string | null }[]} */ (navigation.entries());
    return {
      index: navigation.currentEntry.index,
      urls: entries.map(({ url }) => url ?? ""),
      length: window.history.length,
    };
  }

  agent.define("ownHistory", ownHistory);
  agent.define("historyGo", (/** @type {{ steps: number }} */ { steps }) => {
    window.history.go(steps);
    return null;
  });
  agent.define("scrollPage", (/** @type {{ x: number, y: number }} */ { x, y }) => {
    window.scrollTo({ left: x, top: y, behavior: "instant" });
    return { scrollX: window.scrollX, scrollY: window.scrollY };
  });
  agent.define("stopLoading", () => {
    window.stop();
    return null;
  });
})();
