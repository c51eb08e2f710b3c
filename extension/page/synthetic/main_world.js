"use strict";
/**
 * Runs in the page's own world from the start of the document: reports console output, uncaught errors and
 * dialogs, which only the page's world can see. Nothing else changes for the page.
 */
(() => {
  const NAME = "tabwire-page-news";
  const TEXT_MAX = 2000;
  const LEVELS = /** @type {const} */ ({ log: "log", info: "info", warn: "warning", error: "error", debug: "debug" });
  const { stringify } = JSON;
  const ReportEvent = CustomEvent;
  const dispatch = document.dispatchEvent.bind(document);
  const world = /** @type {any} */ (window);
  if (world[Symbol.for(NAME)]) return;
  Object.defineProperty(world, Symbol.for(NAME), { value: true });

  function send(/** @type {object} */ message) {
    dispatch(new ReportEvent(NAME, { detail: stringify(message) }));
  }

  function textOf(/** @type {unknown} */ value) {
    if (typeof value === "string") return value;
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    if (value instanceof Element) return `<${value.localName}>`;
    if (typeof value !== "object" || value === null) return String(value);
    try {
      return stringify(value) ?? String(value);
    } catch {
      return Object.prototype.toString.call(value);
    }
  }

  function report(/** @type {string} */ level, /** @type {unknown[]} */ values) {
    try {
      send({ kind: "console", level, text: values.map(textOf).join(" ").slice(0, TEXT_MAX) });
    } catch {
      // A value that cannot even be named must not break the page's own call.
    }
  }

  for (const [name, level] of Object.entries(LEVELS)) {
    const original = /** @type {any} */ (console)[name];
    /** @type {any} */ (console)[name] = (/** @type {unknown[]} */ ...values) => {
      report(level, values);
      return Reflect.apply(original, console, values);
    };
  }

  for (const name of ["alert", "confirm", "prompt"]) {
    const original = world[name];
    world[name] = (/** @type {unknown[]} */ ...values) => {
      send({ kind: "dialog", dialog: name, message: String(values[0] ?? ""), defaultText: String(values[1] ?? "") });
      try {
        return Reflect.apply(original, window, values);
      } finally {
        send({ kind: "dialog_closed" });
      }
    };
  }

  const open = window.open;
  window.open = (...values) => {
    const opened = Reflect.apply(open, window, values);
    if (!opened)
      report("error", [
        "Chrome blocked a new window: the press was not from a hand. Open it with `new_tab`:",
        String(values[0] ?? ""),
      ]);
    return opened;
  };

  window.addEventListener("error", (event) => {
    if (event instanceof ErrorEvent) report("error", [event.message]);
  });
  window.addEventListener("unhandledrejection", ({ reason }) => report("error", ["Unhandled rejection:", reason]));
})();
