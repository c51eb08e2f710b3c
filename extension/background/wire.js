/** The sending end of the link, for those who have something to tell. */

/** @import { Transport } from "./transport.js" */
/** @import { EventName } from "../shared/protocol.js" */

/** @type {Transport | undefined} */
let current;

/** Send through this transport from now on, or to nobody. */
export function useTransport(/** @type {Transport | undefined} */ transport) {
  current = transport;
}

/** Send one message to the hub; without a link it is dropped. */
export function send(/** @type {object} */ message) {
  current?.send(message);
}

/** Tell the hub that something happened; no fact can pass for another message. @param {EventName} event @param {object} facts */
export function tellHub(event, facts) {
  send({ ...facts, type: "event", event });
}
