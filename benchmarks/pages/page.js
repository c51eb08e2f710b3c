"use strict";
/** What the pages of the benchmark do, and a line to their server that tells their state to anyone who asks. */

/** The state of this page, as somebody looking at it would tell it. */
function observe() {
  return {
    path: location.pathname,
    out: document.getElementById("out")?.textContent ?? "",
    values: Object.fromEntries([...document.querySelectorAll("[name]")].flatMap(enteredIn)),
    viewport: [innerWidth, innerHeight],
  };
}

/** @returns {[string, string][]} */
function enteredIn(/** @type {Element} */ field) {
  if (field instanceof HTMLInputElement && field.type === "radio") {
    return field.checked ? [[field.name, field.value]] : [];
  }
  if (field instanceof HTMLInputElement && field.type === "checkbox") {
    return [[field.name, String(field.checked)]];
  }
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) {
    return [[field.name, field.value]];
  }
  return [];
}

function tell(/** @type {string} */ text) {
  const out = document.getElementById("out");
  if (out) out.textContent = text;
}

/** What a click on each kind of button sets off. @type {Record<string, (button: HTMLElement) => unknown>} */
const handlers = {
  sync: () => tell("sync done"),
  promise: async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    tell("promise done");
  },
  timer: () => setTimeout(() => tell("timer done"), 20),
  fetch: async () => tell(await (await fetch("/slow")).text()),
  buy: (button) => {
    const basket = document.createElement("section");
    basket.innerHTML = '<h2>Basket</h2><p id="item"></p><button data-does="order">Place order</button>';
    document.querySelector("main")?.prepend(basket);
    const item = document.getElementById("item");
    if (item) item.textContent = `In your basket: ${button.dataset.item}`;
    tell(`basket: ${button.dataset.item}`);
  },
  order: async () => {
    const item = document.getElementById("item")?.textContent ?? "";
    const answer = await fetch("/order", { method: "POST", body: item });
    tell(await answer.text());
  },
};

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-does]") : null;
  if (button instanceof HTMLElement) handlers[button.dataset.does ?? ""]?.(button);
});

const line = new WebSocket(`ws://${location.host}/line`);
line.addEventListener("message", () => line.send(JSON.stringify(observe())));
