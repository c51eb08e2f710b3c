/** Quiet mode: pages handled by content scripts, without the debugger and its bar. What to do is the hub's choice. */

import { followPages, stopFollowing } from "./scripting_news.js";
import { Refusal, kindOf } from "./refusals.js";
import { readSettings } from "./settings.js";
import { change } from "./state.js";
import { crop, nextPictureTurn } from "./scripting_pictures.js";

/** @typedef {{ tabId: number }} TabParams */
/** @typedef {TabParams & { frameId: number }} FrameParams */
/** @typedef {FrameParams & { name: string, args: object }} CallParams */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** @typedef {TabParams & { format: string, quality: number | null, box: Box | null, scale: number, pixelRatio: number }} PictureParams */

const THREW = "tabwireThrew";

/** Tabs handled quietly, and the page agent's files as the hub listed them. */
let quiet = { tabs: /** @type {number[]} */ ([]), files: /** @type {string[]} */ ([]) };
/** @type {Set<(tabs: number[]) => void>} */
const listeners = new Set();

/** The tabs that agents use quietly. */
export function quietTabs() {
  return quiet.tabs;
}

/** Call `listener` whenever the set of quiet tabs changes. */
export function onQuiet(/** @type {(tabs: number[]) => void} */ listener) {
  listeners.add(listener);
}

async function note(/** @type {number[]} */ tabs, files = quiet.files) {
  quiet = { tabs, files };
  change({ quiet: tabs });
  for (const listener of listeners) listener(tabs);
  await chrome.storage.session.set({ quiet });
  if (tabs.length) await followPages(tabs);
  else await stopFollowing();
}

/** Find the quiet tabs of the worker before this one; forget tabs that are closed from now on. */
export function followQuiet() {
  chrome.tabs.onRemoved.addListener((tabId) => {
    if (quiet.tabs.includes(tabId)) void detach({ tabId });
  });
  return restore();
}

async function restore() {
  const stored = await chrome.storage.session.get({ quiet });
  const known = /** @type {typeof quiet} */ (stored.quiet);
  if (known.tabs.length) await note(known.tabs, known.files);
}

/** Handle a tab quietly from now on; tell what it shows. */
export async function attach(/** @type {TabParams & { files: string[] }} */ { tabId, files }) {
  if ((await readSettings()).engine === "debugger") throw new Refusal("debugger_chosen");
  await note([...new Set([...quiet.tabs, tabId])], files);
  const tab = await chrome.tabs.get(tabId);
  if (tab.discarded) await chrome.tabs.reload(tabId);
  await injectNews(tabId);
  const { title = "", status } = tab;
  return { title, isLoading: status === "loading", frames: await frames({ tabId }) };
}

/** Let go of a tab. */
export async function detach(/** @type {TabParams} */ { tabId }) {
  await note(quiet.tabs.filter((known) => known !== tabId));
  return {};
}

/** Let go of every tab. */
export async function leaveAllQuiet() {
  await note([]);
}

/** Pages that are open already have missed what registered scripts do. */
async function injectNews(/** @type {number} */ tabId) {
  const target = { tabId, allFrames: true };
  const inject = (/** @type {string} */ file, /** @type {`${chrome.scripting.ExecutionWorld}`} */ world) =>
    // Pages that take no scripts at all say so when the hub calls into them.
    chrome.scripting.executeScript({ target, files: [file], world, injectImmediately: true }).catch(() => []);
  await inject("page/synthetic/reports.js", "ISOLATED");
  await inject("page/synthetic/main_world.js", "MAIN");
}

/** The frames of a tab. */
export async function frames(/** @type {TabParams} */ { tabId }) {
  const found = (await chrome.webNavigation.getAllFrames({ tabId })) ?? [];
  return found.map(({ frameId, parentFrameId, documentId, url, errorOccurred }) => ({
    frameId,
    parentFrameId,
    documentId,
    url,
    errorOccurred,
  }));
}

/** Call a function of the page agent; bring the agent to the frame first when it is not there. */
export async function call(/** @type {CallParams} */ { tabId, frameId, name, args }) {
  const target = { tabId, frameIds: [frameId] };
  const first = await run(target, callAgent, [name, args]);
  if (first !== null) return { json: first };
  await chrome.scripting.executeScript({ target, files: quiet.files, injectImmediately: true }).catch(explainIn(tabId));
  return { json: await run(target, callAgent, [name, args]) };
}

