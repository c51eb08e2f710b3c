/** What the files of this folder add to the page agent. */

import type { Aimed, ChoiceRefusal, ElementLook, FileBytes, Obstacle } from "../contract";
import type { Failure } from "../types";

declare global {
  interface TabwireAgent {
    actionability: {
      invisible(element: Element): Obstacle | null;
      disabled(element: Element): Obstacle | null;
      gone(ref: string): Failure;
      notActionable(obstacle: Obstacle): Failure;
    };
    aiming: { aimNow(options: { ref: string }): Promise<Aimed | Failure> };
    opening: { expect(element: Element): boolean };
    typing: {
      fieldFor(element: Element): Element | null;
      meantBy(element: Element): ElementLook | null;
      namedBy(element: Element): ElementLook | null;
      refusal(field: Element): Obstacle | null;
      suggests(field: Element): boolean;
      beforeInput(inputType: string, data: string | null): InputEvent;
      /** Put text in place of what is selected; without a debugger it is done otherwise. */
      insert(field: HTMLElement, text: string): boolean;
    };
    chooseFiles(field: HTMLInputElement, files: FileBytes[]): void;
    choosing: {
      refused(element: Element, values: string[]): ChoiceRefusal | null;
      radiosIn(group: Element): Element[];
    };
  }
}
