/** What the files of the page agent share. Each file fills its own part of `tabwire`. */

import type { ChangeReport, FrameSnapshot, PageAgentFunctions } from "./contract";

export interface Trail {
  /** Reached through the content of a parent. */
  recursive: boolean;
  /** Reached through aria-labelledby or aria-describedby. */
  labelledby: boolean;
  /** Inside a referenced element that is itself hidden: hidden parts count too. */
  hiddenRoot: boolean;
  visited: Set<Node>;
}

export interface Named {
  text: string;
  from: string;
}

export interface Fingerprint {
  role: string;
  name: string;
  tag: string;
  id: string;
}

export interface Sight {
  hidden: boolean;
  background: string | null;
  pointer: boolean;
  display: string;
  computed: CSSStyleDeclaration;
  textHidden: boolean | null;
  blends: boolean | null;
  /** Sights of the elements inside, by what they have in common. */
  inside: Map<string, Sight>;
}

export interface Place {
  sight: Sight;
  shown: boolean;
  /** Only controls are of interest: the text around them is already part of a name. */
  quiet: boolean;
  depth: number;
  /** It has a hand cursor of its own. */
  pointed: boolean;
}

export interface Entry {
  kind: "row" | "text" | "hidden" | "frame" | "table";
  element: Element;
  role: string;
  name: string;
  states: string[];
  /** A line of text, with a mark in place of each link. */
  text: string;
  links: Entry[];
  /** First line of a list item. */
  item: boolean;
  fold: Fold | null;
  /** Words beside a field that are its name, and are not printed. */
  label?: string;
}

export interface Group {
  item: Element;
  at: number;
  entries: Entry[];
}

export interface Column {
  key: string;
  word: string;
  cells: Map<number, Entry[]>;
}

export interface Fold {
  groups: Group[];
  columns: Column[];
  heads: Map<string, string>;
  sorts: Map<string, string>;
}

export interface Walk {
  mode: string;
  root: Element;
  entries: Entry[];
  line: Entry | null;
  visited: number;
  endsAt: number;
  /** How many characters were found, and how many are enough for the reply. */
  size: number;
  enough: number;
  isFilled: boolean;
  /** Time ran out, or enough was found: the walk ends. */
  truncated: boolean;
  /** Something was too deep to be read: the walk went on beside it. */
  cut: boolean;
}

export interface Summary {
  ref: string;
  role: string;
  name: string;
  states: string;
  where: string;
}

interface Dom {
  ELEMENT: 1;
  TEXT: 3;
  DOCUMENT: 9;
  FRAGMENT: 11;
  localName(element: Element): string;
  nodeType(node: Node): number;
  firstChild(node: Node): Node | null;
  lastChild(node: Node): Node | null;
  nextSibling(node: Node): Node | null;
  previousSibling(node: Node): Node | null;
  parentNode(node: Node): Node | null;
  parentElement(node: Node): Element | null;
  textContent(node: Node): string | null;
  innerText(element: HTMLElement): string;
  textData(text: CharacterData): string;
  isConnected(node: Node): boolean;
  rootOf(node: Node): Node;
  comparePosition(node: Node, other: Node): number;
  contains(node: Node, other: Node | null): boolean;
  attribute(element: Element, name: string): string | null;
  hasAttribute(element: Element, name: string): boolean;
  hasAttributes(element: Element): boolean;
  attributeNames(element: Element): string[];
  attributesOf(element: Element): NamedNodeMap;
  matches(element: Element, selector: string): boolean;
  closest(element: Element, selector: string): Element | null;
  rectOf(element: Element): DOMRect;
  checkVisibility(element: Element, options: object): boolean;
  tabIndex(element: Element): number;
  isContentEditable(element: HTMLElement): boolean;
  shadowOf(element: Element): ShadowRoot | null;
  canHostShadow(element: Element): boolean;
  adoptRoot(root: ShadowRoot): boolean;
  hasInternals: boolean;
  childrenOf(node: Node): Node[];
  hasPlainChildren(element: Element): boolean;
  parentOf(node: Node): Element | null;
  renderedParentOf(node: Node): Element | null;
  slotOf(node: Node): HTMLSlotElement | null;
  isSlot(element: Element): boolean;
  referenced(element: Element, name: string): Element[];
  queryAll(scope: Node, selector: string): NodeListOf<Element>;
  focusedElement(): Element | null;
  bodyOf(scope: Document): HTMLElement | null;
  documentElementOf(scope: Document): Element | null;
  titleOf(scope: Document): string;
  isOwned(node: Node): boolean;
  isOwner(element: Element): boolean;
}

