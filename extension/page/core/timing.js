"use strict";
/** Letting the page go on: until its next frame, or until its next task. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;

  // A page that paints nothing (minimised, headless without a surface) still gets its turn.
  const FRAME_LIMIT_MS = 100;

  /** Wait for the page's next task. */
  function nextTask() {
    return new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        channel.port1.close();
        resolve(undefined);
      };
      channel.port2.postMessage(0);
    });
  }

  /** Wait until the page has drawn its next frame, with everything its own frame callbacks did. */
  async function nextFrame() {
    await new Promise((resolve) => {
      const limit = setTimeout(resolve, FRAME_LIMIT_MS);
      requestAnimationFrame(() => {
        clearTimeout(limit);
        resolve(undefined);
      });
    });
    await nextTask();
    agent.beginPass();
  }

  /** Call back after so much of the page's own time; return how to call it off. */
  function after(/** @type {() => void} */ callback, /** @type {number} */ waitMs) {
    const id = setTimeout(callback, waitMs);
    return () => clearTimeout(id);
  }

  agent.timing = { nextTask, nextFrame, after };
})();
