"use strict";
/** What password managers do: put a frame of their own into the page. */
const frame = document.createElement("iframe");
frame.src = chrome.runtime.getURL("frame.html");
frame.addEventListener("load", () => {
  document.title = "Framed";
});
document.body.append(frame);
