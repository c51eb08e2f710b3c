/** The user's choice of engine and of how much agents may do. It binds every hub, at once. */

import { ENGINE_CHANGED } from "../shared/protocol.js";
import { attachedTabs, detach } from "./debuggees.js";
import { detach as leaveQuiet, quietTabs } from "./scripting.js";
import { onSettings } from "./settings.js";
import { tellHub } from "./wire.js";

/** @import { EngineChoice } from "../ui/state.js" */

/** Tell the hub what the user chose; let go of tabs that are handled the way the user does not want any more. */
export function followChoices() {
  onSettings(({ engine, level }) => {
    tellHub("control", { level });
    void letGo(engine);
  });
}

async function letGo(/** @type {EngineChoice} */ engine) {
  const debugged = engine === "scripting" ? attachedTabs() : [];
  const quiet = engine === "debugger" ? quietTabs() : [];
  for (const tabId of debugged) await detach({ tabId });
  for (const tabId of quiet) await leaveQuiet({ tabId });
  for (const tabId of [...debugged, ...quiet]) tellHub("detached", { tabId, reason: ENGINE_CHANGED });
}
