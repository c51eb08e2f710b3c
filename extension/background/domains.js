/**
 * Domains the user forbids agents, enforced by Chrome's own network rules: navigation, redirect, frame, fetch,
 * WebSocket, worker and new tab alike. The user's own tabs are left alone.
 */

import { isForbidden, plain } from "./addresses.js";
import { attachedTabs, onAttached } from "./debuggees.js";
import { onQuiet, quietTabs } from "./scripting.js";
import { onSettings, readSettings } from "./settings.js";

/** @import { DomainLists } from "./addresses.js" */
/** @typedef {chrome.declarativeNetRequest.RuleCondition} Condition */

const NO_TAB = chrome.tabs.TAB_ID_NONE;

/** Tabs that agents opened, or that tabs of theirs opened. @type {Set<number>} */
const opened = new Set();
/** Tabs that are known to be the user's own. @type {Set<number>} */
const userTabs = new Set();
/** Hosts of all documents that agents' tabs have shown: their workers belong to no tab. @type {Set<string>} */
const hosts = new Set();
/** @type {Promise<void>} */
let applied = Promise.resolve();

/** Note that a tab belongs to agents from its first moment. */
export async function noteAgentTab(/** @type {number | undefined} */ tabId) {
  if (tabId === undefined) return;
  opened.add(tabId);
  userTabs.delete(tabId);
  keep();
  await apply();
}

function keep() {
  void chrome.storage.session.set({ opened: [...opened], hosts: [...hosts] });
}

/** Find the agents' tabs of the worker before this one; all others that are open now are the user's. */
export async function restoreAgentTabs() {
  const stored = await chrome.storage.session.get({ opened: [], hosts: [] });
  for (const tabId of /** @type {number[]} */ (stored.opened)) opened.add(tabId);
  for (const host of /** @type {string[]} */ (stored.hosts)) hosts.add(host);
  for (const { id } of await chrome.tabs.query({})) if (id !== undefined && !opened.has(id)) userTabs.add(id);
  await apply();
}

/** Wait until the network rules fit the tabs that agents use. */
export function rulesInForce() {
  return applied;
}

/** Keep the network rules in step with the lists and with the tabs that agents use. */
export function followDomains() {
  onSettings(() => void apply());
  onAttached(() => void apply());
  onQuiet(() => void apply());
  chrome.webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId }) => {
    if (agentTabs().has(sourceTabId)) void noteAgentTab(tabId);
  });
  chrome.webNavigation.onBeforeNavigate.addListener(({ tabId, url }) => noteHost(tabId, url));
  chrome.webNavigation.onCommitted.addListener(({ tabId, frameId, url }) => {
    noteHost(tabId, url);
    if (frameId === 0) void leaveToUser(tabId);
  });
  chrome.tabs.onRemoved.addListener((tabId) => {
    opened.delete(tabId);
    userTabs.delete(tabId);
  });
  chrome.webNavigation.onErrorOccurred.addListener((failure) => void reloadForUser(failure));
}

function noteHost(/** @type {number} */ tabId, /** @type {string} */ url) {
  const host = hostOf(url);
  if (!host || hosts.has(host) || !agentTabs().has(tabId)) return;
  hosts.add(host);
  keep();
  void apply();
}

/** Learn the hosts of the documents that were there before an agent came. */
async function noteFrames() {
  const frames = await Promise.all([...agentTabs()].map((tabId) => chrome.webNavigation.getAllFrames({ tabId })));
  for (const { url } of frames.flatMap((found) => found ?? [])) if (hostOf(url)) hosts.add(hostOf(url));
}

/** Leave a tab alone from now on, once it shows a page and no agent had a part in it. */
async function leaveToUser(/** @type {number} */ tabId) {
  if (userTabs.has(tabId) || agentTabs().has(tabId)) return;
  userTabs.add(tabId);
  await apply();
}

function agentTabs() {
  return new Set([...attachedTabs(), ...quietTabs(), ...opened]);
}

/** Put the rules in force; one change waits for the one before it. */
function apply() {
  applied = applied.then(replaceRules, replaceRules);
  return applied;
}

async function replaceRules() {
  const lists = await readSettings();
  const removeRuleIds = (await chrome.declarativeNetRequest.getSessionRules()).map(({ id }) => id);
  const hasLists = lists.blocked.length > 0 || lists.allowed.length > 0;
  const isNeeded = hasLists && agentTabs().size > 0;
  if (isNeeded) await noteFrames();
  const addRules = isNeeded ? rules(lists) : [];
  if (removeRuleIds.length || addRules.length) {
    await chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds, addRules });
  }
}

/** @returns {chrome.declarativeNetRequest.Rule[]} */
function rules(/** @type {DomainLists} */ { allowed, blocked }) {
  /** @type {Condition[]} */
  const forbidden = [];
  if (blocked.length) forbidden.push({ requestDomains: blocked.map(plain) });
  if (allowed.length) forbidden.push({ excludedRequestDomains: allowed.map(plain) });
  const conditions = forbidden.flatMap((domains) => scopes().map((scope) => ({ ...domains, ...scope })));
  return conditions.map((condition, index) => ({ id: index + 1, priority: 1, action: { type: "block" }, condition }));
}

/** Where the rules hold. @returns {Condition[]} */
function scopes() {
  const ours = agentTabs();
  const resourceTypes = Object.values(chrome.declarativeNetRequest.ResourceType);
  /** @type {Condition[]} */
  const found = [
    { tabIds: [...ours], resourceTypes },
    // A tab that an agent's page opens asks for its page before Chrome tells us whose it is, or numbers it.
    {
      excludedTabIds: [...userTabs].filter((tab) => !ours.has(tab)),
      resourceTypes: [chrome.declarativeNetRequest.ResourceType.MAIN_FRAME],
    },
  ];
  // Workers belong to no tab: what started them tells whose they are.
  if (hosts.size) found.push({ tabIds: [NO_TAB], initiatorDomains: [...hosts], resourceTypes });
  return found;
}

function hostOf(/** @type {string} */ url) {
  return /^https?:/.test(url) ? new URL(url).hostname : "";
}

/** Load a page again that was refused to the user in a tab too new to be known as theirs. */
async function reloadForUser(/** @type {{ tabId: number, frameId: number, url: string, error: string }} */ failure) {
  const { tabId, frameId, url, error } = failure;
  if (frameId !== 0 || error !== "net::ERR_BLOCKED_BY_CLIENT" || agentTabs().has(tabId)) return;
  if (!isForbidden(url, await readSettings())) return;
  await leaveToUser(tabId);
  await chrome.tabs.update(tabId, { url });
}
