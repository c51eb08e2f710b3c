"use strict";
const form = /** @type {HTMLFormElement} */ (document.querySelector("form"));
const field = /** @type {HTMLInputElement} */ (form.querySelector("input"));
const reply = /** @type {HTMLOutputElement} */ (form.querySelector("output"));

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const name = field.value.trim();
  reply.textContent = name ? `Hello, ${name}!` : "Hello, whoever you are!";
});

const here = /** @type {HTMLElement} */ (document.getElementById("here"));
here.textContent = location.href;
