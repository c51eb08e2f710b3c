/** What the files of this folder add to the page agent. */

import type { ChangeReport, FrameSnapshot } from "../contract";
import type { Entry, Fingerprint, Fold, Place, Visit, Walk } from "../types";

interface Entries {
  rowEntry(element: Element, role: string, name: string, inner: Place): Entry;
  entryOf(element: Element, kind: Entry["kind"], role: string, name: string, words: string[]): Entry;
  pushRow(walk: Walk, entry: Entry): void;
  lineOf(walk: Walk, element: Element): Entry;
  addLink(walk: Walk, entry: Entry): void;
  endLine(walk: Walk): void;
  flatten(entries: Entry[]): Entry[];
  wordsOf(entry: Entry): string;
}

interface Clickables {
  isClickable(element: Element, place: Place): boolean;
  isIcon(element: Element, outer: Place): boolean;
  iconEntry(element: Element, outer: Place): Entry;
  isExplicit(element: Element): boolean;
  isMiddleOfControl(part: Element, box: DOMRect): boolean;
  controlAround(part: Element): Element | null;
  visibleText(element: Element): string;
  shownRoleOf(element: Element, role: string): string;
  printedAs(element: Element): { role: string; name: string };
  MAX_NAME_CHARS: number;
  MIN_PX: number;
  MAX_HEARD_CHARS: number;
}

declare global {
  interface TabwireAgent {
    hints: { hintIn(entry: Entry | undefined): string; addTo(entry: Entry): void };
    entries: Entries;
    controlDetails: {
      addTo(walk: Walk, entry: Entry): void;
      listsChoices(walk: Walk, element: Element): boolean;
      visitChoices(walk: Walk, element: Element, inner: Place): void;
    };
    imageMaps: { visitAreas(walk: Walk, image: Element, inner: Place): void };
    folding: {
      startGroups(
        walk: Walk,
        container: Element,
        controlsOnly: boolean,
      ): { begin(item: Element, display: string): void; end(): void } | null;
    };
    clickables: Clickables;
    markListening(...nodes: Node[]): number;
    fieldLabels: {
      repeatsLabel(control: Element, label: Element): boolean;
      wordsIn(label: Element): string;
      nameAround(field: Element): string;
      labelled(label: Element): Element | null;
      withoutLabels(entries: Entry[]): Entry[];
    };
    walker: {
      walkPage(root: Element, mode: string, limitMs?: number, enough?: number): Walk;
      printedEntries(mode?: string, limitMs?: number): Entry[];
      visits: Map<string, Visit>;
      visitChildren: (walk: Walk, element: Element, inner: Place) => void;
      visitPlain: Visit;
      textsIn(walk: Walk, element: Element, inner: Place): Entry[];
    };
    clickableVisits: { visit: Visit };
    printing: {
      print(entries: Entry[], framePrefix: string): FrameSnapshot["blocks"];
      labelsOf(fold: Fold, withControls: boolean): string[];
    };
    fingerprints: { remember(entry: Entry): void; candidates(print: Fingerprint): Element[] };
    changes: {
      startFrom(entries: Entry[] | null): void;
      sinceLastReport(options: { first?: number }): ChangeReport;
      expectValue(field: Element): void;
      noteValues(box: Element | null): void;
      isTooLarge(): boolean;
      onMutations(listener: (records: MutationRecord[]) => void): void;
    };
  }
}
