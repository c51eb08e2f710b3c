/** Ways to the hub: a WebSocket, or a port to the native messaging host. Both carry whole messages, in order. */

import { GREETING_WITHIN_S, NATIVE_HOST } from "../shared/protocol.js";
import { reasonOf } from "./refusals.js";
import { messages } from "./state.js";

/** One open way. Messages wait until somebody reads them: first the greeting, then `onMessage`. */
export class Transport {
  /** @type {((message: any) => void) | undefined} */
  #listener;
  /** @type {any[]} */
  #unread = [];
  #wakeReader = () => {};
  /** @type {(reason: string) => void} */
  #tellEnd = () => {};
  isClosed = false;
  /** The reason why the way was closed, once it is. @type {Promise<string>} */
  ended = new Promise((resolve) => {
    this.#tellEnd = resolve;
  });

  /** @param {"native" | "websocket"} name @param {string} address @param {(message: object) => void} send @param {() => void} close */
  constructor(name, address, send, close) {
    this.name = name;
    this.address = address;
    this.#send = send;
    this.#close = close;
  }

  #send;
  #close;

  /** Send one message; one that comes too late is dropped. */
  send(/** @type {object} */ message) {
    if (this.isClosed) return;
    messages.sent += 1;
    this.#send(message);
  }

  /** Take one message from the other side. */
  receive(/** @type {any} */ message) {
    messages.received += 1;
    if (this.#listener) {
      this.#listener(message);
      return;
    }
    this.#unread.push(message);
    this.#wakeReader();
  }

  /** The next message of the greeting. @returns {Promise<any>} */
  async next() {
    if (!this.#unread.length && !this.isClosed) {
      const late = setTimeout(() => this.close("The hub says nothing."), GREETING_WITHIN_S * 1000);
      const arrival = new Promise((resolve) => {
        this.#wakeReader = () => resolve(undefined);
      });
      await Promise.race([arrival, this.ended]);
      clearTimeout(late);
    }
    if (this.#unread.length) return this.#unread.shift();
    throw new Error(await this.ended);
  }

  /** Hand every message from now on to `listener`. */
  listen(/** @type {(message: any) => void} */ listener) {
    this.#listener = listener;
    for (const message of this.#unread.splice(0)) listener(message);
  }

  /** Close the way, or note that the other side did. */
  close(/** @type {string} */ reason) {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#close();
    this.#tellEnd(reason);
  }
}

/** Open a WebSocket to the hub. @param {string} address @returns {Promise<Transport>} */
export function openSocket(address) {
  const socket = new WebSocket(address);
  const transport = new Transport(
    "websocket",
    address,
    (message) => socket.send(JSON.stringify(message)),
    () => socket.close(),
  );
  socket.onmessage = ({ data }) => transport.receive(JSON.parse(data));
  return new Promise((resolve, reject) => {
    socket.onopen = () => resolve(transport);
    socket.onclose = ({ code, reason }) => {
      transport.close(reason || `The link was closed (${code}).`);
      reject(new Error(`No hub answers at ${address}.`));
    };
  });
}

/** Start the native messaging host, which joins the hub or starts it. */
export function openNative() {
  const port = chrome.runtime.connectNative(NATIVE_HOST);
  const transport = new Transport(
    "native",
    "native messaging",
    (message) => port.postMessage(message),
    () => port.disconnect(),
  );
  const whole = joinPieces((message) => transport.receive(message));
  port.onMessage.addListener(whole);
  port.onDisconnect.addListener(() => {
    transport.close(chrome.runtime.lastError?.message ?? "The native messaging host ended.");
  });
  return transport;
}

/** Put messages together that were too long for one frame. */
function joinPieces(/** @type {(message: any) => void} */ deliver) {
  let text = "";
  return (/** @type {any} */ message) => {
    if (typeof message.piece !== "string") {
      deliver(message);
      return;
    }
    text += message.piece;
    if (!message.last) return;
    const whole = text;
    text = "";
    try {
      deliver(JSON.parse(whole));
    } catch (error) {
      console.warn(`A message in pieces could not be read: ${reasonOf(error)}`);
    }
  };
}
