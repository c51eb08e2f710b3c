/** Tabs and windows as the hub sees them: listed, opened, closed, and followed without touching them. */

import { allow, isOffLimits } from "./control.js";
import { attachedTabs } from "./debuggees.js";
import { noteAgentTab } from "./domains.js";
import { Refusal } from "./refusals.js";
import { addressOf, isKeptFromAgents } from "./sites.js";
import { tellHub } from "./wire.js";

/** @typedef {{ tabId: number }} TabParams */

const BLANK = "about:blank";
const IN_FRONT = { active: true, lastFocusedWindow: true };

/** What the hub is told about a tab. */
function factsOf(/** @type {chrome.tabs.Tab} */ tab) {
  return {
    tabId: tab.id,
    windowId: tab.windowId,
    url: addressOf(tab),
    title: tab.title ?? "",
    active: tab.active,
    discarded: tab.discarded,
    attached: attachedTabs().includes(tab.id ?? -1),
  };
}

/** All tabs that agents may know of. */
export async function list() {
  return (await chrome.tabs.query({ windowType: "normal" })).filter(isOpenToAgents).map(factsOf);
}

/** Agents neither see nor touch the tabs that the user took away, nor those of forbidden sites and of our own pages. */
function isOpenToAgents(/** @type {chrome.tabs.Tab} */ { id, url, pendingUrl }) {
  return id !== undefined && !isOffLimits(id) && !isKeptFromAgents(id, url || pendingUrl);
}

/** Offer a tab to the next agent, whether the hub knows it or not. */
export async function share(/** @type {TabParams} */ { tabId }) {
  await allow(tabId);
  const tab = await chrome.tabs.get(tabId);
  if (!isOpenToAgents(tab))
    throw new Error("Agents cannot use this page: it is one of tabwire's own, or on a site that your domains forbid.");
  tellHub("tab_offered", { tab: factsOf(tab) });
}

/** Open a tab, behind the others unless asked otherwise; a browser without a window gets one. */
export async function create(/** @type {{ url?: string, active?: boolean }} */ { url, active = false }) {
  const tab = await openBlank(active);
  await noteAgentTab(tab.id);
  if (!url || url === BLANK) return factsOf(tab);
  return factsOf((await chrome.tabs.update(tab.id ?? chrome.tabs.TAB_ID_NONE, { url })) ?? tab);
}

async function openBlank(/** @type {boolean} */ active) {
  const windows = await chrome.windows.getAll({ windowTypes: ["normal"] });
  if (windows.length) return chrome.tabs.create({ url: BLANK, active });
  const opened = await chrome.windows.create({ url: BLANK, focused: active });
  const tab = opened?.tabs?.[0];
  if (!tab) throw new Error("Chrome opened no window.");
  return tab;
}

/** Load an address in a tab. */
export async function navigate(/** @type {TabParams & { url: string }} */ { tabId, url }) {
  const tab = await chrome.tabs.update(tabId, { url });
  return tab && factsOf(tab);
}

/** Close a tab. */
export async function close(/** @type {TabParams} */ { tabId }) {
  await chrome.tabs.remove(tabId);
  return {};
}

/** Bring a tab to the front of its window. */
export async function activate(/** @type {TabParams} */ { tabId }) {
  const tab = await chrome.tabs.update(tabId, { active: true });
  return tab && factsOf(tab);
}

/** Picture of the visible tab of a window. */
export async function screenshot(
  /** @type {{ windowId?: number, format?: "png" | "jpeg", quality?: number }} */ { windowId, format = "png", quality },
) {
  const [tab] = await chrome.tabs.query(windowId === undefined ? IN_FRONT : { active: true, windowId });
  if (tab && !isOpenToAgents(tab)) throw new Refusal("tab_off_limits");
  const options = { format, quality };
  const taking =
    windowId === undefined ? chrome.tabs.captureVisibleTab(options) : chrome.tabs.captureVisibleTab(windowId, options);
  return { dataUrl: await taking };
}

/** All windows. */
export async function windows() {
  return (await chrome.windows.getAll()).map(({ id, focused, state, type }) => ({
    windowId: id,
    focused,
    state,
    type,
  }));
}

/** Show the user's tab again when a page behind it opened one in front: Chrome notes which one was there. */
async function stayInFront(/** @type {number} */ tabId, /** @type {number} */ sourceTabId) {
  const { active, openerTabId } = await chrome.tabs.get(tabId);
  if (active && openerTabId !== undefined && openerTabId !== sourceTabId) {
    await chrome.tabs.update(openerTabId, { active: true });
  }
}

/** Tell the hub what happens to tabs. */
export function followTabs() {
  chrome.tabs.onCreated.addListener((tab) => {
    if (isOpenToAgents(tab)) tellHub("tab_created", { tab: factsOf(tab) });
  });
  chrome.tabs.onUpdated.addListener((_, { url, title, status, discarded }, tab) => {
    if ((url ?? title ?? status ?? discarded) === undefined) return;
    if (isOpenToAgents(tab)) tellHub("tab_changed", { tab: factsOf(tab) });
  });
  chrome.webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId }) => {
    tellHub("tab_opened", { tabId, openerTabId: sourceTabId });
    if (attachedTabs().includes(sourceTabId)) void stayInFront(tabId, sourceTabId);
  });
  chrome.tabs.onRemoved.addListener((tabId) => tellHub("tab_removed", { tabId }));
  chrome.tabs.onReplaced.addListener((added, removed) => tellHub("tab_replaced", { tabId: added, oldTabId: removed }));
}
