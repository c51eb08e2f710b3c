/**
 * Popup and options speak to the worker through a port named "ui".
 *
 *   worker → page   { state, settings, log }            now, and after every change
 *   page → worker   { id, action, params }              one of the actions below
 *   worker → page   { id, ok: true } or { id, error }   what became of it
 */

import { pause, release, resume, stop } from "./control.js";
import { pair, retry } from "./link.js";
import { reasonOf } from "./refusals.js";
import { onSettings, readSettings, saveSettings } from "./settings.js";
import { clearActions, onChange, recentActions, uiState } from "./state.js";
import { share } from "./tabs.js";

/** @import { Settings } from "../ui/state.js" */
/** @typedef {{ id: number, action: keyof typeof actions, params?: any }} UiRequest */

const PAGES = ["popup/", "options/"].map((folder) => chrome.runtime.getURL(folder));

const actions = {
  /** Look for the hub now. */
  retry: async () => retry(),
  /** Pair with the hub by the code it shows. */
  pair: (/** @type {{ code: string }} */ { code }) => pair(code),
  /** End all agent control at once, until the user resumes. */
  stop: () => stop(),
  /** Let agents work again after a stop. */
  resume: () => resume(),
  /** Hold agents back without letting go of tabs; `paused: false` lets them go on. */
  pause: (/** @type {{ paused: boolean }} */ { paused }) => pause(paused),
  /** Offer a tab to agents. */
  share,
  /** Take a tab away from agents. */
  release: (/** @type {{ tabId: number }} */ { tabId }) => release(tabId),
  /** Change settings. */
  saveSettings: (/** @type {{ settings: Partial<Settings> }} */ { settings }) => saveSettings(settings),
  /** Forget the log of recent actions. */
  clearLog: () => clearActions(),
};

/** @type {Set<chrome.runtime.Port>} */
const ports = new Set();

/** Serve extension pages; content scripts and other extensions are not heard. */
export function servePages() {
  chrome.runtime.onConnect.addListener((port) => {
    if (port.name !== "ui" || !isOurPage(port.sender)) return;
    ports.add(port);
    port.onDisconnect.addListener(() => ports.delete(port));
    port.onMessage.addListener((request) => void answer(port, request));
    void push(port);
  });
  onChange(pushAll);
  onSettings(pushAll);
}

function isOurPage(/** @type {chrome.runtime.MessageSender | undefined} */ sender) {
  return sender?.id === chrome.runtime.id && PAGES.some((page) => sender.url?.startsWith(page));
}

function pushAll() {
  for (const port of ports) void push(port);
}

async function push(/** @type {chrome.runtime.Port} */ port) {
  const settings = await readSettings();
  if (ports.has(port)) port.postMessage({ state: uiState(), settings, log: recentActions() });
}

async function answer(/** @type {chrome.runtime.Port} */ port, /** @type {UiRequest} */ { id, action, params }) {
  /** @type {{ id: number, ok?: true, error?: string }} */
  let reply = { id, ok: true };
  try {
    if (!Object.hasOwn(actions, action)) throw new Error(`There is no action "${action}".`);
    await actions[action](params ?? {});
  } catch (error) {
    reply = { id, error: reasonOf(error) };
  }
  if (ports.has(port)) port.postMessage(reply);
}