interface Style {
  styleOf(element: Element): CSSStyleDeclaration;
  isUnrendered(element: Element): boolean;
  isInvisible(element: Element): boolean;
  isAriaHidden(element: Element): boolean;
  isInert(element: Element): boolean;
  isHidden(element: Element): boolean;
  isInline(element: Element): boolean;
  isInlineDisplay(display: string): boolean;
  isShown(element: Element): boolean;
  isSeen(element: Element): boolean;
  areaImage(area: Element): Element | null;
  NEVER_RENDERED: Set<string>;
}

interface Roles {
  roleOf(element: Element): string;
  explicitRole(element: Element): string | null;
  isFocusable(element: Element): boolean;
  isNativelyDisabled(element: Element): boolean;
  isEditingHost(element: Element): boolean;
  hasAuthorName(element: Element): boolean;
  inputType(element: Element): string;
  svgTitle(element: Element): Element | null;
  ARIA_ROLES: Set<string>;
  GLOBAL_ATTRIBUTES: string[];
}

interface Names {
  nameOf(element: Element): string;
  named(element: Element): Named;
  descriptionOf(element: Element): string;
  compute(element: Element, trail: Trail): Named;
  collapse(text: string): string;
  choiceLabel(option: HTMLOptionElement): string;
  /** A text as people type it. */
  fold(text: string): string;
  textOfReferenced(targets: Element[], visited: Set<Node>): string;
  takesNameFromContent(element: Element, role: string): boolean;
  NAMED_BY_CONTENT: Set<string>;
}

interface Values {
  isSecret(element: Element): boolean;
  spokenValue(element: Element, role: string): string | null;
  valueOf(element: Element, role: string): string | null;
  printable(element: Element, role: string): string | null;
  isFilled(element: Element): boolean;
  selectedLabels(select: HTMLSelectElement): string[];
  isHighlighted(option: Element, pointers: Element[]): boolean;
}

interface Finding {
  allElements(): Element[];
  allTrees(): Node[];
  byCss(selector: string): Element[];
  isSelector(text: string): boolean;
  printedEntries(mode?: string, limitMs?: number): Entry[];
  flatten(entries: Entry[]): Entry[];
  wordsOf(entry: Entry): string;
  whereIs(element: Element): string;
  summary(entry: Entry): Summary;
  entryFor(element: Element): Entry;
  unprinted(role: string): Entry[];
}

interface Walker {
  walkPage(root: Element, mode: string, limitMs?: number, enough?: number): Walk;
  visitChildren(walk: Walk, element: Element, inner: Place): void;
  visitPlain(walk: Walk, element: Element, role: string, inner: Place): void;
  textsIn(walk: Walk, element: Element, inner: Place): Entry[];
  rowEntry(element: Element, role: string, name: string, inner: Place): Entry;
  entryOf(element: Element, kind: Entry["kind"], role: string, name: string, words: string[]): Entry;
  pushRow(walk: Walk, entry: Entry): void;
  lineOf(walk: Walk, element: Element): Entry;
  endLine(walk: Walk): void;
  CONTROL_ROLES: Set<string>;
  STRUCTURE_ROLES: Set<string>;
}

/** An expected failure: an answer, never thrown. */
export interface Failure {
  error: { code: string; message: string };
}

type Answer<Name extends keyof PageAgentFunctions> = PageAgentFunctions[Name]["answer"];

