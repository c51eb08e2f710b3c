/** Answer the hub's requests, each exactly once. */

import { checkRequest } from "./control.js";
import { rulesInForce } from "./domains.js";
import { primitives } from "./primitives.js";
import { Refusal, failureOf } from "./refusals.js";

/** @typedef {{ id: string, method: string, params?: any }} RelayRequest */

// These look at the extension only: they work while the user has agents stopped.
const ALWAYS = new Set(["status", "tabs.list", "debugger.detach"]);

/** Do what one request asks for and reply. @param {RelayRequest} request @param {(reply: object) => void} reply */
export async function answer({ id, method, params = {} }, reply) {
  try {
    if (!Object.hasOwn(primitives, method)) throw new Refusal("unknown_method", { method });
    if (!ALWAYS.has(method)) await checkRequest(method, params);
    const result = await primitives[/** @type {keyof typeof primitives} */ (method)](params);
    // A tab is the hub's only once the user's rules hold in it.
    if (method.endsWith(".attach")) await rulesInForce();
    reply({ id, result: result ?? {} });
  } catch (error) {
    reply({ id, ...failureOf(error) });
  }
}
