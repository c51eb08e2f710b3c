/** Errors whose code the hub understands. Chrome's own errors go to it as they are. */

export class Refusal extends Error {
  /** @param {"FORBIDDEN" | "NO_TAB" | "UNSUPPORTED_BY_ENGINE" | "INVALID_PARAMS"} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** What went wrong, in words. */
export function reasonOf(/** @type {unknown} */ error) {
  return error instanceof Error ? error.message : String(error);
}