declare global {
  interface TabwireAgent {
    version: string;
    ready: boolean;
    define<Name extends keyof PageAgentFunctions>(
      name: Name,
      handler: (args: PageAgentFunctions[Name]["args"]) => Answer<Name> | Failure | Promise<Answer<Name> | Failure>,
    ): void;
    onPass(listener: () => void): void;
    beginPass(): void;
    failure(code: string, message: string, facts?: object): Failure;
    call(name: string, args?: object): unknown;
    callJson(name: string, args?: object): string | Promise<string>;
    adoptRoots(...roots: Node[]): number;
    floating(): Element[] | null;
    adoptInternals(...said: (Element | Record<string, string>)[]): number;
    markListening(...nodes: Node[]): number;
    refOf(element: Element): string;
    element(ref: string): Element | null;
    describe(element: Element): object;
    snapshot(options: { mode?: string; ref?: string; first?: number; limitMs?: number; prefix?: string }): object;
    dom: Dom;
    style: Style;
    roles: Roles;
    names: Names;
    values: Values;
    finding: Finding;
    walker: Walker;
    tables: {
      cellRole(cell: Element): string;
      ownerTable(cell: Element): HTMLTableElement | null;
      TABLE_ROLES: Set<string>;
    };
    counters: { textAt(element: Element, pseudo: string, call: string): string };
    sheets: {
      mayGenerate(element: Element): boolean;
      mayReplace(element: Element): boolean;
      mayTransform(element: Element): boolean;
    };
    contentText: {
      textOf(element: Element, trail: Trail): string;
      transformedBy(text: string, transform: string): string;
      labelText(element: Element): string;
    };
    nativeNames: {
      fromMarkup(element: Element, role: string, trail: Trail): Named | null;
      labelsOf(element: Element): Element[];
    };
    states: {
      statesOf(element: Element, role: string): string[];
      sortedState(element: Element, role: string): string | null;
      levelOf(element: Element): number;
      isDisabled(element: Element): boolean;
      isFocused(element: Element): boolean;
    };
    refs: {
      startAt(first: number): void;
      isKnown(ref: string): boolean;
      remember(target: Element, print: Fingerprint): void;
      fingerprint(ref: string): Fingerprint | null;
      rebind(ref: string, target: Element): void;
      next(): number;
    };
    visibility: {
      initialSight(root: Element): Sight;
      sightInside(element: Element, outer: Sight, seen: boolean): Sight;
      hidesText(sight: Sight, parent: Element): boolean;
      isCutAway(computed: CSSStyleDeclaration): boolean;
    };
    unseen: {
      note(element: Element): void;
      noteAround(element: Element): void;
      forget(speaker: Element): void;
      told(): { hosts: string[]; speakers: string[] };
    };
    clickables: {
      isClickable(element: Element, place: Place): boolean;
      isIcon(element: Element, outer: Place): boolean;
      iconEntry(element: Element, outer: Place): Entry;
      isExplicit(element: Element): boolean;
      tabStopsIn(element: Element): Element[];
      visit(walk: Walk, element: Element, role: string, inner: Place): void;
      addHint(entry: Entry): void;
      lookOf(element: Element): { role: string; name: string };
      hasArea(element: Element, minPx?: number): boolean;
      isShape(element: Element): boolean;
    };
    passive: {
      visits: Map<string, (walk: Walk, element: Element, role: string, inner: Place) => void>;
      isShownByLabel(control: Element): boolean;
      labelled(label: Element): Element | null;
      nameAround(field: Element): string;
      withoutLabels(entries: Entry[]): Entry[];
      showsItsLabel(field: Element): boolean;
    };
    hints: { hintOf(element: Element, role: string): string; in(entry: Entry | undefined): string };
    details: {
      addTo(walk: Walk, entry: Entry): void;
      listsChoices(walk: Walk, element: Element): boolean;
      visitChoices(walk: Walk, element: Element, inner: Place): void;
    };
    imageMaps: { visitAreas(walk: Walk, image: Element, inner: Place): void };
    folding: {
      startGroups(
        walk: Walk,
        container: Element,
        quiet: boolean,
      ): { begin(item: Element, display: string): void; end(): void } | null;
    };
    printing: {
      print(entries: Entry[], framePrefix: string): FrameSnapshot["blocks"];
      labelsOf(fold: Fold, withControls: boolean): string[];
    };
    fingerprints: { remember(entry: Entry): void; candidates(print: Fingerprint): Element[] };
    changes: {
      toldAll(entries: Entry[] | null): void;
      sinceTold(options: { first?: number }): ChangeReport;
      expectValue(field: Element): void;
      noteValues(box: Element | null): void;
      isTooLarge(): boolean;
    };
  }
  var tabwire: TabwireAgent;
}
