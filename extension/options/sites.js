/** Parse sites and addresses that people type: lenient about form, strict about meaning. */

const LOCAL_HOSTS = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Return the host name of a line, or null: "https://Example.com/path" means example.com. */
export function siteOf(/** @type {string} */ line) {
  const text = line.trim().toLowerCase().replace(/^\*\./, "");
  const url = URL.parse(text.includes("://") ? text : `https://${text}`);
  if (!url?.hostname || url.username || /[*\s]/.test(text)) return null;
  return isSite(url.hostname) ? url.hostname : null;
}

function isSite(/** @type {string} */ host) {
  return host === "localhost" || host.startsWith("[") || (host.includes(".") && !host.endsWith("."));
}

/** Return the hub's address as host and port, "" for the default, or null if it is not on this computer. */
export function hubAddressOf(/** @type {string} */ text) {
  const plain = text
    .trim()
    .replace(/^(https?|wss?):\/\//, "")
    .replace(/\/.*$/, "");
  if (!plain) return "";
  const url = URL.parse(`http://${plain}`);
  if (!url || !LOCAL_HOSTS.has(url.hostname)) return null;
  return url.port ? `${url.hostname}:${url.port}` : null;
}
