/** Tabs that agents work in lie in a tab group with the agent's name, so that the user sees them at a glance. */

/** @import { AgentAtWork } from "../ui/state.js" */

const COLOR = "cyan";
const NO_GROUP = -1;

/** Groups we made, by tab. Kept where the next worker finds them. @type {Promise<Record<string, number>>} */
let grouped = chrome.storage.session.get({ grouped: {} }).then((stored) => /** @type {any} */ (stored).grouped);
let shown = "";

/** Put each agent's tabs into its group; let go of tabs that no agent works in any more. */
export function showGroups(/** @type {Pick<AgentAtWork, "name" | "tabId">[]} */ agents) {
  const wanted = agents.map(({ tabId, name }) => `${tabId} ${name}`).join("\n");
  if (wanted === shown) return;
  shown = wanted;
  grouped = grouped.then((known) => regroup(known, agents));
}

/** @param {Record<string, number>} known @param {Pick<AgentAtWork, "name" | "tabId">[]} agents */
async function regroup(known, agents) {
  /** @type {Record<string, number>} */
  const next = {};
  for (const { tabId, name } of agents) {
    // A tab may be closed at any moment, and pinned tabs and the user's own groups stay as they are.
    const group = known[tabId] ?? (await join(tabId, name).catch(() => NO_GROUP));
    if (group !== NO_GROUP) next[tabId] = group;
  }
  for (const [tabId, group] of Object.entries(known))
    if (!(tabId in next)) await leave(Number(tabId), group).catch(() => {});
  await chrome.storage.session.set({ grouped: next });
  return next;
}

async function join(/** @type {number} */ tabId, /** @type {string} */ title) {
  const tab = await chrome.tabs.get(tabId);
  if (tab.pinned || tab.groupId !== NO_GROUP) return NO_GROUP;
  const [existing] = await chrome.tabGroups.query({ windowId: tab.windowId, title, color: COLOR });
  if (existing) return chrome.tabs.group({ tabIds: [tabId], groupId: existing.id });
  const groupId = await chrome.tabs.group({ tabIds: [tabId], createProperties: { windowId: tab.windowId } });
  await chrome.tabGroups.update(groupId, { title, color: COLOR });
  return groupId;
}

async function leave(/** @type {number} */ tabId, /** @type {number} */ group) {
  const tab = await chrome.tabs.get(tabId);
  if (tab.groupId === group) await chrome.tabs.ungroup(tabId);
}
