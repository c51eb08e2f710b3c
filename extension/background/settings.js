/** What the user chose in the options page, and who this browser is. Kept by Chrome, cached while the worker lives. */

/** @import { Settings } from "../ui/state.js" */

/** @typedef {Settings & { transport: "auto" | "native" | "websocket" }} AllSettings */
/** @typedef {{ instance: string, secret: string }} Identity */

/** @type {AllSettings} */
const DEFAULTS = {
  browserName: "",
  hubAddress: "",
  level: "full",
  engine: "auto",
  allowed: [],
  blocked: [],
  notifyStart: false,
  notifyProblem: true,
  transport: "auto",
};

/** @type {Set<(settings: AllSettings) => void>} */
const listeners = new Set();
/** @type {Promise<AllSettings> | undefined} */
let cached;

/** The settings in force. */
export function readSettings() {
  cached ??= chrome.storage.local.get({ settings: {} }).then(({ settings }) => ({
    ...DEFAULTS,
    .../** @type {Partial<AllSettings>} */ (settings),
  }));
  return cached;
}

/** Change some settings; names that are none are dropped. */
export async function saveSettings(/** @type {Partial<AllSettings>} */ changes) {
  const known = Object.fromEntries(Object.entries(changes).filter(([name]) => name in DEFAULTS));
  await chrome.storage.local.set({ settings: { ...(await readSettings()), ...known } });
}

/** Call `listener` after each change. */
export function onSettings(/** @type {(settings: AllSettings) => void} */ listener) {
  listeners.add(listener);
}

/** Notice changes, whoever made them. */
export function followSettings() {
  chrome.storage.local.onChanged.addListener(async (changes) => {
    if (!changes.settings) return;
    cached = undefined;
    const settings = await readSettings();
    for (const listener of listeners) listener(settings);
  });
}

/** Who this browser is to hubs; made at the first start. @returns {Promise<Identity>} */
export async function readIdentity() {
  const { identity } = await chrome.storage.local.get("identity");
  if (identity) return /** @type {Identity} */ (identity);
  const made = { instance: crypto.randomUUID(), secret: "" };
  await chrome.storage.local.set({ identity: made });
  return made;
}

/** Keep the secret a hub gave us, or forget it. */
export async function keepSecret(/** @type {string} */ secret) {
  await chrome.storage.local.set({ identity: { ...(await readIdentity()), secret } });
}
