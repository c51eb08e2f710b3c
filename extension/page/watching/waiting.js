"use strict";
/** Waiting for the page to change, and looking whether it shows a text. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, names } = agent;

  let changes = 0;
  /** @type {Set<() => void>} */
  const waiters = new Set();
  let isWatching = false;

  function watch() {
    if (isWatching) return;
    isWatching = true;
    const observer = new MutationObserver(() => {
      changes += 1;
      for (const wake of [...waiters]) wake();
    });
    for (const tree of agent.queries.allTrees())
      observer.observe(tree, { subtree: true, childList: true, attributes: true, characterData: true });
  }

  /** How often the page changed since it is being watched; watching begins with the first question. */
  function changeCount() {
    watch();
    return { count: changes };
  }

  /** Wait until the page has changed since `count`, and has drawn that. */
  async function changeAfter(/** @type {{ count: number, limitMs: number }} */ { count, limitMs }) {
    watch();
    if (changes <= count) await nextChange(limitMs);
    await agent.timing.nextFrame();
    return { count: changes };
  }

  function nextChange(/** @type {number} */ limitMs) {
    return new Promise((resolve) => {
      const wake = () => {
        waiters.delete(wake);
        clearTimeout(limit);
        resolve(undefined);
      };
      const limit = setTimeout(wake, limitMs);
      waiters.add(wake);
    });
  }

  /** Everything a person can read in this frame. */
  function shownText() {
    const parts = agent.queries.allTrees().map((tree) => {
      if (tree === document) return dom.bodyOf(document)?.innerText ?? "";
      return [.../** @type {ShadowRoot} */ (tree).children]
        .map((child) => (child instanceof HTMLElement ? child.innerText : ""))
        .join("\n");
    });
    return parts.join("\n");
  }

  function hasText(/** @type {{ text: string }} */ { text }) {
    return { isShown: names.fold(shownText()).includes(names.fold(text)) };
  }

  agent.define("changeCount", changeCount);
  agent.define("changeAfter", changeAfter);
  agent.define("hasText", hasText);
  agent.define("excerpt", () => ({ text: names.collapse(shownText()).slice(0, 160) }));
})();