/** @param {chrome.scripting.InjectionTarget} target @param {(...args: any[]) => unknown} func @param {unknown[]} args */
async function run(target, func, args) {
  const [answer] = await chrome.scripting
    .executeScript({ target, func, args, injectImmediately: true })
    .catch(explainIn(target.tabId));
  return answer?.result ?? null;
}

/** Runs in the page: nothing when the page agent is not there. */
function callAgent(/** @type {string} */ name, /** @type {object} */ args) {
  const agent = /** @type {any} */ (globalThis).tabwire;
  return agent?.ready ? agent.callJson(name, args) : null;
}

/** Tell a frame that is gone from one that went with its whole tab. @returns {(error: unknown) => Promise<never>} */
function explainIn(/** @type {number} */ tabId) {
  return async (error) => {
    // This fails, and says why, when the tab is gone.
    if (kindOf(error) === "frame_gone") await chrome.tabs.get(tabId);
    throw error;
  };
}

/** Run a script of the caller's own in the page's world, if the user allows user scripts. */
export async function evaluate(
  /** @type {FrameParams & { expression: string, callsFunctions: boolean }} */ {
    tabId,
    frameId,
    expression,
    callsFunctions,
  },
) {
  if ((await readSettings()).level !== "full") throw new Refusal("no_scripts");
  const scripts = /** @type {any} */ (chrome).userScripts;
  if (!scripts?.execute) throw new Refusal("user_scripts_off");
  const execute = async (/** @type {string} */ code) => {
    const target = { tabId, frameIds: [frameId] };
    const [answer] = await scripts
      .execute({ target, js: [{ code }], world: "MAIN", injectImmediately: true })
      .catch(explainIn(tabId));
    return answer?.result ?? null;
  };
  const answer =
    (await execute(asExpression(expression, callsFunctions))) ?? told(await execute(asStatements(expression)));
  // A form that the script submits is sent in the page's next turn: by the end of that, Chrome has told so.
  await run({ tabId, frameIds: [frameId] }, () => 0, []).catch(() => 0);
  return answer;
}

/**
 * Chrome says nothing about what a script threw, or of a value that it cannot hand over, so the script itself has to.
 * Statements do not parse as this.
 */
function asExpression(/** @type {string} */ code, /** @type {boolean} */ callsFunctions) {
  const called = callsFunctions ? '(value) => (typeof value === "function" ? value() : value)' : "(value) => value";
  const asJson = "(value) => ({ value: JSON.parse(JSON.stringify(value) ?? null) })";
  return `(async () => (\n${code}\n))().then(${called}).then(${asJson}).catch((error) => ({ ${THREW}: String(error) }))`;
}

function asStatements(/** @type {string} */ code) {
  return `try {\n${code}\n} catch (error) { ({ ${THREW}: String(error) }) }`;
}

function told(/** @type {any} */ value) {
  return value && typeof value === "object" && THREW in value ? value : { value };
}

/** Load the page again. */
export async function reload(/** @type {TabParams} */ { tabId }) {
  await chrome.tabs.reload(tabId);
  return {};
}

/** Go one step back or forth in the history. */
export async function step(/** @type {TabParams & { forward: boolean }} */ { tabId, forward }) {
  await (forward ? chrome.tabs.goForward(tabId) : chrome.tabs.goBack(tabId));
  return {};
}

/** Picture of a tab that is in front of its window, or of a part of it. */
export async function picture(/** @type {PictureParams} */ { tabId, format, quality, box, scale, pixelRatio }) {
  const tab = await chrome.tabs.get(tabId);
  if (!tab.active) throw new Refusal("not_in_front");
  await nextPictureTurn();
  const isPlain = !box && scale === 1 && format !== "webp";
  const taken = isPlain
    ? { format: /** @type {"jpeg" | "png"} */ (format), quality: quality ?? undefined }
    : { format: /** @type {const} */ ("png") };
  const dataUrl = await chrome.tabs.captureVisibleTab(tab.windowId, taken);
  return {
    base64: isPlain
      ? dataUrl.slice(dataUrl.indexOf(",") + 1)
      : await crop(dataUrl, { format, quality, box, scale, pixelRatio }),
  };
}
