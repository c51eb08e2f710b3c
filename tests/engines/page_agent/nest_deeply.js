// Put two thousand elements into one another, and one beside them.
const DEPTH = 2000;
/** @type {HTMLElement} */
let innermost = document.body;
for (let depth = 0; depth < DEPTH; depth += 1) {
  innermost = innermost.appendChild(document.createElement("div"));
}
document.body.insertAdjacentHTML("beforeend", "<button>End</button>");
