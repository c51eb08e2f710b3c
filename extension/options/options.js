/** The options page: every change is checked and saved at once, without a save button. */

import { byId } from "../ui/elements.js";
import { speak, words } from "../ui/words.js";
import { listen } from "../ui/worker.js";
import { hubAddressOf, siteOf } from "./sites.js";
import { form, readForm, showErrors, showLog, showOutcome, showSettings } from "./view.js";

/** @import { Settings } from "../ui/state.js" */

let isShown = false;
let saves = 0;

speak(document);
document.title = words("settingsTitle");
const ask = listen(({ settings, log }) => {
  // Later updates must not overwrite what the user is typing.
  if (!isShown) showSettings(settings);
  isShown = true;
  form().inert = false;
  showLog(log);
});

/** Normalize the settings and collect errors. */
function check(/** @type {Settings} */ settings) {
  /** @type {Map<string, string>} */
  const errors = new Map();
  const hubAddress = hubAddressOf(settings.hubAddress);
  if (hubAddress === null) errors.set("hubAddress", words("addressInvalid"));
  const allowed = sitesIn(settings.allowed, "allowed", errors);
  const blocked = sitesIn(settings.blocked, "blocked", errors);
  return { errors, settings: { ...settings, hubAddress: hubAddress ?? "", allowed, blocked } };
}

/** @param {string[]} lines @param {string} name @param {Map<string, string>} errors */
function sitesIn(lines, name, errors) {
  const wrong = lines.find((line) => siteOf(line) === null);
  if (wrong !== undefined) errors.set(name, words("siteInvalid", wrong));
  return [...new Set(lines.map(siteOf).filter((site) => site !== null))];
}

async function save() {
  saves += 1;
  const mine = saves;
  const { errors, settings } = check(readForm());
  showErrors(errors);
  if (errors.size) return showOutcome(words("notSavedYet"), true);
  try {
    await ask("saveSettings", { settings });
    // Do not undo a change that was made in the meantime.
    if (mine === saves) showSettings(settings);
    showOutcome(words("saved"));
  } catch (error) {
    showOutcome(words("notSaved", error instanceof Error ? error.message : String(error)), true);
  }
}

form().addEventListener("change", () => void save());
form().addEventListener("submit", (event) => {
  event.preventDefault();
  void save();
});
byId("clear-log").addEventListener("click", () => void ask("clearLog"));
