/** What the files of this folder add to the page agent. */

import type { Fingerprint, Appearance } from "../types";

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
  adoptInternals(element: Element, words: Record<string, string>): { isNew: boolean; isSilent: boolean };
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

declare global {
  interface TabwireAgent {
    dom: Dom;
    style: Style;
    refOf(element: Element): string;
    element(ref: string): Element | null;
    refs: {
      startAt(first: number): void;
      isKnown(ref: string): boolean;
      remember(target: Element, print: Fingerprint): void;
      fingerprint(ref: string): Fingerprint | null;
      rebind(ref: string, target: Element): void;
      next(): number;
    };
    boxes: {
      boxesOf(element: Element): DOMRect[];
      isVisible(element: Element): boolean;
      isUnseen(element: Element): boolean;
      isSpeck(element: Element): boolean;
      isPage(element: Element): boolean;
      hasArea(element: Element, minPx?: number): boolean;
    };
    fields: {
      inputType(element: Element): string;
      kindOf(element: Element): "text" | "value" | "editor" | "select" | "none";
      isEditingHost(element: Element): boolean;
      textIn(field: Element): string;
    };
    focus: {
      isFocusable(element: Element): boolean;
      isNativelyDisabled(element: Element): boolean;
      hasHref(element: Element): boolean;
      tabStopsIn(element: Element): Element[];
      TAB_STOPS: string;
    };
    labels: {
      labelsOf(element: Element): Element[];
      namingLabels(element: Element): Element[];
      showsItsLabel(field: Element): boolean;
      isShownInPlaceOf(label: Element, field: Element): boolean;
      isShownByLabel(control: Element): boolean;
      isOutOfReach(control: Element): boolean;
      isBehindLabel(control: Element): boolean;
    };
    hits: {
      elementAt(x: number, y: number): Element | null;
      isInside(inner: Element, outer: Element): boolean;
    };
    visibility: {
      pageAppearance(root: Element): Appearance;
      appearanceInside(element: Element, outer: Appearance, seen: boolean): Appearance;
      hidesText(appearance: Appearance, parent: Element): boolean;
      isCutAway(computed: CSSStyleDeclaration): boolean;
    };
    tables: {
      cellRole(cell: Element, roleOf: (element: Element) => string): string;
      TABLE_ROLES: Set<string>;
    };
    counters: { textAt(element: Element, pseudo: string, call: string): string };
    sheets: {
      mayGenerate(element: Element): boolean;
      mayReplace(element: Element): boolean;
      mayTransform(element: Element): boolean;
    };
    queries: {
      allTrees(): Node[];
      allElements(): Element[];
      isSelector(text: string): boolean;
      byCss(selector: string): Element[];
    };
    popups: { isClosedList(element: Element, role: string): boolean };
    unreadable: {
      note(element: Element): void;
      noteAround(element: Element): void;
      report(): { hosts: string[]; speakers: string[] };
    };
    adoptRoots(...roots: Node[]): number;
    adoptInternals(...declared: (Element | Record<string, string>)[]): number;
    floating(): Element[] | null;
  }
}
