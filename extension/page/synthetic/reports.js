"use strict";
/**
 * Runs beside the page from the start of the document: forwards what the page's own world reports, and lets
 * the worker know when the frame goes away. In tabs that no agent uses without a debugger, the worker disconnects at once.
 */
(() => {
  const NAME = "tabwire-page-news";
  const RECONNECT_AFTER_MS = 250;
  const WAITING_MAX = 200;
  // A page must not report anything else: what Chrome knows, Chrome reports.
  const FROM_PAGES = new Set(["console", "dialog", "dialog_closed"]);
  const world = /** @type {any} */ (globalThis);
  if (world.tabwireNews) return;
  world.tabwireNews = true;

  /** @type {chrome.runtime.Port | undefined} */
  let port;
  let isWanted = false;
  /** What came before the worker said whether it wants it. @type {object[]} */
  let waiting = [];

  function connect() {
    // An extension that was reloaded leaves this script behind, without its other end.
    if (!chrome.runtime?.id) return;
    port = chrome.runtime.connect({ name: "page" });
    port.onMessage.addListener(onWanted);
    port.onDisconnect.addListener(onDisconnected);
  }

  function onWanted() {
    isWanted = true;
    for (const message of waiting) port?.postMessage(message);
    waiting = [];
  }

  function onDisconnected() {
    port = undefined;
    if (isWanted) setTimeout(connect, RECONNECT_AFTER_MS);
    else document.removeEventListener(NAME, forward);
  }

  function forward(/** @type {Event} */ event) {
    const message = JSON.parse(/** @type {CustomEvent<string>} */ (event).detail);
    if (FROM_PAGES.has(message?.kind)) send(message);
  }

  function send(/** @type {object} */ message) {
    if (isWanted && port) port.postMessage(message);
    else if (waiting.length < WAITING_MAX) waiting.push(message);
  }

  globalThis.tabwireUserInput = (deed) => send({ kind: "hand", deed });
  globalThis.tabwirePermission = (decision) => send({ kind: "permission", decision });
  document.addEventListener(NAME, forward);
  // A page kept for the way back has lost its port.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && !port && isWanted) connect();
  });
  connect();
})();
