/** What the files of this folder add to the page agent. */

import type { Obstacle } from "../types";

type Failure = { error: { code: string; message: string } };

declare global {
  interface TabwireAgent {
    actionability: {
      invisible(element: Element): Obstacle | null;
      disabled(element: Element): Obstacle | null;
      gone(ref: string): Failure;
      notActionable(ref: string, obstacle: Obstacle): Failure;
      COVERED_HINT: string;
    };
    opening: { expect(element: Element): boolean };
    typing: {
      fieldFor(element: Element): Element | null;
      meantBy(element: Element): { ref: string; role: string; name: string } | null;
      namedBy(element: Element): { ref: string; role: string; name: string } | null;
      refusal(field: Element): Obstacle | null;
      suggests(field: Element): boolean;
      beforeInput(inputType: string, data: string | null): InputEvent;
      /** Put text in place of what is selected; without a debugger it is done otherwise. */
      insert(field: HTMLElement, text: string): boolean;
    };
    chooseFiles(field: HTMLInputElement, files: { name: string; type: string; base64: string }[]): void;
    choosing: {
      refused(element: Element, values: string[]): Failure["error"] | null;
      radiosIn(group: Element): Element[];
    };
  }
}
