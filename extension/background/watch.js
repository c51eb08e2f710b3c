/** Come back after Chrome ended this worker: a small hidden page notices at once, an alarm within half a minute. */

import { connect } from "./link.js";

const ALARM = "look for the hub";
const PAGE = "offscreen/watchdog.html";
const ALARM_EVERY_MIN = 0.5;

/** Set both watchers up and answer them. */
export function keepWatch() {
  chrome.alarms.onAlarm.addListener(({ name }) => {
    if (name !== ALARM) return;
    void openPage();
    connect();
  });
  chrome.runtime.onConnect.addListener((port) => {
    if (port.name !== "watchdog" || port.sender?.url !== chrome.runtime.getURL(PAGE)) return;
    port.onMessage.addListener(connect);
    connect();
  });
  void chrome.alarms.create(ALARM, { periodInMinutes: ALARM_EVERY_MIN });
  void openPage();
}

async function openPage() {
  if (await chrome.offscreen.hasDocument()) return;
  await chrome.offscreen
    .createDocument({
      url: PAGE,
      reasons: [chrome.offscreen.Reason.WORKERS],
      justification: "Brings the link to the hub back when Chrome ends the service worker.",
    })
    .catch((error) => {
      // Two workers may start one after the other while the page is still opening.
      if (!/single offscreen/.test(String(error))) throw error;
    });
}
