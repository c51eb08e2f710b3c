/** What the files of this folder add to the page agent. */

import type { ElementLook } from "../contract";
import type { Named, NameSources, Trail } from "../types";

declare global {
  interface TabwireAgent {
    roles: {
      roleOf(element: Element): string;
      svgTitle(element: Element): Element | null;
      isShape(element: Element): boolean;
      ARIA_ROLES: Set<string>;
      CONTROL_ROLES: Set<string>;
    };
    names: {
      nameOf(element: Element): string;
      named(element: Element): Named;
      descriptionOf(element: Element): string;
      compute(element: Element, trail: Trail): Named;
      collapse(text: string): string;
      choiceLabel(option: HTMLOptionElement): string;
      /** A text as people type it. */
      fold(text: string): string;
      NAMED_BY_CONTENT: Set<string>;
      sources: NameSources;
    };
    contentText: {
      transformedBy(text: string, transform: string): string;
      labelText(element: Element): string;
    };
    values: {
      isSecret(element: Element): boolean;
      printable(element: Element, role: string): string | null;
      isFilled(element: Element): boolean;
      selectedLabels(select: HTMLSelectElement): string[];
      isHighlighted(option: Element, pointers: Element[]): boolean;
    };
    states: {
      statesOf(element: Element, role: string): string[];
      sortedState(element: Element, role: string): string | null;
      levelOf(element: Element): number;
      isDisabled(element: Element): boolean;
    };
    describe(element: Element): object;
    titles: {
      titleOf(element: Element): string;
      roleAndTitle(element: Element, title: string): { role: string; name: string };
      lookOf(element: Element): ElementLook;
    };
  }
}
