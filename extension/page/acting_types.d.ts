/** What the acting files of the page agent share with the others. */

import type { Aimed, ChoiceRefusal, ElementLook, FieldReading, Obstacle, PressVerdict, ReadBack } from "./contract";
import type { Failure } from "./types";

interface Point {
  x: number;
  y: number;
}

declare global {
  interface TabwireAgent {
    pacing: {
      nextTask(): Promise<unknown>;
      nextFrame(): Promise<void>;
      after(callback: () => void, waitMs: number): () => void;
    };
    hits: {
      elementAt(x: number, y: number): Element | null;
      reaches(hit: Element, element: Element): boolean;
      labelsOf(element: Element): Element[];
      coverOf(hit: Element, element: Element): Element;
      titleOf(element: Element): string;
      shortly(element: Element, title: string): { role: string; name: string };
      lookOf(element: Element): ElementLook;
      isInside(inner: Element, outer: Element): boolean;
    };
    guarding: {
      expect(aimed: Element | null, point?: Point): void;
      restingPoint(aimed: Element): Point | null;
      release(): PressVerdict;
      /** Judge an event that was made by script like one from a hand. */
      watch(event: Event): void;
    };
    settling: {
      begin(target: Element | null): void;
      join(target: Element): void;
      noteMotions(records: MutationRecord[]): void;
    };
    popups: { expect(element: Element): boolean; isClosed(element: Element, role: string): boolean };
    actionability: {
      invisible(element: Element): Obstacle | null;
      isUnseen(element: Element): boolean;
      disabled(element: Element): Obstacle | null;
      reachablePoint(element: Element, drop?: boolean): Point | null;
      boxesOf(element: Element): DOMRect[];
      aimNow(options: { ref: string }): Promise<Aimed | Failure>;
      gone(ref: string): Failure;
      notActionable(obstacle: Obstacle): Failure;
    };
    typing: {
      kindOf(element: Element): "text" | "value" | "editor" | "select" | "none";
      fieldFor(element: Element): Element | null;
      meantBy(element: Element): ElementLook | null;
      namedBy(element: Element): ElementLook | null;
      refusal(field: Element): Obstacle | null;
      suggests(field: Element): boolean;
      textIn(field: Element): string;
      readBack(reads: ReadBack): FieldReading[];
      beforeInput(inputType: string, data: string | null): InputEvent;
    };
    chooseFiles(field: HTMLInputElement, files: { name: string; type: string; base64: string }[]): void;
    choosing: {
      refused(element: Element, values: string[]): ChoiceRefusal | null;
      radiosIn(group: Element): Element[];
    };
  }
  /** Tell the hub what a hand did in the page; each engine brings its own. */
  var tabwireUserInput: ((deed: string) => void) | undefined;
  var tabwirePermission: ((decision: string) => void) | undefined;
  var tabwireTitle: ((title: string) => void) | undefined;
}
