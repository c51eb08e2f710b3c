/** What the acting files of the page agent share with the others. */

import type { Aimed, FieldReading, ReadBack } from "./contract";
import type { Failure } from "./types";

interface Point {
  x: number;
  y: number;
}

/** Why an element cannot be acted on now, and what to do about it. */
export interface Obstacle {
  why: string;
  hint: string;
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
      titled(element: Element, title: string): string;
      spelled(element: Element): string;
      isInside(inner: Element, outer: Element): boolean;
    };
    guarding: {
      expect(aimed: Element | null, point?: Point): void;
      restingPoint(aimed: Element): Point | null;
      release(): { isLost: boolean; instead: string };
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
      notActionable(ref: string, obstacle: Obstacle): Failure;
    };
    typing: {
      kindOf(element: Element): "text" | "value" | "editor" | "select" | "none";
      fieldFor(element: Element): Element | null;
      meantBy(element: Element): { ref: string; role: string; name: string } | null;
      namedBy(element: Element): { ref: string; role: string; name: string } | null;
      refusal(field: Element): Obstacle | null;
      suggests(field: Element): boolean;
      textIn(field: Element): string;
      readBack(reads: ReadBack): FieldReading[];
      beforeInput(inputType: string, data: string | null): InputEvent;
    };
    chooseFiles(field: HTMLInputElement, files: { name: string; type: string; base64: string }[]): void;
    choosing: {
      missing(wanted: string, labels: string[]): Failure;
      refused(element: Element, values: string[]): Failure["error"] | null;
      radiosIn(group: Element): Element[];
    };
  }
  /** Tell the hub what a hand did in the page; each engine brings its own. */
  var tabwireUserInput: ((deed: string) => void) | undefined;
  var tabwirePermission: ((decision: string) => void) | undefined;
  var tabwireTitle: ((title: string) => void) | undefined;
}
