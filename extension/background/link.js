/** The one link to the hub: found, greeted, kept alive, and found again whenever it is lost. */

import {
  DEFAULT_PORT,
  PING_EVERY_S,
  PONG_WITHIN_S,
  PORTS_TO_TRY,
  RECONNECT_FIRST_S,
  RECONNECT_MAX_S,
  RELEASE_AFTER_S,
  SOCKET_PATH,
} from "../shared/protocol.js";
import { detachAll } from "./debuggees.js";
import { NotPaired, greet, plainCode } from "./greeting.js";
import { reasonOf } from "./refusals.js";
import { answer } from "./requests.js";
import { leaveAllQuiet } from "./scripting.js";
import { onSettings, readSettings, saveSettings } from "./settings.js";
import { change } from "./state.js";
import { showWork } from "./work.js";
import { Transport, openNative, openSocket } from "./transport.js";
import { send, useTransport } from "./wire.js";

/** @import { AllSettings } from "./settings.js" */

const NO_HUB_AFTER = 3;

/** @type {Promise<void> | undefined} */
let attempt;
/** @type {Transport | undefined} */
let link;
let failures = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let retryTimer;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let releaseTimer;
let isNativeMissing = false;

onSettings((settings) => {
  if (!link || !ways(settings).some((way) => way.fits(link))) link?.close("The settings changed.");
  retry();
});

/** Connect unless there is a link or an attempt at one already. */
export function connect() {
  if (link || attempt) return;
  clearTimeout(retryTimer);
  attempt = open("").then(
    () => {
      attempt = undefined;
    },
    (error) => {
      attempt = undefined;
      fail(error);
    },
  );
}

/** Look for the hub now, by every way. */
export function retry() {
  failures = 0;
  isNativeMissing = false;
  connect();
}

/** Pair with the hub by the code it shows. */
export async function pair(/** @type {string} */ typed) {
  const code = plainCode(typed);
  await attempt;
  link?.close("Pairing again.");
  clearTimeout(retryTimer);
  attempt = open(code).finally(() => {
    attempt = undefined;
  });
  await attempt.catch((error) => {
    fail(error);
    throw error;
  });
}

/** @typedef {{ open: () => Promise<Transport>, fits: (open: Transport | undefined) => boolean }} Way */

/** The ways to try, best first. @returns {Way[]} */
function ways(/** @type {AllSettings} */ { transport, hubAddress }) {
  const native = {
    open: async () => openNative(),
    fits: (/** @type {Transport | undefined} */ open) => open?.name === "native",
  };
  const sockets = addresses(hubAddress).map((address) => ({
    open: () => openSocket(address),
    fits: (/** @type {Transport | undefined} */ open) => open?.address === address,
  }));
  if (transport === "native") return [native];
  return transport === "websocket" || isNativeMissing ? sockets : [native, ...sockets];
}

function addresses(/** @type {string} */ hubAddress) {
  if (hubAddress) {
    const url = new URL(hubAddress.includes("://") ? hubAddress : `http://${hubAddress}`);
    const scheme = url.protocol === "https:" || url.protocol === "wss:" ? "wss" : "ws";
    return [`${scheme}://${url.host}${SOCKET_PATH}`];
  }
  return Array.from({ length: PORTS_TO_TRY }, (_, step) => `ws://127.0.0.1:${DEFAULT_PORT + step}${SOCKET_PATH}`);
}

async function open(/** @type {string} */ code) {
  const settings = await readSettings();
  const problems = [];
  for (const way of ways(settings)) {
    try {
      begin(...(await greeted(await way.open(), code)));
      return;
    } catch (error) {
      if (reasonOf(error).includes("host not found")) isNativeMissing = true;
      problems.push(error);
    }
  }
  throw problems.find((problem) => problem instanceof NotPaired) ?? problems.at(-1);
}

/** @returns {Promise<[Transport, Welcome]>} */
async function greeted(/** @type {Transport} */ transport, /** @type {string} */ code) {
  try {
    return [transport, await greet(transport, code)];
  } catch (error) {
    transport.close(reasonOf(error));
    throw error;
  }
}

/** @typedef {{ version: string, address: string, name: string }} Welcome */

/** @param {Transport} transport @param {Welcome} welcome */
function begin(transport, welcome) {
  link = transport;
  failures = 0;
  clearTimeout(releaseTimer);
  useTransport(transport);
  transport.listen((message) => hear(transport, message));
  const stopPinging = keepAlive(transport);
  const hub = { version: welcome.version, address: welcome.address || transport.address, since: Date.now() };
  change({ phase: "up", problem: "", browser: welcome.name, hub });
  void transport.ended.then((reason) => {
    stopPinging();
    if (link !== transport) return;
    link = undefined;
    useTransport(undefined);
    change({ agents: [] });
    releaseTimer = setTimeout(releaseAll, RELEASE_AFTER_S * 1000);
    fail(new Error(reason));
  });
}

function releaseAll() {
  void detachAll();
  void leaveAllQuiet();
}

/** @type {(() => void) | undefined} */
let heardPong;

/** Ask every 20 s whether the hub is there: it also keeps Chrome from ending this worker. */
function keepAlive(/** @type {Transport} */ transport) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let patience;
  heardPong = () => clearTimeout(patience);
  const pinging = setInterval(() => {
    transport.send({ type: "ping" });
    clearTimeout(patience);
    patience = setTimeout(() => transport.close("The hub does not answer."), PONG_WITHIN_S * 1000);
  }, PING_EVERY_S * 1000);
  return () => {
    clearInterval(pinging);
    clearTimeout(patience);
  };
}

function hear(/** @type {Transport} */ transport, /** @type {any} */ message) {
  if (message.method) void answer(message, (reply) => transport.send(reply));
  else if (message.type === "ping") send({ type: "pong" });
  else if (message.type === "pong") heardPong?.();
  else if (message.type === "activity") void showWork(message);
  else if (message.type === "rename") void rename(message.name);
}

async function rename(/** @type {string} */ browserName) {
  change({ browser: browserName });
  await saveSettings({ browserName });
}

function fail(/** @type {unknown} */ error) {
  failures += 1;
  const phase = error instanceof NotPaired ? "unpaired" : failures >= NO_HUB_AFTER ? "no_hub" : "waiting";
  change({ phase, problem: phase === "unpaired" ? reasonOf(error) : "" });
  const wait_s = Math.min(RECONNECT_FIRST_S * 2 ** (failures - 1), RECONNECT_MAX_S);
  clearTimeout(retryTimer);
  retryTimer = setTimeout(connect, wait_s * 1000);
}
