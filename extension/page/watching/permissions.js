"use strict";
/**
 * Telling how the page's requests for permission end. Chrome reports none to a debugger, but the status of a
 * permission changes with the answer, and a script of any world may watch it. An answer that was given before
 * and is only remembered changes nothing: the user was not asked.
 */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready || window !== window.top) return;

  const ASKED_FOR = [
    "geolocation",
    "notifications",
    "camera",
    "microphone",
    "clipboard-read",
    "idle-detection",
    "local-fonts",
    "window-management",
  ];

  async function watch(/** @type {string} */ name) {
    const status = await navigator.permissions.query({ name: /** @type {PermissionName} */ (name) });
    status.addEventListener("change", () => {
      if (status.state !== "prompt") globalThis.tabwirePermission?.(`${name}; ${status.state}`);
    });
  }

  // A browser that does not know one of them cannot be asked for it.
  for (const name of navigator.permissions ? ASKED_FOR : []) watch(name).catch(() => {});
})();
