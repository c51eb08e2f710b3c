/**
 * Downloads that a debugged page starts in a tab of their own. That tab is gone before anybody could debug it, and
 * Chrome does not tell which tab a download is of: the address it was opened for does.
 */

import { attachedTabs } from "./debuggees.js";
import { tellHub } from "./wire.js";

/** Tabs without a page so far: the address each was opened for, and by whom. @type {Map<number, { url: string, sourceTabId: number }>} */
const blank = new Map();
/** Downloads under way, and the tabs that are told of them. @type {Map<number, number>} */
const underWay = new Map();
// Tabs that became neither a page nor a download are forgotten in favour of later ones.
const BLANK_MAX = 20;

/** Tell the hub of these downloads, and of no others. */
export function followOpenedDownloads() {
  chrome.webNavigation.onCreatedNavigationTarget.addListener(({ tabId, sourceTabId, url }) => {
    if (!attachedTabs().includes(sourceTabId)) return;
    blank.set(tabId, { url, sourceTabId });
    for (const oldest of [...blank.keys()].slice(0, -BLANK_MAX)) blank.delete(oldest);
  });
  chrome.webNavigation.onCommitted.addListener(({ tabId }) => void blank.delete(tabId));
  chrome.downloads.onCreated.addListener(({ id, url, filename }) => {
    const [opened, by] = [...blank].find(([, tab]) => tab.url === url) ?? [];
    if (opened === undefined || !by) return;
    blank.delete(opened);
    underWay.set(id, by.sourceTabId);
    tellHub("download", { tabId: by.sourceTabId, downloadId: id, url, path: filename });
  });
  chrome.downloads.onChanged.addListener(({ id, state }) => void noteEnd(id, state?.current));
}

async function noteEnd(/** @type {number} */ id, /** @type {string | undefined} */ state) {
  const tabId = underWay.get(id);
  if (tabId === undefined || !state || state === "in_progress") return;
  underWay.delete(id);
  const [item] = await chrome.downloads.search({ id });
  tellHub("download_ended", { tabId, downloadId: id, path: state === "complete" ? (item?.filename ?? "") : "" });
}
