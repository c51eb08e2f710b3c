"use strict";
/** Reading back what fields hold after something was typed into them. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;

  /** Read fields back. */
  function read(/** @type {import("../contract").ReadBack} */ { texts, maxChars }) {
    return texts.map(({ ref, text }) => compare(agent.element(ref), text, maxChars));
  }

  /** What a field holds in place of what was typed; what is secret stays in the page. */
  function compare(/** @type {Element | null} */ field, /** @type {string} */ text, /** @type {number} */ maxChars) {
    if (!field) return { isThere: false, holds: null, isSame: false, isEmpty: false, isSecret: false };
    const value = agent.fields.textIn(field);
    const secret = agent.values.isSecret(field);
    return {
      isThere: true,
      holds: secret ? null : value.slice(0, maxChars),
      isSame: value === text,
      isEmpty: value === "",
      isSecret: secret,
    };
  }

  agent.typedText = { read, compare };
  agent.define("readBack", ({ reads }) => read(reads));
})();
