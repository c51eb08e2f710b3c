/** What the popup, the badge and notices show: one state, pushed whole to whoever listens. */

/** @import { AgentAtWork, LinkState, LoggedAction, UiState } from "../ui/state.js" */

const LOG_MAX = 200;

/**
 * @typedef {{
 *   phase: "up" | "waiting" | "unpaired" | "no_hub",
 *   problem: string,
 *   hub: { version: string, address: string, since: number },
 *   browser: string,
 *   agents: AgentAtWork[],
 *   isStopped: boolean,
 *   isPaused: boolean,
 *   debugged: number[],
 *   quiet: number[],
 *   offered: number | null,
 * }} WorkerState
 */

/** @type {WorkerState} */
let now = {
  phase: "waiting",
  problem: "",
  hub: { version: "", address: "", since: 0 },
  browser: "",
  agents: [],
  isStopped: false,
  isPaused: false,
  debugged: [],
  quiet: [],
  offered: null,
};
export const messages = { received: 0, sent: 0 };
/** @type {LoggedAction[]} */
let log = [];
const logRestored = chrome.storage.session.get({ log: [] }).then((stored) => {
  log = [.../** @type {LoggedAction[]} */ (stored.log), ...log];
});

/** @type {Set<() => void>} */
const listeners = new Set();

/** Change part of the state and tell everyone. */
export function change(/** @type {Partial<WorkerState>} */ part) {
  now = { ...now, ...part };
  tell();
}

function tell() {
  for (const listener of listeners) listener();
}

/** Call `listener` after each change. */
export function onChange(/** @type {() => void} */ listener) {
  listeners.add(listener);
}

/** The link as one word. @returns {LinkState} */
export function linkState() {
  if (now.isStopped) return "stopped";
  if (now.phase !== "up") return now.phase;
  return now.isPaused ? "paused" : "connected";
}

/** The state as pages see it. @returns {UiState} */
export function uiState() {
  const { problem, hub, browser, agents, debugged, quiet, offered } = now;
  /** @type {UiState["tabs"]} */
  const tabs = [
    ...debugged.map((tabId) => ({ tabId, engine: /** @type {const} */ ("debugger") })),
    ...quiet.map((tabId) => ({ tabId, engine: /** @type {const} */ ("scripting") })),
  ];
  return { link: linkState(), problem, hub, browser, agents, tabs, offered, messages: { ...messages } };
}

/** What agents did lately, oldest first. */
export function recentActions() {
  return log;
}

/** Note what agents did. */
export async function noteActions(/** @type {LoggedAction[]} */ actions) {
  await logRestored;
  log = [...log, ...actions].slice(-LOG_MAX);
  tell();
  await chrome.storage.session.set({ log });
}

/** Forget what agents did. */
export async function clearActions() {
  await logRestored;
  log = [];
  tell();
  await chrome.storage.session.set({ log });
}
