/** Wait until the page has run its scripts. */
new Promise((resolve) => {
  if (document.readyState === "complete") resolve(true);
  else addEventListener("load", () => resolve(true));
});
