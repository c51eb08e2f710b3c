/** The popup: shows what agents do in this browser, and lets the user control them. */

import { DEFAULT_PORT } from "../shared/protocol.js";
import { byId, show } from "../ui/elements.js";
import { speak } from "../ui/words.js";
import { listen } from "../ui/worker.js";
import { render } from "./view.js";

/** @import { UiState } from "../ui/state.js" */

const CLOCK_MS = 1000;
const USUAL_ADDRESS = `127.0.0.1:${DEFAULT_PORT}`;

/** @type {UiState | undefined} */
let state;
let address = "";
/** @type {chrome.tabs.Tab | undefined} */
let tab;

speak(document);
const ask = listen((update) => {
  state = update.state;
  address = update.settings.hubAddress || USUAL_ADDRESS;
  draw();
});
setInterval(draw, CLOCK_MS);
void findTab();

function draw() {
  if (state) render(state, tab, Date.now(), address);
}

/** Find the tab the popup was opened on. */
async function findTab() {
  [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  draw();
}

/** Ask the worker to do something; show an error if it fails. @param {string} action @param {object} [params] */
async function act(action, params) {
  byId("failure").hidden = true;
  try {
    await ask(action, params);
  } catch (error) {
    show("failure", error instanceof Error ? error.message : String(error));
    byId("failure").hidden = false;
  }
}

async function showTab(/** @type {number} */ tabId) {
  const { windowId } = (await chrome.tabs.update(tabId, { active: true })) ?? {};
  if (windowId !== undefined) await chrome.windows.update(windowId, { focused: true });
  window.close();
}

byId("settings").addEventListener("click", () => void chrome.runtime.openOptionsPage());
byId("retry").addEventListener("click", () => void act("retry"));
byId("resume").addEventListener("click", () => void act("resume"));
byId("stop").addEventListener("click", () => void act("stop"));
byId("pause").addEventListener("click", () => void act("pause", { paused: state?.link !== "paused" }));
byId("share").addEventListener("click", () => void act(byId("share").dataset.action ?? "share", { tabId: tab?.id }));
byId("agents").addEventListener("click", ({ target }) => {
  const row = target instanceof Element ? target.closest("button") : null;
  if (row) void showTab(Number(row.dataset.tab));
});
byId("pairing").addEventListener("submit", (event) => {
  event.preventDefault();
  void act("pair", { code: /** @type {HTMLInputElement} */ (byId("code")).value });
});
