/** What the files of this folder add to the page agent. */

import type { FieldReading, Point, PressVerdict, ReadBack } from "../contract";

declare global {
  interface TabwireAgent {
    pressTargets: {
      reaches(hit: Element, element: Element): boolean;
      coverOf(hit: Element, element: Element): Element;
    };
    pressGuard: {
      expect(aimed: Element | null, point?: Point): void;
      restingPoint(aimed: Element): Point | null;
      release(): PressVerdict;
      /** Judge an event that the page agent makes like one of the user's. */
      addOwnEvent(event: Event): void;
    };
    motions: {
      kindOf(record: MutationRecord): string;
      isSetOffSince(began: number, node: Node): boolean;
      isRestless(node: Node, kind: string): boolean;
      setRestless(node: Node, kind: string): void;
      mapFor<T>(kept: WeakMap<Node, Map<string, T>>, node: Node): Map<string, T>;
    };
    typedText: {
      read(reads: ReadBack): FieldReading[];
      compare(field: Element | null, text: string, maxChars: number): FieldReading;
    };
    settling: {
      begin(target: Element | null): void;
      join(target: Element): void;
    };
  }
  /** Tell the hub what the user did in the page; each engine brings its own. */
  var tabwireUserInput: ((action: string) => void) | undefined;
  var tabwirePermission: ((decision: string) => void) | undefined;
  var tabwireTitle: ((title: string) => void) | undefined;
}
