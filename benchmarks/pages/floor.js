"use strict";
/** What the floor needs from a page: nothing but the shortest way to the same effect. */
const floor = (() => {
  /** @returns {HTMLElement} */
  function button(/** @type {string} */ name) {
    const found = [...document.querySelectorAll("button")].find((item) => item.textContent === name);
    if (!found) throw new Error(`no button ${name}`);
    return found;
  }

  /** @returns {HTMLInputElement | HTMLSelectElement} */
  function field(/** @type {string} */ label) {
    const found = [...document.querySelectorAll("label")].find((item) => item.textContent?.includes(label));
    const control = found?.querySelector("input,select");
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) throw new Error(label);
    return control;
  }

  function at(/** @type {string} */ name) {
    const box = button(name).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  /** Call back when the page has been painted: callbacks of a frame run before that, the next task after it. */
  function painted(/** @type {() => void} */ then) {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = then;
      port2.postMessage(0);
    });
  }

  /** Resolve when the page says so and has been painted once more. */
  function said(/** @type {string} */ text) {
    const out = document.getElementById("out");
    return new Promise((resolve) => {
      const look = () => out?.textContent === text && painted(() => resolve(text));
      if (out && !look()) new MutationObserver(look).observe(out, { childList: true });
    });
  }

  function focus(/** @type {string} */ label) {
    const control = field(label);
    control.focus();
    if (control instanceof HTMLInputElement) control.select();
  }

  function choose(/** @type {string} */ label, /** @type {string} */ value) {
    const control = field(label);
    if (control instanceof HTMLInputElement) control.click();
    else control.value = value;
    control.dispatchEvent(new Event("change", { bubbles: true }));
  }

  return { at, said, focus, choose, value: (/** @type {string} */ label) => field(label).value };
})();
void Object.assign(globalThis, { floor });
