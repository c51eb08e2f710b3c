/** Domains the user blocks for agents, on every way a page can reach them. */

import { attachedTabs, onAttached } from "./debuggees.js";
import { Refusal } from "./refusals.js";
import { onQuiet, quietTabs } from "./scripting.js";
import { onSettings, readSettings } from "./settings.js";

/** @typedef {{ allowed: string[], blocked: string[] }} DomainLists */

/** Refuse an address that the user's lists forbid. @param {string | undefined} address @param {DomainLists} lists */
export function check(address, lists) {
  if (!address || !isForbidden(address, lists)) return;
  throw new Refusal("FORBIDDEN", `The user's rules in this browser forbid ${hostOf(address) || address}.`);
}

/** Tell whether the user's lists forbid an address. Pages without a host, such as about:blank, are nobody's. */
export function isForbidden(/** @type {string} */ address, /** @type {DomainLists} */ { allowed, blocked }) {
  const host = hostOf(address);
  if (!host) return false;
  if (blocked.some((domain) => isWithin(host, domain))) return true;
  return allowed.length > 0 && !allowed.some((domain) => isWithin(host, domain));
}

function isWithin(/** @type {string} */ host, /** @type {string} */ domain) {
  const name = plain(domain);
  return host === name || host.endsWith(`.${name}`);
}

function plain(/** @type {string} */ domain) {
  return domain.trim().toLowerCase().replace(/^\*\./, "").replace(/\.$/, "");
}

function hostOf(/** @type {string} */ address) {
  try {
    return new URL(address).hostname.toLowerCase().replace(/\.$/, "");
  } catch {
    return "";
  }
}

/** Keep the network rules in step with the lists and with the tabs that agents use. */
export function followDomains() {
  onSettings(() => void apply());
  onAttached(() => void apply());
  onQuiet(() => void apply());
}

async function apply() {
  const lists = await readSettings();
  const old = (await chrome.declarativeNetRequest.getSessionRules()).map(({ id }) => id);
  await chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds: old, addRules: rules(lists, [...attachedTabs(), ...quietTabs()]) });
}

/** @returns {chrome.declarativeNetRequest.Rule[]} */
function rules(/** @type {DomainLists} */ { allowed, blocked }, /** @type {number[]} */ tabIds) {
  if (!tabIds.length) return [];
  /** @type {chrome.declarativeNetRequest.RuleCondition[]} */
  const conditions = [];
  if (blocked.length) conditions.push({ requestDomains: blocked.map(plain) });
  if (allowed.length) conditions.push({ excludedRequestDomains: allowed.map(plain) });
  return conditions.map((condition, index) => ({
    id: index + 1,
    priority: 1,
    action: { type: "block" },
    condition: { ...condition, tabIds, resourceTypes: Object.values(chrome.declarativeNetRequest.ResourceType) },
  }));
}
