"use strict";
/**
 * Time in a tab that is not in front: Chrome draws no frames there and lets timers run once a second. The page
 * agent's own timers (those of this world, not the page's) are kept by the worker instead, and a frame is the
 * next task.
 */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const world = /** @type {any} */ (globalThis);
  const plain = {
    setTimeout: window.setTimeout.bind(window),
    clearTimeout: window.clearTimeout.bind(window),
    requestAnimationFrame: window.requestAnimationFrame.bind(window),
  };
  /** @type {Map<number, () => void>} */
  const waiting = new Map();
  let lastId = 0;

  world.setTimeout = (/** @type {() => void} */ callback, waitMs = 0) => {
    if (!document.hidden) return plain.setTimeout(callback, waitMs);
    lastId -= 1;
    const id = lastId;
    const ring = () => {
      if (waiting.delete(id)) callback();
    };
    waiting.set(id, callback);
    chrome.runtime.sendMessage({ waitMs }).then(ring, () => plain.setTimeout(ring, waitMs));
    return id;
  };

  world.clearTimeout = (/** @type {number} */ id) => {
    if (!waiting.delete(id)) plain.clearTimeout(id);
  };

  // Chrome runs the timers of such a tab once a second.
  const SLOWED_BY_MS = 1000;
  const pageTime = agent.timing.after;

  // Whoever waits for what the page's timers do waits for one of them: then theirs were due too.
  agent.timing.after = (callback, waitMs) => {
    if (!document.hidden) return pageTime(callback, waitMs);
    const own = plain.setTimeout(callback, waitMs);
    const limit = world.setTimeout(callback, waitMs + SLOWED_BY_MS);
    return () => {
      plain.clearTimeout(own);
      world.clearTimeout(limit);
    };
  };

  const FRAME_MS = 16;
  // So many frames in a row need not wait: most pages are at rest after them. Who asks for more waits for something.
  const FREE_FRAMES = 4;
  const BURST_MS = 200;
  let burst = { startedAt: 0, frames: 0 };

  world.requestAnimationFrame = (/** @type {(now: number) => void} */ callback) => {
    if (!document.hidden) return plain.requestAnimationFrame(callback);
    const now = performance.now();
    if (now - burst.startedAt > BURST_MS) burst = { startedAt: now, frames: 0 };
    burst.frames += 1;
    if (burst.frames > FREE_FRAMES) return world.setTimeout(() => callback(performance.now()), FRAME_MS);
    void agent.timing.nextTask().then(() => callback(performance.now()));
    return 0;
  };
})();
