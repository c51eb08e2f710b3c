/**
 * Tabs that show a site which the user forbids agents: nobody lists, reads or touches them. What tabs show is kept
 * from Chrome's events, so that no request waits for it.
 */

import { check, isForbidden, isOurs } from "./addresses.js";
import { onSettings, readSettings } from "./settings.js";

/** @import { DomainLists } from "./addresses.js" */

const BLOCKED = "net::ERR_BLOCKED_BY_CLIENT";

/** @type {DomainLists} */
let lists = { allowed: [], blocked: [] };
/** The address of the page that each tab shows. @type {Map<number, string>} */
const shown = new Map();
/** Pages that Chrome did not load because of our network rules: it shows an error at their address. @type {Map<number, string>} */
const notLoaded = new Map();

/** Keep what tabs show; call `takeAway` for each tab that agents must not see any longer. */
export function followSites(/** @type {(tabId: number) => void} */ takeAway) {
  onSettings((settings) => {
    lists = settings;
    for (const tabId of shown.keys()) if (isKeptFromAgents(tabId)) takeAway(tabId);
  });
  chrome.tabs.onUpdated.addListener((tabId, { url }) => {
    if (url === undefined) return;
    shown.set(tabId, url);
    // Of a web page it is told below whether it was loaded at all; of others Chrome tells nothing there.
    if (!/^https?:/.test(url) && isKeptFromAgents(tabId)) takeAway(tabId);
  });
  chrome.webNavigation.onCommitted.addListener(({ tabId, frameId, url }) => {
    if (frameId !== 0) return;
    forget(tabId);
    shown.set(tabId, url);
    if (isKeptFromAgents(tabId)) takeAway(tabId);
  });
  chrome.webNavigation.onErrorOccurred.addListener(({ tabId, frameId, url, error }) => {
    if (frameId !== 0 || error !== BLOCKED) return;
    notLoaded.set(tabId, url);
    keep();
  });
  chrome.tabs.onRemoved.addListener(forget);
  chrome.tabs.onReplaced.addListener((_, removed) => forget(removed));
}

function forget(/** @type {number} */ tabId) {
  shown.delete(tabId);
  if (notLoaded.delete(tabId)) keep();
}

function keep() {
  void chrome.storage.session.set({ notLoaded: [...notLoaded] });
}

/** Learn what the tabs show that were open before this worker started. */
export async function restoreSites() {
  const stored = await chrome.storage.session.get({ notLoaded: [] });
  for (const [tabId, url] of /** @type {[number, string][]} */ (stored.notLoaded)) notLoaded.set(tabId, url);
  lists = await readSettings();
  for (const { id, url = "" } of await chrome.tabs.query({}))
    if (id !== undefined && !shown.has(id)) shown.set(id, url);
}

/** Tell whether agents must not see a tab for what it shows, or will show first. */
export function isKeptFromAgents(/** @type {number} */ tabId, address = shown.get(tabId)) {
  if (!address || notLoaded.get(tabId) === address) return false;
  return isOurs(address) || isForbidden(address, lists);
}

/** Refuse to work in a tab for what it shows. */
export async function checkTab(/** @type {number | undefined} */ tabId) {
  if (tabId === undefined) return;
  const address = shown.get(tabId) ?? (await chrome.tabs.get(tabId)).url;
  if (isKeptFromAgents(tabId, address)) check(address, lists);
}

/** The address of a tab as agents may know it: one it only asks for so far may be forbidden. */
export function addressOf(/** @type {chrome.tabs.Tab} */ { url = "", pendingUrl = "" }) {
  return pendingUrl && !isForbidden(pendingUrl, lists) ? pendingUrl : url;
}
