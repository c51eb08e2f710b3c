/** Which agent works in which tab, as the hub tells it, for the popup, the log and notices. */

import { showGroups } from "./groups.js";
import { readSettings } from "./settings.js";
import { change, noteActions, onChange, uiState } from "./state.js";

/** @import { AgentAtWork, LoggedAction } from "../ui/state.js" */

/** @typedef {{ agents: Pick<AgentAtWork, "name" | "tabId" | "command" | "since">[], offeredTab: number | null, done?: LoggedAction }} Activity */

const SHOW_EVERY_MS = 200;

/** @type {Set<string>} */
let known = new Set();

/** @type {Activity["agents"]} */
let latest = [];
/** @type {LoggedAction[]} */
let deeds = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let showing;

/** Take news of who works where and what was done. It is shown a few times a second: commands come faster. */
export function showWork(/** @type {Activity} */ { agents, offeredTab, done }) {
  latest = agents;
  if (offeredTab !== uiState().offered) change({ offered: offeredTab });
  if (done) deeds.push(done);
  showing ??= setTimeout(show, SHOW_EVERY_MS);
}

async function show() {
  showing = undefined;
  const agents = latest;
  if (deeds.length) void noteActions(deeds.splice(0));
  showGroups(agents);
  const rows = await Promise.all(agents.map(describe));
  change({ agents: rows });
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
