/** The page's line to the worker. The worker may die at any moment; asking again wakes it. */

import { words } from "./words.js";

/** @import { LoggedAction, Settings, UiState } from "./state.js" */
/** @typedef {{ state: UiState, settings: Settings, log: LoggedAction[] }} News */
/** @typedef {{ resolve: (value: void) => void, reject: (reason: Error) => void }} Waiting */

const RECONNECT_AFTER_MS = 200;

/** Hear the worker's news from now on; returns a function that asks it for an action. */
export function listen(/** @type {(news: News) => void} */ onNews) {
  /** @type {Map<number, Waiting>} */
  const waiting = new Map();
  let lastId = 0;
  let port = connect();

  function connect() {
    const opened = chrome.runtime.connect({ name: "ui" });
    opened.onMessage.addListener(receive);
    opened.onDisconnect.addListener(lose);
    return opened;
  }

  function receive(/** @type {News & { id?: number, error?: string }} */ message) {
    if (message.id === undefined) return onNews(message);
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) asked?.reject(new Error(message.error));
    else asked?.resolve();
  }

  function lose() {
    for (const { reject } of waiting.values()) reject(new Error(words("workerSilent")));
    waiting.clear();
    setTimeout(() => {
      port = connect();
    }, RECONNECT_AFTER_MS);
  }

  /** @param {string} action @param {object} [params] @returns {Promise<void>} */
  return (action, params = {}) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      port.postMessage({ id: lastId, action, params });
    });
}
