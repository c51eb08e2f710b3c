/** The user's word: stop, pause, which tabs are off limits, and how much agents may do. It binds every hub. */

import { check as checkAddress } from "./addresses.js";
import { attachedTabs, detach, detachAll } from "./debuggees.js";
import { Refusal } from "./refusals.js";
import { detach as leaveQuiet, leaveAllQuiet, quietTabs } from "./scripting.js";
import { readSettings } from "./settings.js";
import { checkTab } from "./sites.js";
import { change } from "./state.js";
import { tellHub } from "./wire.js";

/** @typedef {{ isStopped: boolean, isPaused: boolean, offLimits: number[] }} Control */

/** @type {Control} */
let control = { isStopped: false, isPaused: false, offLimits: [] };
/** @type {Promise<void>} */
let restored = Promise.resolve();

// What changes a page or the browser; "look" forbids it. "act" forbids scripts of the caller's own.
const ACTS =
  /^(Input\.|Page\.(navigate|reload|handleJavaScriptDialog)|DOM\.set|tabs\.(create|close|navigate|leave)|scripting\.(act|reload|step))/;

/** Read what the user decided before the worker ended last time. */
export function restoreControl() {
  restored = chrome.storage.session.get("control").then((stored) => {
    control = { ...control, .../** @type {Partial<Control>} */ (stored.control) };
    show();
  });
  return restored;
}

async function decide(/** @type {Partial<Control>} */ part) {
  await restored;
  control = { ...control, ...part };
  tellHub("control", controlFacts());
  show();
  await chrome.storage.session.set({ control });
}

function show() {
  change({ isStopped: control.isStopped, isPaused: control.isPaused });
}

/** What the hub is told about the user's decisions. */
export function controlFacts() {
  return { isStopped: control.isStopped, isPaused: control.isPaused };
}

/** End all agent control at once. */
export async function stop() {
  await decide({ isStopped: true });
  await Promise.all([detachAll(), leaveAllQuiet()]);
}

/** Let agents work again. */
export async function resume() {
  await decide({ isStopped: false, isPaused: false });
}

/** Hold agents back, or let them go on. */
export async function pause(/** @type {boolean} */ isPaused) {
  await decide({ isPaused });
}

/** Let agents see a tab again that was taken away from them. */
export async function allow(/** @type {number} */ tabId) {
  await decide({ offLimits: control.offLimits.filter((known) => known !== tabId) });
}

/** Take a tab away from agents. */
export async function release(/** @type {number} */ tabId) {
  await decide({ offLimits: [...new Set([...control.offLimits, tabId])] });
  await takeAway(tabId);
}

/** Let go of a tab that agents must not see any longer; for the hub it is gone. */
export async function takeAway(/** @type {number} */ tabId) {
  if (attachedTabs().includes(tabId)) await detach({ tabId });
  if (quietTabs().includes(tabId)) await leaveQuiet({ tabId });
  tellHub("tab_removed", { tabId, reason: "user" });
}

/** Tell whether the user took the tab away from agents. */
export function isOffLimits(/** @type {number} */ tabId) {
  return control.offLimits.includes(tabId);
}

/** Refuse what the user does not want. @param {string} method @param {any} params */
export async function checkRequest(method, params) {
  await restored;
  if (control.isStopped) throw new Refusal("stopped");
  if (control.isPaused) throw new Refusal("paused");
  if (isOffLimits(params.tabId)) throw new Refusal("tab_off_limits");
  await checkTab(params.tabId);
  const settings = await readSettings();
  const name = method === "cdp.send" ? params.method : method;
  if (settings.level === "look" && ACTS.test(name)) throw new Refusal("read_only");
  if (settings.level !== "full" && name === "Runtime.evaluate" && params.params?.contextId === undefined) {
    throw new Refusal("no_scripts");
  }
  if (name === "Target.createTarget") throw new Refusal("method_forbidden", { method: name });
  checkAddress(params.url ?? params.params?.url, settings);
}
