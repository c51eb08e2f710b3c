"use strict";
/** Entries become what is sent: rows of ref, role, name and states, lines of text, folded tables. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;

  /** @typedef {import("../types").Entry} Entry */
  /** @typedef {import("../types").Column} Column */
  /** @typedef {import("../types").Fold} Fold */
  /** @typedef {import("../contract").RowBlock | import("../contract").TableBlock} Block */

  const MAX_MERGED_CHARS = 1500;
  const MAX_ROW_CHARS = 4000;
  const MAX_NAME_CHARS = 2000;
  const MAX_CELL_CHARS = 1000;
  const MAX_INNER_CHARS = 100;
  const LINK_MARK = /\uE000(\d+)\uE001/g;

  /** Where an entry begins, in pixels below the top of the viewport. */
  function topOf(/** @type {Entry} */ entry) {
    return Math.round(agent.dom.rectOf(entry.element).top);
  }

  /** Refs inside text and cells carry the prefix of their frame. */
  let prefix = "";
  /** Ref, role and name of the elements whose refs were printed since this was last taken. @type {string[][]} */
  let inner = [];

  function innerRef(/** @type {Entry} */ entry) {
    const ref = prefix + agent.refOf(entry.element);
    inner.push([ref, entry.role, shortened(entry.name, MAX_INNER_CHARS)]);
    return ref;
  }

  function takeInner() {
    const taken = inner;
    inner = [];
    return taken;
  }

  /** A link in running text: its name, its ref, its states. */
  function linkText(/** @type {Entry} */ link) {
    return `[${[link.name, innerRef(link), ...link.states].join(" ")}]`;
  }

  /** Among nothing but links it is plain where each begins. */
  function listedLink(/** @type {Entry} */ link) {
    return `${link.name}[${[innerRef(link), ...link.states].join(" ")}]`;
  }

  function lineText(/** @type {Entry} */ line, spell = linkText) {
    return line.text.replace(LINK_MARK, (_, index) => spell(/** @type {Entry} */ (line.links[Number(index)])));
  }

  function isOnlyLinks(/** @type {Entry} */ line) {
    return line.links.length > 0 && !/[\p{L}\p{N}]/u.test(line.text.replace(LINK_MARK, ""));
  }

  /** Print entries in order; lines of text that follow each other share a row. */
  function print(/** @type {Entry[]} */ entries, /** @type {string} */ framePrefix) {
    prefix = framePrefix;
    const blocks = /** @type {Block[]} */ ([]);
    for (let at = 0; at < entries.length; ) {
      const entry = /** @type {Entry} */ (entries[at]);
      if (entry.kind === "text") at = printText(blocks, entries, at);
      else {
        blocks.push(entry.kind === "table" ? printTable(entry) : printRow(entry));
        at += 1;
      }
    }
    return blocks;
  }

  function printRow(/** @type {Entry} */ entry) {
    const ref = entry.kind === "hidden" ? "" : agent.refOf(entry.element);
    /** @type {import("../contract").RowBlock} */
    const row = [ref, entry.role, shortened(entry.name, MAX_NAME_CHARS), entry.states.join(" "), topOf(entry)];
    if (entry.kind === "frame") row.push(true);
    return row;
  }

  /** Merge from `at` on; answers where to go on. */
  function printText(/** @type {Block[]} */ blocks, /** @type {Entry[]} */ entries, /** @type {number} */ at) {
    const first = /** @type {Entry} */ (entries[at]);
    const links = isOnlyLinks(first);
    const run = runFrom(entries, at, links);
    if (links && run.length === 1 && first.links.length === 1)
      blocks.push(printRow(/** @type {Entry} */ (first.links[0])));
    else if (links)
      blocks.push([
        "",
        "links",
        run.map((line) => lineText(line, listedLink)).join(" "),
        "",
        topOf(first),
        false,
        takeInner(),
      ]);
    else printLines(blocks, run);
    return at + run.length;
  }

  /** One row for a run of lines; a line too long for one row takes several. */
  function printLines(/** @type {Block[]} */ blocks, /** @type {Entry[]} */ run) {
    const top = topOf(/** @type {Entry} */ (run[0]));
    const text = run.map(itemText).join("\n ");
    const links = takeInner();
    for (const part of pieces(text)) blocks.push(["", "text", part, "", top, ...linksIn(part, text, links)]);
  }

  /** The links of one part of a text that was too long for one row. @returns {[] | [boolean, string[][]]} */
  function linksIn(/** @type {string} */ part, /** @type {string} */ text, /** @type {string[][]} */ links) {
    const here = part === text ? links : links.filter(([ref]) => new RegExp(`\\b${ref}\\b`).test(part));
    return here.length ? [false, here] : [];
  }

  /** @returns {string[]} */
  function pieces(/** @type {string} */ text) {
    const parts = [];
    let rest = text;
    while (rest.length > MAX_ROW_CHARS) {
      const end = breakBefore(rest, MAX_ROW_CHARS);
      parts.push(rest.slice(0, end).trimEnd());
      rest = rest.slice(end).trimStart();
    }
    return [...parts, rest];
  }

  /** The last good place to break: after a sentence, else between words, never inside a link. */
  function breakBefore(/** @type {string} */ text, /** @type {number} */ limit) {
    const part = text.slice(0, limit);
    const open = part.lastIndexOf("[");
    const closed = open > part.lastIndexOf("]") && open > limit / 2 ? open : limit;
    const head = part.slice(0, closed);
    const sentence = Math.max(head.lastIndexOf(". "), head.lastIndexOf("\n")) + 1;
    if (sentence > limit / 2) return sentence;
    const space = head.lastIndexOf(" ");
    return space > limit / 2 ? space : closed;
  }

  function shortened(/** @type {string} */ text, /** @type {number} */ limit) {
    return text.length > limit ? `${text.slice(0, limit)}… (${text.length} characters)` : text;
  }

  function runFrom(/** @type {Entry[]} */ entries, /** @type {number} */ at, /** @type {boolean} */ links) {
    const run = /** @type {Entry[]} */ ([]);
    let length = 0;
    for (const entry of entries.slice(at, at + 200)) {
      if (entry.kind !== "text" || isOnlyLinks(entry) !== links || (run.length && length > MAX_MERGED_CHARS)) break;
      run.push(entry);
      length += entry.text.length;
    }
    return run;
  }

  function itemText(/** @type {Entry} */ entry) {
    return entry.item ? `- ${lineText(entry)}` : lineText(entry);
  }

  function printTable(/** @type {Entry} */ entry) {
    const fold = /** @type {Fold} */ (entry.fold);
    const ref = agent.refOf(entry.element);
    const shapes = shapesOf(fold.columns);
    const refs = /** @type {string[][][]} */ ([]);
    const rows = fold.groups.map((_, row) => {
      const cells = fold.columns.map((column, index) => cellText(column.cells.get(row), shapes[index] ?? ANY));
      refs.push(takeInner());
      return cells;
    });
    const columns = labelsOf(fold, true);
    if (fold.groups.some(isSelected)) {
      columns.push("states");
      for (const [row, group] of fold.groups.entries()) rows[row]?.push(isSelected(group) ? "selected" : "");
    }
    const first = fold.groups[0]?.entries[0] ?? entry;
    const last = fold.groups.at(-1)?.entries[0] ?? entry;
    return { ref, role: entry.role, columns, rows, inner: refs, top: topOf(first), end: topOf(last) };
  }

  function isSelected(/** @type {import("../types").Group} */ { item }) {
    return agent.dom.attribute(item, "aria-selected") === "true";
  }

  /** Names of the columns; those of controls also say which control, when the reader needs to know. */
  function labelsOf(/** @type {Fold} */ fold, /** @type {boolean} */ withControls) {
    const shapes = shapesOf(fold.columns);
    const labels = uniqueLabels(fold.columns.map((_, at) => labelOf(fold, at, shapes[at] ?? ANY, withControls)));
    return withControls ? labels.map((label, at) => withPattern(label, shapes[at]?.pattern ?? null, labels)) : labels;
  }

  /** @typedef {{ before: string, about: number, after: string }} Pattern A name made around that of another column. */
  /** @typedef {{ role: string, name: string, hint: string, pattern: Pattern | null }} Shape */

  /** @type {Shape} */
  const ANY = { role: "", name: "", hint: "", pattern: null };

  /** "Buy {Article}": the names of this column's controls, printed once. */
  function withPattern(
    /** @type {string} */ label,
    /** @type {Pattern | null} */ pattern,
    /** @type {string[]} */ labels,
  ) {
    return pattern ? `${label} ${pattern.before}{${labels[pattern.about]}}${pattern.after}` : label;
  }

  /** @returns {Shape[]} */
  function shapesOf(/** @type {Column[]} */ columns) {
    const shapes = columns.map(shapeOf);
    return shapes.map((shape, at) => {
      if (!shape.role || shape.name) return shape;
      return { ...shape, pattern: patternOf(/** @type {Column} */ (columns[at]), columns) };
    });
  }

  const MIN_REPEATED_CHARS = 3;

  /** How the names of a column are made from those of another: "Edit Ann", "Edit Bob" beside "Ann", "Bob". */
  function patternOf(/** @type {Column} */ column, /** @type {Column[]} */ columns) {
    const [row, cell] = /** @type {[number, Entry[]]} */ ([...column.cells][0]);
    const name = cell[0]?.name ?? "";
    for (const [about, other] of columns.entries()) {
      const part = other === column ? "" : plainText(other.cells.get(row));
      const at = part.length < MIN_REPEATED_CHARS ? -1 : name.indexOf(part);
      if (at < 0) continue;
      const pattern = { before: name.slice(0, at), about, after: name.slice(at + part.length) };
      if (fits(column, other, pattern)) return pattern;
    }
    return null;
  }

  function fits(/** @type {Column} */ column, /** @type {Column} */ other, /** @type {Pattern} */ { before, after }) {
    return [...column.cells].every(([row, cell]) => cell[0]?.name === before + plainText(other.cells.get(row)) + after);
  }

  /** What a cell says, if it is one thing only. */
  function plainText(/** @type {Entry[] | undefined} */ entries) {
    const entry = entries?.length === 1 ? entries[0] : undefined;
    if (!entry || entry.links.length) return "";
    return entry.kind === "text" ? entry.text : entry.name;
  }

  /** What all cells of a column have in common: one control of one role, perhaps always with one name or hint. @returns {Shape} */
  function shapeOf(/** @type {Column} */ column) {
    const cells = [...column.cells.values()];
    const first = cells[0]?.[0];
    const role = kindOf(first);
    const uniform =
      role && cells.every((cell) => cell.length === 1 && cell[0]?.kind === "row" && kindOf(cell[0]) === role);
    if (!uniform) return ANY;
    const name = cells.every((cell) => cell[0]?.name === first?.name) ? (first?.name ?? "") : "";
    const hint = agent.hints.hintIn(first);
    return { role, name, hint: cells.every((cell) => agent.hints.hintIn(cell[0]) === hint) ? hint : "", pattern: null };
  }

  /** What an entry is to act on: a control of some role, something else that can be clicked, or nothing. */
  function kindOf(/** @type {Entry | undefined} */ entry) {
    if (!entry) return "";
    if (agent.roles.CONTROL_ROLES.has(entry.role)) return entry.role;
    return entry.role === "clickable" || entry.states.includes("clickable") ? "clickable" : "";
  }

  function labelOf(
    /** @type {Fold} */ fold,
    /** @type {number} */ at,
    /** @type {Shape} */ shape,
    /** @type {boolean} */ withControls,
  ) {
    const column = /** @type {Column} */ (fold.columns[at]);
    const head = fold.heads.get(column.key) ?? "";
    if (!withControls) return head || column.word || shape.role || "text";
    const name = shape.name === head ? "" : shape.name;
    const icon = head || name || !shape.role ? "" : iconWord(column, fold.columns) || shape.hint;
    const role = icon && shape.role === "clickable" ? "" : shape.role;
    const sort = fold.sorts.get(column.key) ?? "";
    return [head || (shape.role ? "" : column.word), sort, role, name || icon].filter(Boolean).join(" ") || "text";
  }

  const WORD = /^[a-zA-Z][a-zA-Z-]{2,15}$/;

  /** What icons without a name are for: a class that all of them have and no other column. */
  function iconWord(/** @type {Column} */ column, /** @type {Column[]} */ columns) {
    const icons = [...column.cells.values()].map((cell) => cell[0]);
    if (icons.some((icon) => icon?.name)) return "";
    const classes = icons.map(classesOf);
    const others = columns.flatMap((other) => (other === column ? [] : classesOf([...other.cells.values()][0]?.[0])));
    const shared = classes[0]?.filter((word) => classes.every((list) => list.includes(word)));
    return shared?.find((word) => WORD.test(word) && !others.includes(word)) ?? "";
  }

  function classesOf(/** @type {Entry | undefined} */ entry) {
    return ((entry && agent.dom.attribute(entry.element, "class")) ?? "").split(/\s+/);
  }

  function uniqueLabels(/** @type {string[]} */ labels) {
    const seen = new Map();
    return labels.map((label) => {
      const count = (seen.get(label) ?? 0) + 1;
      seen.set(label, count);
      return count > 1 ? `${label} ${count}` : label;
    });
  }

  function cellText(/** @type {Entry[] | undefined} */ entries, /** @type {Shape} */ shape) {
    if (!entries) return "";
    return shortened(entries.map((entry) => entryText(entry, shape)).join(" "), MAX_CELL_CHARS);
  }

  const PLAIN_ROLES = new Set(["heading", "image", "text"]);

  function entryText(/** @type {Entry} */ entry, /** @type {Shape} */ shape) {
    if (entry.kind === "text") return lineText(entry);
    if (PLAIN_ROLES.has(entry.role) && !entry.states.includes("clickable")) return entry.name;
    const ref = innerRef(entry);
    // Among many of a kind their place tells them apart.
    const hint = agent.hints.hintIn(entry);
    const isKnown = (/** @type {string} */ state) =>
      state === shape.role || (state === hint && (/^(#|\[id=)/.test(hint) || hint === shape.hint));
    const states = entry.states.filter((state) => !isKnown(state));
    if (shape.role) return [shape.name || shape.pattern ? "" : entry.name, ref, ...states].filter(Boolean).join(" ");
    const role = entry.role === "link" ? "" : entry.role;
    return `[${[role, entry.name, ref, ...entry.states].filter(Boolean).join(" ")}]`;
  }

  agent.printing = { print, labelsOf };
})();
