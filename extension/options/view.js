/** Show the settings in the form, and the log below it. */

import { byId, element } from "../ui/elements.js";
import { words } from "../ui/words.js";

/** @import { Settings, LoggedAction } from "../ui/state.js" */

/** @returns {HTMLFormElement} */
export function form() {
  return /** @type {HTMLFormElement} */ (byId("settings"));
}

/** @param {string} name @returns {HTMLInputElement} */
function field(name) {
  return /** @type {HTMLInputElement} */ (form().elements.namedItem(name));
}

/** Fill the form. */
export function showSettings(/** @type {Settings} */ settings) {
  for (const name of /** @type {const} */ (["browserName", "hubAddress", "level", "engine"])) {
    field(name).value = settings[name];
  }
  for (const name of /** @type {const} */ (["allowed", "blocked"])) field(name).value = settings[name].join("\n");
  for (const name of /** @type {const} */ (["notifyStart", "notifyProblem"])) field(name).checked = settings[name];
}

/** Read the form, without checking it. @returns {Settings} */
export function readForm() {
  const lines = (/** @type {string} */ name) =>
    field(name)
      .value.split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
  return {
    browserName: field("browserName").value.trim(),
    hubAddress: field("hubAddress").value.trim(),
    level: /** @type {Settings["level"]} */ (field("level").value),
    engine: /** @type {Settings["engine"]} */ (field("engine").value),
    allowed: lines("allowed"),
    blocked: lines("blocked"),
    notifyStart: field("notifyStart").checked,
    notifyProblem: field("notifyProblem").checked,
  };
}

/** Mark invalid fields with their errors, and unmark the others. */
export function showErrors(/** @type {Map<string, string>} */ errors) {
  for (const name of ["hubAddress", "allowed", "blocked"]) {
    const message = errors.get(name) ?? "";
    field(name).setAttribute("aria-invalid", String(Boolean(message)));
    const place = byId(`${name}-error`);
    place.hidden = !message;
    place.textContent = message;
  }
}

/** Show whether the last change was saved. */
export function showOutcome(/** @type {string} */ text, /** @type {boolean} */ failed = false) {
  const place = byId("saved");
  place.textContent = text;
  place.classList.toggle("failed", failed);
}

/** Draw the log, newest first. */
export function showLog(/** @type {LoggedAction[]} */ log) {
  byId("log-empty").hidden = log.length > 0;
  byId("log-table").hidden = log.length === 0;
  /** @type {HTMLButtonElement} */ (byId("clear-log")).disabled = log.length === 0;
  byId("log-rows").replaceChildren(...log.toReversed().map(logRow));
}

function logRow(/** @type {LoggedAction} */ { at, agent, command, url, outcome }) {
  const cells = [new Date(at).toLocaleTimeString(), agent, command, url].map((text) => element("td", {}, text));
  cells[3].title = url;
  const failed = outcome !== "ok";
  const last = element("td", failed ? { class: "failed" } : {}, failed ? outcome : words("logDone"));
  return element("tr", {}, ...cells, last);
}
