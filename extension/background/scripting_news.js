/** What happens in tabs that are handled quietly, as Chrome and the pages tell it; passed on to the hub. */

import { tellHub } from "./wire.js";

const SCRIPTS = [
  { id: "tabwire-news", js: ["page/synthetic/reports.js"], world: /** @type {const} */ ("ISOLATED") },
  { id: "tabwire-main-world", js: ["page/synthetic/main_world.js"], world: /** @type {const} */ ("MAIN") },
];
const ALL_URLS = { urls: ["<all_urls>"] };

/** @type {Set<number>} */
let tabs = new Set();
let isFollowing = false;

/** @param {number} tabId @param {string} kind @param {object} facts */
function tell(tabId, kind, facts) {
  if (tabs.has(tabId)) tellHub("page_news", { ...facts, tabId, kind });
}

/** What scripts in pages may tell, fact by fact. What Chrome knows, Chrome tells. @type {Record<string, string[]>} */
const TOLD_BY_PAGES = {
  console: ["level", "text"],
  dialog: ["dialog", "message", "defaultText"],
  dialog_closed: [],
  hand: ["deed"],
  permission: ["decision"],
};

/** @param {number} tabId @param {number | undefined} frameId @param {any} news */
function passOn(tabId, frameId, news) {
  const names = Object.hasOwn(TOLD_BY_PAGES, news?.kind) ? TOLD_BY_PAGES[news.kind] : undefined;
  if (names)
    tell(tabId, news.kind, { ...Object.fromEntries(names.map((name) => [name, String(news[name] ?? "")])), frameId });
}

/** Report what happens in these tabs, and in no others, from now on. */
export async function followPages(/** @type {number[]} */ quiet) {
  tabs = new Set(quiet);
  if (isFollowing) return;
  isFollowing = true;
  followNavigation();
  followRequests();
  followDownloads();
  await chrome.scripting.unregisterContentScripts({ ids: SCRIPTS.map(({ id }) => id) }).catch(() => {});
  const everywhere = {
    matches: ["<all_urls>"],
    allFrames: true,
    matchOriginAsFallback: true,
    persistAcrossSessions: false,
  };
  await chrome.scripting.registerContentScripts(
    SCRIPTS.map((script) => ({ ...script, ...everywhere, runAt: "document_start" })),
  );
}

/** Report nothing any more and leave pages alone. */
export async function stopFollowing() {
  tabs = new Set();
  if (!isFollowing) return;
  isFollowing = false;
  for (const remove of removals.splice(0)) remove();
  await chrome.scripting.unregisterContentScripts({ ids: SCRIPTS.map(({ id }) => id) }).catch(() => {});
}

/** How to stop listening. @type {(() => void)[]} */
const removals = [];

/**
 * @template {(...args: any[]) => any} Listener
 * @param {{ addListener: (listener: Listener, ...more: any[]) => void, removeListener: (listener: Listener) => void }} source
 * @param {Listener} listener
 * @param {...any} more
 */
function on(source, listener, ...more) {
  source.addListener(listener, ...more);
  removals.push(() => source.removeListener(listener));
}

function followNavigation() {
  const { webNavigation } = chrome;
  on(webNavigation.onBeforeNavigate, ({ tabId, frameId, url }) => tell(tabId, "started", { frameId, url }));
  on(webNavigation.onCommitted, ({ tabId, frameId, parentFrameId, documentId, url }) =>
    tell(tabId, "committed", { frameId, parentFrameId, documentId, url }),
  );
  on(webNavigation.onDOMContentLoaded, ({ tabId, frameId, documentId }) =>
    tell(tabId, "ready", { frameId, documentId }),
  );
  on(webNavigation.onCompleted, ({ tabId, frameId, documentId }) => tell(tabId, "loaded", { frameId, documentId }));
  on(webNavigation.onErrorOccurred, ({ tabId, frameId, url, error }) => tell(tabId, "failed", { frameId, url, error }));
  const moved = (/** @type {{ tabId: number, frameId: number, url: string }} */ { tabId, frameId, url }) =>
    tell(tabId, "moved", { frameId, url });
  on(webNavigation.onHistoryStateUpdated, moved);
  on(webNavigation.onReferenceFragmentUpdated, moved);
  on(webNavigation.onCreatedNavigationTarget, ({ sourceTabId, tabId }) =>
    tell(sourceTabId, "opened", { newTabId: tabId }),
  );
}

function followRequests() {
  const { webRequest } = chrome;
  const ended = (/** @type {{ tabId: number, requestId: string }} */ { tabId, requestId }) =>
    tell(tabId, "answered", { requestId });
  on(
    webRequest.onBeforeRequest,
    ({ tabId, requestId, type, url }) => void tell(tabId, "request", { requestId, resource: type, url }),
    ALL_URLS,
  );
  on(webRequest.onResponseStarted, ({ tabId, statusCode }) => tell(tabId, "status", { status: statusCode }), {
    ...ALL_URLS,
    types: ["main_frame"],
  });
  on(webRequest.onBeforeRedirect, ({ tabId, redirectUrl }) => tell(tabId, "redirected", { url: redirectUrl }), {
    ...ALL_URLS,
    types: ["main_frame"],
  });
  on(webRequest.onCompleted, ended, ALL_URLS);
  on(webRequest.onErrorOccurred, ended, ALL_URLS);
}

/** Chrome does not tell which tab a download is of: the page it was asked from does. */
function followDownloads() {
  on(chrome.downloads.onCreated, async ({ id, url, finalUrl, filename, referrer }) => {
    const tab = await tabOf(referrer || finalUrl || url);
    if (tab !== undefined) tell(tab, "download", { downloadId: id, url, path: filename });
  });
  on(chrome.downloads.onChanged, async ({ id, state }) => {
    if (!state?.current || state.current === "in_progress") return;
    const [item] = await chrome.downloads.search({ id });
    const path = state.current === "complete" ? (item?.filename ?? "") : "";
    for (const tabId of tabs) tell(tabId, "download_ended", { downloadId: id, path });
  });
}

async function tabOf(/** @type {string} */ address) {
  const origin = URL.parse(address)?.origin;
  const open = await chrome.tabs.query({});
  const same = open.filter(
    (tab) => tab.id !== undefined && tabs.has(tab.id) && URL.parse(tab.url ?? "")?.origin === origin,
  );
  return (same.find((tab) => tab.url === address) ?? same[0])?.id;
}

const WAIT_MAX_MS = 30_000;

/** Keep time for scripts in tabs that are not in front: Chrome slows their own timers down. */
function keepTime() {
  chrome.runtime.onMessage.addListener((message, { id, tab }, ring) => {
    if (id !== chrome.runtime.id || typeof message?.waitMs !== "number" || !tabs.has(tab?.id ?? -1)) return false;
    setTimeout(ring, Math.min(message.waitMs, WAIT_MAX_MS));
    return true;
  });
}

/** Hear what pages tell through their ports, once it is known which tabs are quiet; others are told to be silent. */
export function hearPages(/** @type {Promise<void>} */ restored) {
  keepTime();
  chrome.runtime.onConnect.addListener(async (port) => {
    if (port.name !== "page" || port.sender?.id !== chrome.runtime.id) return;
    const tabId = port.sender.tab?.id;
    const { frameId, documentId } = port.sender;
    await restored;
    if (tabId === undefined || !tabs.has(tabId)) return port.disconnect();
    port.postMessage({});
    port.onMessage.addListener((news) => passOn(tabId, frameId, news));
    port.onDisconnect.addListener(() => tell(tabId, "frame_gone", { frameId, documentId }));
  });
}
