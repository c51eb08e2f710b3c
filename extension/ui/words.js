/** The words people read, in their language. */

/** @typedef {Record<string, { message: string, placeholders?: Record<string, { content: string }> }>} Messages */

// A page that opens while Chrome still loads the extension gets no words from it, and never will: read them here.
const own = chrome.i18n.getMessage("name") ? {} : await readOwn();

/** @returns {Promise<Messages>} */
async function readOwn() {
  const language = chrome.i18n.getUILanguage().startsWith("zh") ? "zh_CN" : "en";
  return (await import(`../_locales/${language}/messages.json`, { with: { type: "json" } })).default;
}

/** @param {string} key @param {...(string | number)} values */
export function words(key, ...values) {
  return chrome.i18n.getMessage(key, values.map(String)) || ownWords(key, values) || key;
}

function ownWords(/** @type {string} */ key, /** @type {(string | number)[]} */ values) {
  return own[key]?.message.replace(/\$VALUE(\d)\$/g, (_, place) => String(values[Number(place) - 1] ?? ""));
}

/** Fill in every element that names its words, and set the page's language. */
export function speak(/** @type {Document} */ page) {
  page.documentElement.lang = chrome.i18n.getUILanguage();
  for (const element of page.querySelectorAll("[data-words]")) {
    element.textContent = words(element.getAttribute("data-words") ?? "");
  }
  for (const element of page.querySelectorAll("[data-label]")) {
    const label = words(element.getAttribute("data-label") ?? "");
    element.setAttribute("aria-label", label);
    element.setAttribute("title", label);
  }
}

/** A length of time as people say it, such as "5 min". */
export function duration(/** @type {number} */ milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return words("seconds", seconds);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return words("minutes", minutes);
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return words("hours", hours, minutes % 60);
  return words("days", Math.floor(hours / 24));
}
