/** The badge on the extension's icon tells the truth about the link. */

import { linkState, onChange } from "./state.js";

/** @import { LinkState } from "../ui/state.js" */

/** @type {Record<LinkState, [text: string, color: string]>} */
const BADGES = {
  connected: ["ON", "#1a7f37"],
  waiting: ["…", "#6e7781"],
  unpaired: ["?", "#bc4c00"],
  no_hub: ["OFF", "#6e7781"],
  paused: ["II", "#9a6700"],
  stopped: ["■", "#cf222e"],
};

/** @type {LinkState | undefined} */
let shown;

/** Keep the badge up to date. */
export function followState() {
  onChange(show);
  show();
}

function show() {
  const state = linkState();
  if (state === shown) return;
  shown = state;
  const [text, color] = BADGES[state];
  void chrome.action.setBadgeText({ text });
  void chrome.action.setBadgeBackgroundColor({ color });
}
