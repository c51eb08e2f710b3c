/** Hold a port to the service worker. When Chrome ends the worker the port breaks, and opening it again wakes it. */

import { WATCHDOG_EVERY_S } from "../shared/protocol.js";

/** @type {chrome.runtime.Port} */
let port;

function hold() {
  port = chrome.runtime.connect({ name: "watchdog" });
  port.onDisconnect.addListener(hold);
}

hold();
setInterval(() => port.postMessage("are you there?"), WATCHDOG_EVERY_S * 1000);
