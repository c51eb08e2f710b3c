/** Which addresses agents may go to, by the user's lists. */

import { Refusal } from "./refusals.js";

/** @typedef {{ allowed: string[], blocked: string[] }} DomainLists */

const OWN = chrome.runtime.getURL("");

/** Tell whether an address is a page of this extension. */
export function isOurs(/** @type {string | undefined} */ address) {
  return Boolean(address?.startsWith(OWN));
}

/** Refuse an address that the user's lists forbid. @param {string | undefined} address @param {DomainLists} lists */
export function check(address, lists) {
  if (isOurs(address)) throw new Refusal("extension_page");
  if (!address || !isForbidden(address, lists)) return;
  throw new Refusal("site_forbidden", { site: hostOf(address) || address });
}

/** Tell whether the user's lists forbid an address. Pages without a host, such as about:blank, are on no list. */
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

/** A domain as Chrome compares it. */
export function plain(/** @type {string} */ domain) {
  return domain.trim().toLowerCase().replace(/^\*\./, "").replace(/\.$/, "");
}

function hostOf(/** @type {string} */ address) {
  try {
    // What a page made of its own data, or shows of its source, is of the same site.
    return new URL(address.replace(/^(blob:|filesystem:|view-source:)+/, "")).hostname.toLowerCase().replace(/\.$/, "");
  } catch {
    return "";
  }
}
