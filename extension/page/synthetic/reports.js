"use strict";
/**
 * Runs beside the page from the start of the document: passes on what the page's own world tells, and lets
 * the worker know when the frame goes away. In tabs that no agent uses quietly, the worker hangs up at once.
 */
(() => {
  const NAME = "tabwire-page-news";
  const RECONNECT_AFTER_MS = 250;
  const WAITING_MAX = 200;
  // A page must not pass off anything else as news: what Chrome knows, Chrome tells.
  const TOLD_BY_PAGES = new Set(["console", "dialog", "dialog_closed"]);
  const world = /** @type {any} */ (globalThis);
  if (world.tabwireNews) return;
  world.tabwireNews = true;

  /** @type {chrome.runtime.Port | undefined} */
  let port;
  let isWanted = false;
  /** What was told before the worker said whether it wants to hear it. @type {object[]} */
  let waiting = [];

  function connect() {
    // An extension that was reloaded leaves this script behind, without its other end.
    if (!chrome.runtime?.id) return;
    port = chrome.runtime.connect({ name: "page" });
    port.onMessage.addListener(welcome);
    port.onDisconnect.addListener(lose);
  }

  function welcome() {
    isWanted = true;
    for (const news of waiting) port?.postMessage(news);
    waiting = [];
  }

  function lose() {
    port = undefined;
    if (isWanted) setTimeout(connect, RECONNECT_AFTER_MS);
    else document.removeEventListener(NAME, pass);
  }

  function pass(/** @type {Event} */ event) {
    const news = JSON.parse(/** @type {CustomEvent<string>} */ (event).detail);
    if (TOLD_BY_PAGES.has(news?.kind)) tell(news);
  }

  function tell(/** @type {object} */ news) {
    if (isWanted && port) port.postMessage(news);
    else if (waiting.length < WAITING_MAX) waiting.push(news);
  }

  globalThis.tabwireUserInput = (deed) => tell({ kind: "hand", deed });
  globalThis.tabwirePermission = (decision) => tell({ kind: "permission", decision });
  document.addEventListener(NAME, pass);
  // A page kept for the way back has lost its port.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && !port && isWanted) connect();
  });
  connect();
})();
