/** Which agent works in which tab, as the hub tells it, for the popup, the log and notices. */

import { showGroups } from "./groups.js";
import { readSettings } from "./settings.js";
import { change, noteActions, onChange, uiState } from "./state.js";

/** @import { AgentAtWork, LoggedAction } from "../ui/state.js" */

/** @typedef {{ agents: Pick<AgentAtWork, "name" | "tabId" | "command" | "since">[], offeredTab: number | null, done: LoggedAction[] }} Activity */

/** @type {Set<string>} */
let known = new Set();
let newest = 0;

/** Show who works where and what was done; the hub tells it a few times a second. */
export async function showWork(/** @type {Activity} */ { agents, offeredTab, done }) {
  if (done.length) void noteActions(done);
  showGroups(agents);
  newest += 1;
  const update = newest;
  const rows = await Promise.all(agents.map(describe));
  if (update < newest) return;
  change({ agents: rows, offered: offeredTab });
  for (const { name } of rows) if (!known.has(name)) void greetAgent(name);
  known = new Set(rows.map(({ name }) => name));
}

async function describe(/** @type {Activity["agents"][number]} */ agent) {
  const tab = await chrome.tabs.get(agent.tabId).catch(() => undefined);
  return { ...agent, title: tab?.title ?? "", url: tab?.url ?? "" };
}

async function greetAgent(/** @type {string} */ name) {
  if (!(await readSettings()).notifyStart) return;
  notify("started", chrome.i18n.getMessage("noticeStarted", [name]));
}

/** Tell the user when the link is lost for good while agents were at work, if the user wants to know. */
export function followLoss() {
  let hadAgents = false;
  onChange(() => {
    const { link, agents } = uiState();
    if (link === "connected") hadAgents = agents.length > 0;
    if (link !== "no_hub" || !hadAgents) return;
    hadAgents = false;
    void readSettings().then(({ notifyProblem }) => {
      if (notifyProblem) notify("lost", chrome.i18n.getMessage("noticeLost"));
    });
  });
}

/** Show a notice of the system. */
export function notify(/** @type {string} */ id, /** @type {string} */ message) {
  const iconUrl = chrome.runtime.getURL("icons/icon-128.png");
  void chrome.notifications.create(id, { type: "basic", iconUrl, title: "tabwire", message });
}
