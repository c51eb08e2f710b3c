/** The service worker: every listener is registered here, before anything is awaited. It may die at any moment. */

import { restoreControl, stop, takeAway } from "./control.js";
import { followDebugger, restoreAttached } from "./debuggees.js";
import { followDomains, restoreAgentTabs } from "./domains.js";
import { connect } from "./link.js";
import { followOpenedDownloads } from "./opened_downloads.js";
import { followChoices } from "./engine.js";
import { followState } from "./badge.js";
import { followQuiet } from "./scripting.js";
import { hearPages } from "./scripting_news.js";
import { followSettings } from "./settings.js";
import { followSites, restoreSites } from "./sites.js";
import { followTabs } from "./tabs.js";
import { servePages } from "./ui_port.js";
import { keepWatch } from "./watch.js";
import { followLoss } from "./work.js";

// Without a listener Chrome does not start the worker with the browser.
chrome.runtime.onStartup.addListener(connect);
chrome.runtime.onInstalled.addListener(connect);
// First what tabs show: the others go by it.
followSites((tabId) => void takeAway(tabId));
followTabs();
followDebugger(stop);
followDomains();
followOpenedDownloads();
followChoices();
followSettings();
followState();
servePages();
keepWatch();
followLoss();
const restoredQuiet = followQuiet();
hearPages(restoredQuiet);
void Promise.all([restoreControl(), restoreAttached(), restoredQuiet, restoreAgentTabs(), restoreSites()]).then(
  connect,
);
