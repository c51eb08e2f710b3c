/** Tabs under the debugger. Attachments outlive this worker: the list is kept where the next worker finds it. */

import { isForbidden } from "./addresses.js";
import { Refusal, kindOf } from "./refusals.js";
import { readSettings } from "./settings.js";
import { change } from "./state.js";
import { send, tellHub } from "./wire.js";

/** @typedef {{ tabId: number }} TabParams */
/** @typedef {{ tabId: number, sessionId?: string, method: string, params?: object }} CdpParams */

const VERSION = "1.3";
const COOKIES = new Set(["Network.getCookies", "Network.getAllCookies", "Storage.getCookies"]);

/** @type {Set<number>} */
let attached = new Set();
/** @type {Set<(tabs: number[]) => void>} */
const listeners = new Set();

/** The tabs that are attached now. */
export function attachedTabs() {
  return [...attached];
}

/** Call `listener` whenever the set of attached tabs changes. */
export function onAttached(/** @type {(tabs: number[]) => void} */ listener) {
  listeners.add(listener);
}

function note(/** @type {Set<number>} */ tabs) {
  attached = tabs;
  change({ debugged: attachedTabs() });
  send({ type: "status", attachedTabs: attachedTabs() });
  for (const listener of listeners) listener(attachedTabs());
  void chrome.storage.session.set({ attached: attachedTabs() });
}

/** Find the attachments of the worker before this one. */
export async function restoreAttached() {
  const [stored, targets] = await Promise.all([
    chrome.storage.session.get({ attached: [] }),
    chrome.debugger.getTargets(),
  ]);
  const living = new Set(targets.filter((target) => target.attached).map((target) => target.tabId));
  const found = /** @type {number[]} */ (stored.attached).filter((tab) => living.has(tab));
  if (found.length) note(new Set(found));
}

/** Attach to a tab; tell whether that was done before. */
export async function attach(/** @type {TabParams & { version?: string }} */ { tabId, version = VERSION }) {
  if ((await readSettings()).engine === "scripting") throw new Refusal("quiet_mode_chosen");
  const tab = await chrome.tabs.get(tabId);
  if (tab.discarded) await wake(tabId);
  let isFresh = true;
  try {
    await chrome.debugger.attach({ tabId }, version);
  } catch (error) {
    if (kindOf(error) !== "already_attached") throw error;
    isFresh = false;
  }
  if (!attached.has(tabId)) note(new Set([...attached, tabId]));
  return { isFresh };
}

/** Load a tab that Chrome unloaded; a debugger finds no page in it before that. */
export async function wake(/** @type {number} */ tabId) {
  await untilCommitted(tabId, () => chrome.tabs.reload(tabId));
}

/** Show an empty page in a tab instead of one that Chrome keeps from extensions, such as its own warnings. */
export async function leave(/** @type {TabParams} */ { tabId }) {
  await untilCommitted(tabId, () => chrome.tabs.update(tabId, { url: "about:blank" }));
}

/** Start a navigation and wait until its page is there. */
async function untilCommitted(/** @type {number} */ tabId, /** @type {() => Promise<unknown>} */ start) {
  const committed = new Promise((resolve) => {
    const look = (/** @type {{ tabId: number, frameId: number }} */ navigation) => {
      if (navigation.tabId !== tabId || navigation.frameId !== 0) return;
      chrome.webNavigation.onCommitted.removeListener(look);
      resolve(undefined);
    };
    chrome.webNavigation.onCommitted.addListener(look);
  });
  await start();
  await committed;
}

/** Detach from a tab. */
export async function detach(/** @type {TabParams} */ { tabId }) {
  await chrome.debugger.detach({ tabId }).catch((error) => {
    if (!["not_attached", "tab_gone"].includes(kindOf(error))) throw error;
  });
  note(new Set(attachedTabs().filter((tab) => tab !== tabId)));
}

/** Detach from every tab. */
export async function detachAll() {
  await Promise.all(attachedTabs().map((tabId) => detach({ tabId })));
}

/** Send one DevTools command to a tab that is attached. */
export async function sendCommand(/** @type {CdpParams} */ { tabId, sessionId, method, params }) {
  if (!attached.has(tabId)) throw await whyNotAttached(tabId);
  const result = await chrome.debugger.sendCommand({ tabId, sessionId }, method, params).catch(async (error) => {
    if (kindOf(error) === "detached") await untilDetached(tabId);
    throw error;
  });
  return COOKIES.has(method) ? withoutForbidden(/** @type {any} */ (result)) : result;
}

/** Say what became of a tab that the hub believes attached; one that is closed fails here by itself. */
async function whyNotAttached(/** @type {number} */ tabId) {
  await chrome.tabs.get(tabId);
  return new Refusal("debugging_ended");
}

/** Wait until the hub was told why debugging ended: Chrome breaks off what is under way before it says so. */
function untilDetached(/** @type {number} */ tabId) {
  return new Promise((resolve) => {
    const look = (/** @type {number[]} */ tabs) => {
      if (tabs.includes(tabId)) return;
      listeners.delete(look);
      resolve(undefined);
    };
    listeners.add(look);
    look(attachedTabs());
  });
}

/** Chrome hands out the cookies of every site to a debugger: those of forbidden ones stay here. */
async function withoutForbidden(/** @type {{ cookies: { domain: string }[] }} */ { cookies }) {
  const lists = await readSettings();
  return { cookies: cookies.filter(({ domain }) => !isForbidden(`https://${domain.replace(/^\./, "")}/`, lists)) };
}

/** Pass on what the debugger reports. `onCanceled` is called when the user ended debugging. */
export function followDebugger(/** @type {() => void} */ onCanceled) {
  chrome.debugger.onEvent.addListener(({ tabId, sessionId }, method, params) => {
    if (tabId !== undefined) send({ type: "cdp_event", tabId, sessionId, method, params });
  });
  chrome.debugger.onDetach.addListener(({ tabId }, reason) => {
    if (tabId === undefined) return;
    note(new Set(attachedTabs().filter((tab) => tab !== tabId)));
    tellHub("detached", { tabId, reason });
    if (reason === "canceled_by_user") onCanceled();
  });
}
