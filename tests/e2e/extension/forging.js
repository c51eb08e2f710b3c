/** What a page, a script in a page, or another extension may try. Each returns once the worker had its turn. */
globalThis.forging = {
  /** Speak to our extension from another one. */
  asExtension: async (ours) => {
    const answer = await chrome.runtime.sendMessage(ours, { waitMs: 0 }).catch((error) => error.message);
    const port = chrome.runtime.connect(ours, { name: "ui" });
    return new Promise((resolve) => {
      port.onMessage.addListener(() => resolve("heard"));
      port.onDisconnect.addListener(() => resolve(answer));
    });
  },
  /** Ask for what only the popup may ask for, from the place of a content script. */
  asPopup: async () => {
    const heard = [];
    for (const name of ["ui", "watchdog"]) {
      const port = chrome.runtime.connect({ name });
      port.onMessage.addListener((message) => heard.push(message));
      port.postMessage({ id: 1, action: "saveSettings", params: { settings: { level: "look" } } });
    }
    await chrome.runtime.sendMessage({ waitMs: 0 });
    return heard;
  },
  /** Pass lies off as news of a page, from the place of a content script. */
  asNews: async (lies) => {
    const port = chrome.runtime.connect({ name: "page" });
    await new Promise((resolve) => port.onMessage.addListener(resolve));
    for (const lie of lies) port.postMessage(lie);
    port.postMessage({ kind: "console", level: "log", text: "the end" });
  },
  /** Pass lies off as news, from the page's own world. */
  asPage: (lies) => {
    for (const lie of lies) {
      window.postMessage(lie, "*");
      document.dispatchEvent(new CustomEvent("tabwire-page-news", { detail: JSON.stringify(lie) }));
    }
    console.log("the end");
  },
};
