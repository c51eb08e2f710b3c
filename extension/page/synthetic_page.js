"use strict";
/** What a page can be asked for without a debugger: files from bytes, its own history, an end to loading. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;

  /** Files on their way, in pieces. @type {Map<string, Uint8Array[]>} */
  const arriving = new Map();

  function bytesOf(/** @type {string} */ base64) {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  }

  /** Take one piece of a file. */
  function takePiece(/** @type {{ id: string, base64: string }} */ { id, base64 }) {
    arriving.set(id, [...(arriving.get(id) ?? []), bytesOf(base64)]);
    return {};
  }

  /** @param {{ id: string, name: string, type: string, modified: number }} facts */
  function fileOf({ id, name, type, modified }) {
    const pieces = /** @type {BlobPart[]} */ (arriving.get(id) ?? []);
    arriving.delete(id);
    return new File(pieces, name, { type, lastModified: modified });
  }

  /** Choose files in a file input. */
  function chooseFiles(/** @type {{ ref: string, files: { id: string, name: string, type: string, modified: number }[] }} */ { ref, files }) {
    const input = agent.element(ref);
    if (!(input instanceof HTMLInputElement) || input.type !== "file") {
      return agent.failure("ELEMENT_NOT_ACTIONABLE", `${ref} is not a file input.`, { why: "not a file input", next_step: "Choose the file input itself." });
    }
    const carried = new DataTransfer();
    for (const facts of files) carried.items.add(fileOf(facts));
    input.files = carried.files;
    input.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
    return {};
  }

  /** The steps of the history that belong to this site, and which is the present one. */
  function ownHistory() {
    const { navigation } = /** @type {any} */ (window);
    const entries = /** @type {{ url: string | null }[]} */ (navigation.entries());
    return { index: navigation.currentEntry.index, urls: entries.map(({ url }) => url ?? "") };
  }

  agent.define("takePiece", takePiece);
  agent.define("chooseFiles", chooseFiles);
  agent.define("ownHistory", ownHistory);
  agent.define("historyGo", (/** @type {{ steps: number }} */ { steps }) => {
    window.history.go(steps);
    return {};
  });
  agent.define("scrollPage", (/** @type {{ x: number, y: number }} */ { x, y }) => {
    window.scrollTo({ left: x, top: y, behavior: "instant" });
    return { scrollX: window.scrollX, scrollY: window.scrollY };
  });
  agent.define("stopLoading", () => {
    window.stop();
    return {};
  });
})();
