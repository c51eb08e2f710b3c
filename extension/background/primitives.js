/** Everything the hub may ask for. */

import { controlFacts } from "./control.js";
import { attach, attachedTabs, detach, leave, sendCommand } from "./debuggees.js";
import { bootId } from "./greeting.js";
import * as quiet from "./scripting.js";
import * as tabs from "./tabs.js";

/** @import { PrimitiveName } from "../shared/protocol.js" */

/** @type {Record<PrimitiveName, (params: any) => Promise<unknown>>} */
export const primitives = {
  status: async () => ({ boot: bootId, attachedTabs: attachedTabs(), control: controlFacts() }),
  "tabs.list": tabs.list,
  "tabs.create": tabs.create,
  "tabs.navigate": tabs.navigate,
  "tabs.leave": leave,
  "tabs.close": tabs.close,
  "tabs.activate": tabs.activate,
  "tabs.screenshot": tabs.screenshot,
  "windows.list": tabs.windows,
  "downloads.list": ({ limit = 20 }) => chrome.downloads.search({ limit, orderBy: ["-startTime"] }),
  "debugger.attach": attach,
  "debugger.detach": detach,
  "cdp.send": sendCommand,
  "scripting.attach": quiet.attach,
  "scripting.detach": quiet.detach,
  "scripting.call": quiet.call,
  "scripting.act": quiet.call,
  "scripting.evaluate": quiet.evaluate,
  "scripting.reload": quiet.reload,
  "scripting.step": quiet.step,
  "scripting.picture": quiet.picture,
};
