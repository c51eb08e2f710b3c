/** Why a request is refused: a kind and its facts. The hub writes the sentence. */

import { CHROME_WORDS } from "../shared/protocol.js";

/** @import { RefusalKind } from "../shared/protocol.js" */

export class Refusal extends Error {
  /** @param {RefusalKind} kind @param {object} [facts] */
  constructor(kind, facts) {
    super(kind);
    this.kind = kind;
    this.facts = facts;
  }
}

/** What an error of Chrome's means. @returns {RefusalKind} */
export function kindOf(/** @type {unknown} */ error) {
  const words = reasonOf(error);
  return CHROME_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? "other";
}

/** A failure as the hub is told of it. */
export function failureOf(/** @type {unknown} */ error) {
  if (error instanceof Refusal) return { error: "", code: error.kind, facts: error.facts };
  return { error: reasonOf(error), code: kindOf(error) };
}

/** What went wrong, in words. */
export function reasonOf(/** @type {unknown} */ error) {
  return error instanceof Error ? error.message : String(error);
}
