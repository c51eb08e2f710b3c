"use strict";
/**
 * The one global of the page agent. It lives in an isolated world, so the page sees nothing of it.
 * Every other file adds a topic to it; injecting the files a second time changes nothing.
 */
(() => {
  const VERSION = "1";
  if (globalThis.tabwire && globalThis.tabwire.version === VERSION) return;

  /** @type {Map<string, (args: any) => unknown>} */
  const handlers = new Map();
  /** @type {Set<() => void>} */
  const passListeners = new Set();

  /** Make a function callable by name from outside the page. */
  function define(/** @type {string} */ name, /** @type {(args: any) => unknown} */ handler) {
    handlers.set(name, handler);
  }

  /** Run `listener` at the start of every call: what was remembered about the page may be out of date. */
  function onPass(/** @type {() => void} */ listener) {
    passListeners.add(listener);
  }

  /** Forget everything computed about the page so far. Call it after each `await`. */
  function beginPass() {
    for (const listener of passListeners) listener();
  }

  /** An expected failure, to be returned (never thrown) by a handler. */
  function failure(/** @type {string} */ code, /** @type {string} */ message, /** @type {object} */ facts = {}) {
    return { error: { code, message, ...facts } };
  }

  function unexpected(/** @type {string} */ name, /** @type {unknown} */ problem) {
    const reason = problem instanceof Error ? `${problem.message} ${problem.stack ?? ""}` : String(problem);
    return failure("INTERNAL", `The page agent failed in "${name}": ${reason.slice(0, 600)}`);
  }

  /** Call a defined function. The answer is JSON-able data, or a promise of it; failures are data too. */
  function call(/** @type {string} */ name, /** @type {object} */ args = {}) {
    const handler = handlers.get(name);
    if (!handler) return failure("INTERNAL", `The page agent has no function "${name}".`);
    try {
      beginPass();
      const answer = handler(args);
      if (answer instanceof Promise) return answer.catch((problem) => unexpected(name, problem));
      return answer;
    } catch (problem) {
      return unexpected(name, problem);
    }
  }

  /** Like `call`, but answers with JSON text: several times faster through CDP for large answers. */
  function callJson(/** @type {string} */ name, /** @type {object} */ args = {}) {
    const answer = call(name, args);
    return answer instanceof Promise ? answer.then((later) => JSON.stringify(later)) : JSON.stringify(answer);
  }

  globalThis.tabwire = /** @type {TabwireAgent} */ ({
    version: VERSION,
    ready: false,
    define,
    onPass,
    beginPass,
    failure,
    call,
    callJson,
  });
})();
