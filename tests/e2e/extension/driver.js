/** Runs in a page of the extension: speaks to the worker as popup and options do. */
(() => {
  const port = chrome.runtime.connect({ name: "ui" });
  const replies = new Map();
  const waiting = new Set();
  let last;
  let ids = 0;
  port.onMessage.addListener((message) => {
    if ("state" in message) {
      last = message;
      for (const look of waiting) look();
    } else {
      replies.get(message.id)?.(message);
    }
  });

  /** Wait until a tab has loaded an address; what Chrome knows of the tab. */
  function loaded(tabId, url) {
    return new Promise((resolve) => {
      const look = async () => {
        const now = await chrome.tabs.get(tabId);
        if (now.status !== "complete" || now.url !== url) return;
        chrome.tabs.onUpdated.removeListener(look);
        resolve(now);
      };
      chrome.tabs.onUpdated.addListener(look);
      void look();
    });
  }

  globalThis.driver = {
    /** Ask the worker for something; the reply says what became of it. */
    act: (action, params) =>
      new Promise((resolve) => {
        ids += 1;
        replies.set(ids, resolve);
        port.postMessage({ id: ids, action, params });
      }),
    /** The state as the popup sees it. */
    state: () => last,
    /** Wait until the link is in a state. */
    until: (link) =>
      new Promise((resolve) => {
        const look = () => {
          if (last?.state.link !== link) return;
          waiting.delete(look);
          resolve(last.state);
        };
        waiting.add(look);
        look();
      }),
    /** Wait until settings are in force. */
    untilChosen: (settings) =>
      new Promise((resolve) => {
        const look = () => {
          const names = Object.keys(settings);
          if (names.some((name) => JSON.stringify(last?.settings[name]) !== JSON.stringify(settings[name]))) return;
          waiting.delete(look);
          resolve(true);
        };
        waiting.add(look);
        look();
      }),
    /** Wait until no tab is handled by agents. */
    untilFree: () =>
      new Promise((resolve) => {
        const look = () => {
          if (last?.state.tabs.length) return;
          waiting.delete(look);
          resolve(true);
        };
        waiting.add(look);
        look();
      }),
    /** Wait until an agent is shown at work on a command. */
    untilBusy: (command) =>
      new Promise((resolve) => {
        const look = () => {
          if (!last?.state.agents.some((agent) => agent.command === command)) return;
          waiting.delete(look);
          resolve(true);
        };
        waiting.add(look);
        look();
      }),
    /** What the badge says. */
    badge: () => chrome.action.getBadgeText({}),
    /** Change settings before anything else happens. */
    save: (settings) => chrome.storage.local.set({ settings }),
    /** Load the extension anew, as its developer would. */
    reload: () => chrome.runtime.reload(),
    /** All tabs, as Chrome knows them. */
    tabs: () => chrome.tabs.query({}),
    /** Open a tab as the user would; wait until it is loaded. */
    open: async (url, active) => loaded((await chrome.tabs.create({ url, active })).id, url),
    /** Go to an address in a tab as the user would; wait until it is loaded. */
    go: async (tabId, url) => loaded((await chrome.tabs.update(tabId, { url })).id, url),
    /** Which tabs are debugged. */
    attached: async () => (await chrome.debugger.getTargets()).filter((target) => target.attached && target.tabId),
    /** Click on a tab as the user would. */
    bringToFront: (tabId) => chrome.tabs.update(tabId, { active: true }),
    /** Wait until a tab has a title. */
    untilTitle: (tabId, title) =>
      new Promise((resolve) => {
        const look = async () => {
          if ((await chrome.tabs.get(tabId)).title !== title) return;
          chrome.tabs.onUpdated.removeListener(look);
          resolve(true);
        };
        chrome.tabs.onUpdated.addListener(look);
        look();
      }),
    /** Wait until a tab lies in a group; the group's title. */
    untilGrouped: (url) =>
      new Promise((resolve) => {
        const look = async () => {
          const tab = (await chrome.tabs.query({})).find((candidate) => candidate.url === url);
          const group = tab && tab.groupId !== -1 ? await chrome.tabGroups.get(tab.groupId) : undefined;
          if (!group?.title) return;
          chrome.tabGroups.onUpdated.removeListener(look);
          resolve(group.title);
        };
        chrome.tabGroups.onUpdated.addListener(look);
        look();
      }),
    discard: (tabId) => chrome.tabs.discard(tabId),
    stored: (area, key) => chrome.storage[area].get(key),
  };
})();
