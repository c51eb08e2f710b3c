/** Build and find elements without markup in strings: text from pages and agents stays text. */

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element "${id}".`);
  return found;
}

/** Show `text` in an element; touch the page only when it changes. */
export function show(/** @type {string} */ id, /** @type {string} */ text) {
  const place = byId(id);
  if (place.textContent !== text) place.textContent = text;
}
