/** Draw the state that the worker sends. The same state always gives the same popup. */

import { byId, element, show } from "../ui/elements.js";
import { duration, words } from "../ui/words.js";

/** @import { UiState, AgentAtWork } from "../ui/state.js" */

/** @type {Record<UiState["link"], { tone: "good" | "wait" | "bad", title: string, help: string }>} */
const STATES = {
  connected: { tone: "good", title: "stateConnected", help: "helpConnected" },
  waiting: { tone: "wait", title: "stateWaiting", help: "helpWaiting" },
  unpaired: { tone: "wait", title: "stateUnpaired", help: "helpUnpaired" },
  no_hub: { tone: "bad", title: "stateNoHub", help: "helpNoHub" },
  paused: { tone: "wait", title: "statePaused", help: "helpPaused" },
  stopped: { tone: "bad", title: "stateStopped", help: "helpStopped" },
};

/** Draw the whole popup. @param {UiState} state @param {chrome.tabs.Tab | undefined} tab @param {number} now @param {string} address */
export function render(state, tab, now, address) {
  show("browser", state.browser);
  drawState(state, address);
  drawAgents(state.agents, now);
  drawTab(state, tab);
  drawFacts(state, now);
  drawControls(state);
}

function drawState(/** @type {UiState} */ state, /** @type {string} */ address) {
  const { tone, title, help } = STATES[state.link];
  byId("state").dataset.tone = tone;
  show("state-title", words(title));
  show("state-help", words(help, state.hub.address || address));
  byId("pairing").hidden = state.link !== "unpaired";
  byId("retry").hidden = state.link !== "no_hub" && state.link !== "waiting";
  byId("resume").hidden = state.link !== "stopped";
  const isAlone = state.link === "unpaired" || state.link === "no_hub";
  for (const id of ["work", "this-tab", "controls"]) byId(id).hidden = isAlone;
}

function drawAgents(/** @type {AgentAtWork[]} */ agents, /** @type {number} */ now) {
  const list = byId("agents");
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.tab;
  list.replaceChildren(...agents.map((agent) => element("li", {}, agentRow(agent, now))));
  /** @type {HTMLElement | null} */ (list.querySelector(`[data-tab="${focused}"]`))?.focus();
  byId("idle").hidden = agents.length > 0;
}

function agentRow(/** @type {AgentAtWork} */ agent, /** @type {number} */ now) {
  const doing = agent.command
    ? element("span", { class: "doing" }, agent.command)
    : element("span", { class: "doing idle" }, words("idleFor", duration(now - agent.since)));
  const where = element("span", { class: "where quiet cut" }, agent.title || agent.url);
  const row = element("button", { "data-tab": String(agent.tabId), title: words("goToTab") });
  row.append(element("strong", { class: "cut" }, agent.name), doing, where);
  return row;
}

function drawTab(/** @type {UiState} */ state, /** @type {chrome.tabs.Tab | undefined} */ tab) {
  const sharing = tab?.id !== undefined && state.tabs.find(({ tabId }) => tabId === tab.id);
  show("tab-title", tab?.title || tab?.url || "");
  const isOffered = tab?.id !== undefined && state.offered === tab.id;
  show("tab-state", words(sharing ? `engine_${sharing.engine}` : isOffered ? "tabIsOffered" : "tabIsFree"));
  const button = /** @type {HTMLButtonElement} */ (byId("share"));
  button.disabled = state.link !== "connected" || tab?.id === undefined;
  button.dataset.action = sharing || isOffered ? "release" : "share";
  show("share", words(sharing || isOffered ? "disconnectTab" : "connectTab"));
}

function drawFacts(/** @type {UiState} */ { hub, messages, link }, /** @type {number} */ now) {
  const isLinked = link === "connected" || link === "paused";
  byId("facts").hidden = !isLinked;
  show("hub", [hub.version, hub.address].filter(Boolean).join(" · "));
  show("uptime", duration(now - hub.since));
  show("messages", words("messageCounts", messages.received.toLocaleString(), messages.sent.toLocaleString()));
}

function drawControls(/** @type {UiState} */ { link }) {
  const pause = /** @type {HTMLButtonElement} */ (byId("pause"));
  pause.disabled = link !== "connected" && link !== "paused";
  pause.setAttribute("aria-pressed", String(link === "paused"));
  show("pause", words(link === "paused" ? "resume" : "pause"));
  /** @type {HTMLButtonElement} */ (byId("stop")).disabled = link === "stopped" || link === "no_hub";
}
