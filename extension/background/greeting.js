/** The greeting on a new link: each side proves that it knows the secret, or the code the user typed. */

import { CODE_LENGTH, CODE_LETTERS, PROTOCOL, STRETCH_ROUNDS } from "../shared/protocol.js";
import { controlFacts } from "./control.js";
import { attachedTabs } from "./debuggees.js";
import { keepSecret, readIdentity, readSettings } from "./settings.js";

/** @import { Transport } from "./transport.js" */

export const bootId = crypto.randomUUID();

/** The hub does not know this browser, or is not the hub it was paired with. */
export class NotPaired extends Error {}

/** Greet the hub; return its welcome. @param {Transport} transport @param {string} code */
export async function greet(transport, code) {
  const challenge = await transport.next();
  if (challenge.type !== "challenge") throw new Error("What answers there is not a tabwire hub.");
  if (challenge.protocol !== PROTOCOL) throw new Error(versions(challenge));
  const isTrusted = transport.name === "native";
  const { instance, secret } = await readIdentity();
  const key = code ? await stretch(code, challenge.nonce) : secret ? bytesOf(secret) : undefined;
  const nonce = hex(crypto.getRandomValues(new Uint8Array(32)));
  const proof = key && (await prove(key, "extension", challenge.nonce, nonce));
  transport.send({
    type: "hello",
    protocol: PROTOCOL,
    version: chrome.runtime.getManifest().version,
    instance,
    boot: bootId,
    nonce,
    ...(code ? { pairing: proof } : { proof }),
    ...(await about()),
  });
  const welcome = await transport.next();
  if (welcome.type !== "welcome") throw new NotPaired(welcome.message ?? "The hub refused this browser.");
  if (!isTrusted && (!key || welcome.proof !== (await prove(key, "hub", challenge.nonce, nonce)))) {
    throw new NotPaired("What answers there is not the hub this browser was paired with.");
  }
  if (welcome.secret) await keepSecret(welcome.secret);
  return { ...welcome, version: challenge.version };
}

function versions(/** @type {{ version: string }} */ { version }) {
  const own = chrome.runtime.getManifest().version;
  return `The hub is tabwire ${version}, this extension ${own}: bring both to the same version.`;
}

/** What the hub should know about this browser. */
async function about() {
  const { browserName } = await readSettings();
  const browser = /Edg\/[\d.]+|Chrome\/[\d.]+/.exec(navigator.userAgent)?.[0] ?? "Chrome";
  return {
    name: browserName || (browser.startsWith("Edg") ? "Edge" : "Chrome"),
    browser,
    attachedTabs: attachedTabs(),
    control: {
      ...controlFacts(),
      level: (await readSettings()).level,
      fileAccess: await chrome.extension.isAllowedFileSchemeAccess(),
    },
  };
}

/** A code as the hub made it, however the user wrote it. */
export function plainCode(/** @type {string} */ typed) {
  const code = [...typed.toUpperCase()].filter((letter) => CODE_LETTERS.includes(letter)).join("");
  if (code.length !== CODE_LENGTH) throw new Error(`A pairing code has ${CODE_LENGTH} letters and digits.`);
  return code;
}

async function stretch(/** @type {string} */ code, /** @type {string} */ nonce) {
  const key = await crypto.subtle.importKey("raw", encode(code), "PBKDF2", false, ["deriveBits"]);
  const recipe = { name: "PBKDF2", hash: "SHA-256", salt: encode(nonce), iterations: STRETCH_ROUNDS };
  return new Uint8Array(await crypto.subtle.deriveBits(recipe, key, 256));
}

async function prove(
  /** @type {Uint8Array<ArrayBuffer>} */ key,
  /** @type {"hub" | "extension"} */ side,
  /** @type {string} */ hubNonce,
  /** @type {string} */ ownNonce,
) {
  const recipe = { name: "HMAC", hash: "SHA-256" };
  const signer = await crypto.subtle.importKey("raw", key, recipe, false, ["sign"]);
  return hex(new Uint8Array(await crypto.subtle.sign("HMAC", signer, encode(`${side}:${hubNonce}:${ownNonce}`))));
}

function encode(/** @type {string} */ text) {
  return new TextEncoder().encode(text);
}

function hex(/** @type {Uint8Array} */ bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function bytesOf(/** @type {string} */ digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
