/** What the files of the page agent share. Each file fills its own part of `tabwire`. */

import type { PageAgentFunctions } from "./contract";

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

/** How an element and the text in it are painted, as far as that decides what a person can see. */
export interface Appearance {
  hidden: boolean;
  background: string | null;
  pointer: boolean;
  display: string;
  computed: CSSStyleDeclaration;
  textHidden: boolean | null;
  blends: boolean | null;
  /** Appearances inside elements in here, by what those elements have in common. */
  inside: Map<string, Appearance>;
}

export interface Place {
  appearance: Appearance;
  shown: boolean;
  /** Only controls are of interest: the text around them is already part of a name. */
  controlsOnly: boolean;
  depth: number;
  /** It has a pointer cursor of its own. */
  hasOwnPointer: boolean;
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

/** How the walk visits an element of some role. */
export type Visit = (walk: Walk, element: Element, role: string, inner: Place) => void;

/** What names an element besides ARIA attributes and titles. */
export interface NameSources {
  /** What a control inside a label says about itself, or null when it is not such a control. */
  value(element: Element, role: string): string | null;
  markup(element: Element, role: string, trail: Trail): Named | null;
  content(element: Element, trail: Trail): string;
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
    timing: {
      nextTask(): Promise<unknown>;
      nextFrame(): Promise<void>;
      after(callback: () => void, waitMs: number): () => void;
    };
  }
  var tabwire: TabwireAgent;
}
