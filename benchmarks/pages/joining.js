"use strict";
/** Runs in a page of the extension and does what its user would: settings, the code, waiting until it is joined. */
const joining = (() => {
  const port = chrome.runtime.connect({ name: "ui" });
  /** @type {any} */
  let last;
  /** @type {Set<() => void>} */
  const waiting = new Set();
  port.onMessage.addListener((message) => {
    if ("state" in message) last = message.state;
    else last = { ...last, reply: message };
    for (const look of waiting) look();
  });

  /** @returns {Promise<any>} */
  function until(/** @type {() => unknown} */ fact) {
    return new Promise((resolve) => {
      const look = () => {
        const value = fact();
        if (!value) return;
        waiting.delete(look);
        resolve(value);
      };
      waiting.add(look);
      look();
    });
  }

  return {
    save: (/** @type {object} */ settings) => chrome.storage.local.set({ settings }),
    async pair(/** @type {string} */ code) {
      port.postMessage({ id: 1, action: "pair", params: { code } });
      return (await until(() => last?.reply)).error ?? "";
    },
    /** Wait until the hub has let this browser in; tell the state it is stuck in when that takes too long. */
    joined: (/** @type {number} */ limitMs) =>
      Promise.race([
        until(() => last?.link === "connected" && "connected"),
        new Promise((resolve) => setTimeout(() => resolve(`${last?.link} ${last?.problem ?? ""}`), limitMs)),
      ]),
  };
})();
void Object.assign(globalThis, { joining });
