// A hostile page: tries every way a browser gives to reach the hub at ?target=HOST:PORT without a key.
const target = new URLSearchParams(location.search).get("target");
const paths = (new URLSearchParams(location.search).get("paths") ?? "").split(",");
const bell = JSON.stringify({ command: "press_bell" });

/** @param {() => Promise<unknown>} attempt */
async function outcome(attempt) {
  try {
    return await attempt();
  } catch (error) {
    return `failed: ${error}`;
  }
}

/** @param {RequestInit} options */
async function read(path, options = {}) {
  const answer = await fetch(`http://${target}${path}`, options);
  return answer.type === "opaque" ? "opaque" : await answer.text();
}

function openSocket(path) {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://${target}${path}`);
    socket.onmessage = (event) => resolve(`read: ${event.data}`);
    socket.onopen = () => resolve("opened");
    socket.onerror = () => resolve("failed");
  });
}

/** @param {"img" | "script"} kind */
function load(kind, path) {
  return new Promise((resolve) => {
    const element = document.createElement(kind);
    element.onload = () => resolve("loaded");
    element.onerror = () => resolve("failed");
    element.src = `http://${target}${path}`;
    document.body.append(element);
  });
}

async function attackAll() {
  const seen = {};
  for (const path of paths) {
    seen[`get ${path}`] = await outcome(() => read(path));
    seen[`get with credentials ${path}`] = await outcome(() => read(path, { credentials: "include" }));
    seen[`json ${path}`] = await outcome(() =>
      read(path, { method: "POST", body: bell, headers: { "content-type": "application/json" } }),
    );
    for (const kind of ["text/plain", "application/x-www-form-urlencoded"]) {
      const options = { method: "POST", mode: "no-cors", body: bell, headers: { "content-type": kind } };
      seen[`blind ${kind} ${path}`] = await outcome(() => read(path, options));
    }
    seen[`script ${path}`] = await load("script", path);
    seen[`img ${path}`] = await load("img", path);
  }
  seen.socket = await openSocket("/ws/test");
  return seen;
}

function heardFromFrame() {
  return new Promise((resolve) => addEventListener("message", (event) => resolve(event.data)));
}

window.attack = document.querySelector("iframe") ? heardFromFrame() : attackAll();
if (parent !== window) window.attack.then((seen) => parent.postMessage(seen, "*"));
