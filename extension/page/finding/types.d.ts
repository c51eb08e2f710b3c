/** What the files of this folder add to the page agent. */

import type { Entry, Summary } from "../types";

declare global {
  interface TabwireAgent {
    finding: {
      summary(entry: Entry): Summary;
      entryFor(element: Element): Entry;
      unprinted(role: string): Entry[];
    };
  }
}
