"use strict";
/** Repeated structures (tables, lists, cards) become one table whose cells keep their refs. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, style, roles } = agent;

  /** @typedef {import("../types").Entry} Entry */
  /** @typedef {import("../types").Walk} Walk */
  /** @typedef {import("../types").Group} Group */
  /** @typedef {import("../types").Column} Column */

  const MIN_ITEMS = 3;
  const MIN_ENTRIES = 8;
  const MAX_COLUMNS = 12;
  const MIN_FILL = 0.5;
  const LONG_LIST = 20;

  /** Watch the children of a container while they are walked. Null when it cannot be a repeated structure. */
  function startGroups(
    /** @type {Walk} */ walk,
    /** @type {Element} */ container,
    /** @type {boolean} */ controlsOnly,
  ) {
    if (controlsOnly || walk.mode === "full" || holdsFew(container)) return null;
    const starts = /** @type {{ item: Element, at: number }[]} */ ([]);
    let broken = false;
    return {
      begin(/** @type {Element} */ item, /** @type {string} */ display) {
        if (broken || walk.truncated) return;
        if (style.isInlineDisplay(display)) broken = true;
        else agent.entries.endLine(walk);
        starts.push({ item, at: walk.entries.length });
      },
      end() {
        if (broken || starts.length < MIN_ITEMS || (walk.truncated && !dropUnfinished(walk, starts))) return;
        agent.entries.endLine(walk);
        foldGroups(walk, container, starts);
      },
    };
  }

  /** A slot, and who shows a shadow root, hold others than their own children. */
  function holdsFew(/** @type {Element} */ container) {
    if (container.childElementCount >= MIN_ITEMS) return false;
    return !(dom.isSlot(container) || dom.shadowOf(container)) || dom.childrenOf(container).length < MIN_ITEMS;
  }

  /** The parent of an element, whatever slot it is shown in. */
  function parentOf(/** @type {Element} */ element) {
    let parent = dom.parentOf(element);
    while (parent && dom.isSlot(parent)) parent = dom.parentOf(parent);
    return parent;
  }

  /**
   * When enough was found in the middle of a long list, its last item goes, and the others fold like a whole list;
   * the containers around it stay as they are.
   */
  function dropUnfinished(/** @type {Walk} */ walk, /** @type {{ item: Element, at: number }[]} */ starts) {
    if (walk.size <= walk.enough || starts.length < LONG_LIST) return false;
    walk.enough = Infinity;
    walk.line = null;
    walk.entries.length = starts.pop()?.at ?? 0;
    return true;
  }

  function foldGroups(
    /** @type {Walk} */ walk,
    /** @type {Element} */ container,
    /** @type {{ item: Element, at: number }[]} */ starts,
  ) {
    const start = starts[0]?.at ?? 0;
    if (walk.entries.length - start < MIN_ENTRIES || holdOneEach(walk, starts) || isHeaderRow(container)) return;
    const groups = groupsFrom(walk, starts);
    const items = standsApart(groups) ? groups.slice(1) : groups;
    const table = tableOf(container, items);
    if (!table) return;
    const from = withoutHeaderLines(walk, table.element, items[0]?.at ?? start);
    walk.entries.splice(from, walk.entries.length - from, table);
  }

  /** Items like the links of a menu have nothing to stand in columns. */
  function holdOneEach(/** @type {Walk} */ walk, /** @type {{ item: Element, at: number }[]} */ starts) {
    return starts.every(({ at }, index) => (starts[index + 1]?.at ?? walk.entries.length) - at <= 1);
  }

  function groupsFrom(/** @type {Walk} */ walk, /** @type {{ item: Element, at: number }[]} */ starts) {
    const groups = starts.map(({ item, at }, index) => ({
      item,
      at,
      entries: walk.entries.slice(at, starts[index + 1]?.at ?? walk.entries.length).map(unwrapped),
    }));
    return groups.filter((group) => group.entries.length > 0);
  }

  /** Whether the first item is a head above the others: nothing in it stands where anything of theirs does. */
  function standsApart(/** @type {Group[]} */ groups) {
    const [first, ...others] = groups;
    if (!first || others.length < MIN_ITEMS || !alike(groups)) return false;
    const own = new Set(keysIn(first));
    return !others.some((group) => keysIn(group).some((key) => own.has(key))) && !isGrid(groups);
  }

  function keysIn(/** @type {Group} */ { item, entries }) {
    const used = /** @type {Map<string, number>} */ (new Map());
    return entries.map((entry) => placeOf(entry, item, false, used).key);
  }

  /** A line that is nothing but one link counts as that link. @returns {Entry} */
  function unwrapped(/** @type {Entry} */ entry) {
    const [link] = entry.links;
    return link && entry.links.length === 1 && entry.text === "\uE0000\uE001" ? link : entry;
  }

  /** The lines of a table's head, just printed, become the column names instead. */
  function withoutHeaderLines(/** @type {Walk} */ walk, /** @type {Element} */ table, /** @type {number} */ at) {
    const row = headRow(table);
    const head = row && (dom.closest(row, "thead") ?? row);
    if (!head) return at;
    let from = at;
    while (from > 0 && isHeaderLine(walk.entries[from - 1], head)) from -= 1;
    return from;
  }

  function isHeaderLine(/** @type {Entry | undefined} */ entry, /** @type {Element} */ head) {
    if (!entry || !agent.hits.isInside(entry.element, head)) return false;
    return entry.kind === "text" || (entry.role === "columnheader" && !entry.states.includes("clickable"));
  }

  /** @returns {Entry | null} */
  function tableOf(/** @type {Element} */ container, /** @type {Group[]} */ groups) {
    const owner = tableElement(container, groups);
    const heads = headersOf(owner, groups);
    const rows = heads.row ? groups.filter((group) => group.item !== heads.row) : groups;
    if (rows.length < MIN_ITEMS || !alike(rows)) return null;
    const columns = columnsOf(rows);
    if (!columns || !isDense(columns, rows.length)) return null;
    return foldedEntry(owner, rows, columns, heads);
  }

  const AROUND_ROWS = new Set(["rowgroup", "generic", "none"]);

  /** The table that rows belong to, also where they stand in other boxes in it; else the container itself. */
  function tableElement(/** @type {Element} */ container, /** @type {Group[]} */ groups) {
    const own = dom.isSlot(container) ? (parentOf(container) ?? container) : container;
    if (!groups[0] || roles.roleOf(groups[0].item) !== "row") return own;
    let table = /** @type {Element | null} */ (own);
    while (table && AROUND_ROWS.has(roles.roleOf(table))) table = parentOf(table);
    return table && agent.tables.TABLE_ROLES.has(roles.roleOf(table)) ? table : own;
  }

  /** Most items must be of one tag, and none may hold a frame or a table of its own. */
  function alike(/** @type {Group[]} */ groups) {
    const tag = dom.localName(/** @type {Group} */ (groups[0]).item);
    const same = groups.filter((group) => dom.localName(group.item) === tag).length;
    const simple = groups.every((group) =>
      group.entries.every((entry) => entry.kind === "row" || entry.kind === "text"),
    );
    return simple && same === groups.length;
  }

  const CELL_ROLES = new Set(["cell", "gridcell", "columnheader", "rowheader"]);

  /** @returns {Column[] | null} */
  function columnsOf(/** @type {Group[]} */ groups) {
    const grid = isGrid(groups);
    /** @type {Map<string, Column>} */
    const columns = new Map();
    /** @type {Followers} */
    const followers = new Map();
    for (const [row, group] of groups.entries()) {
      let left = "";
      const used = /** @type {Map<string, number>} */ (new Map());
      for (const entry of group.entries) {
        const place = placeOf(entry, group.item, grid, used);
        left = keyAfter(followers, left, place.key);
        addToColumn(columns, { ...place, key: left }, row, entry);
        if (columns.size > MAX_COLUMNS) return null;
      }
    }
    return inPageOrder([...columns.values()], followers);
  }

  function addToColumn(
    /** @type {Map<string, Column>} */ columns,
    /** @type {Place} */ { key, word },
    /** @type {number} */ row,
    /** @type {Entry} */ entry,
  ) {
    let column = columns.get(key);
    if (!column) {
      column = { key, word, cells: new Map() };
      columns.set(key, column);
    }
    if (column.word !== word) column.word = "";
    const cell = column.cells.get(row);
    if (cell) cell.push(entry);
    else column.cells.set(row, [entry]);
  }

  /** @typedef {Map<string, Set<string>>} Followers Which keys stand right behind a key, in any item. */

  /** The key to the right of `left`; one that stands to its left in another item gets a second column here. */
  function keyAfter(/** @type {Followers} */ followers, /** @type {string} */ left, /** @type {string} */ wanted) {
    const known = followers.get(left) ?? new Set();
    let key = wanted;
    while (key !== left && !known.has(key) && leadsTo(followers, key, left)) key += "'";
    if (key !== left) followers.set(left, known.add(key));
    return key;
  }

  /** @returns {boolean} */
  function leadsTo(/** @type {Followers} */ followers, /** @type {string} */ from, /** @type {string} */ to) {
    const next = followers.get(from);
    return !!next && (next.has(to) || [...next].some((key) => leadsTo(followers, key, to)));
  }

  /** Columns as their cells follow each other in every item; else by number, else as they were found. */
  function inPageOrder(/** @type {Column[]} */ columns, /** @type {Followers} */ followers) {
    const rest = columns.sort((a, b) => numberOf(a) - numberOf(b));
    const ordered = /** @type {Column[]} */ ([]);
    while (rest.length) {
      const next = rest.findIndex(({ key }) => !rest.some((other) => followers.get(other.key)?.has(key)));
      ordered.push(...rest.splice(next, 1));
    }
    return ordered;
  }

  function numberOf(/** @type {Column} */ column) {
    return column.key.startsWith("#") ? Number.parseInt(column.key.slice(1), 10) : 0;
  }

  /** @typedef {{ key: string, word: string }} Place Which column an entry belongs to, and the class that names it. */

  /** An entry's column: its cell's number, or its place inside the item. @returns {Place} */
  function placeOf(
    /** @type {Entry} */ entry,
    /** @type {Element} */ item,
    /** @type {boolean} */ grid,
    /** @type {Map<string, number>} */ used,
  ) {
    const path = [entry.kind === "row" ? entry.role : "text"];
    for (let node = /** @type {Element | null} */ (entry.element); node && node !== item; node = parentOf(node)) {
      const outermost = parentOf(node) === item;
      if (outermost && CELL_ROLES.has(roles.roleOf(node))) return { key: `#${cellIndex(node)}`, word: "" };
      path.push(stepOf(node));
      if (outermost && grid) return { key: `#${cellIndex(node)}`, word: classWord(path) };
    }
    const key = path.join("<");
    const seen = used.get(key) ?? 0;
    used.set(key, seen + 1);
    return { key: seen ? `${key}${seen}` : key, word: classWord(path) };
  }

  /** A class that reads like a word says what a column holds. */
  function classWord(/** @type {string[]} */ path) {
    for (const step of path) {
      const word = /\.([a-zA-Z][a-zA-Z-]{2,15})(?=$|\d)/.exec(step)?.[1];
      if (word) return word;
    }
    return "";
  }

  /**
   * Whether a child's place in its item says which column it is: all items have as many children, of one tag, with one
   * thing in each at most, and classes that mark some of them (a day that is chosen) but do not tell one from the next.
   */
  function isGrid(/** @type {Group[]} */ groups) {
    const model = elementsIn(/** @type {Group} */ (groups[0]).item);
    const [first] = model;
    if (!first || CELL_ROLES.has(roles.roleOf(first))) return false;
    const tag = dom.localName(first);
    let marked = false;
    for (const group of groups) {
      const cells = group === groups[0] ? model : elementsIn(group.item);
      if (cells.length !== model.length || cells.some((cell) => dom.localName(cell) !== tag)) return false;
      if (!hasOneInEach(group)) return false;
      marked ||= new Set(cells.map(stepOf)).size < cells.length;
    }
    return marked;
  }

  /** @returns {Element[]} */
  function elementsIn(/** @type {Element} */ item) {
    const parts = /** @type {Element[]} */ (dom.childrenOf(item).filter((node) => dom.nodeType(node) === dom.ELEMENT));
    return parts.flatMap((part) => (dom.isSlot(part) ? elementsIn(part) : part));
  }

  function hasOneInEach(/** @type {Group} */ { item, entries }) {
    const cells = new Set(entries.map((entry) => cellOf(entry, item)));
    return cells.size === entries.length && !cells.has(null);
  }

  /** The child of an item that an entry stands in. @returns {Element | null} */
  function cellOf(/** @type {Entry} */ entry, /** @type {Element} */ item) {
    let cell = /** @type {Element | null} */ (null);
    for (let node = /** @type {Element | null} */ (entry.element); node && node !== item; node = parentOf(node))
      cell = node;
    return cell;
  }

  function cellIndex(/** @type {Element} */ cell) {
    let index = 0;
    for (let node = dom.previousSibling(cell); node; node = dom.previousSibling(node)) {
      if (dom.nodeType(node) === dom.ELEMENT) index += /** @type {any} */ (node).colSpan ?? 1;
    }
    return index;
  }

  function stepOf(/** @type {Element} */ node) {
    const [word] = (dom.attribute(node, "class") ?? "").trim().split(/\s+/, 1);
    return word ? `${dom.localName(node)}.${word}` : dom.localName(node);
  }

  function isDense(/** @type {Column[]} */ columns, /** @type {number} */ rows) {
    if (columns.length < 2) return false;
    const filled = columns.reduce((sum, column) => sum + column.cells.size, 0);
    return filled / (columns.length * rows) >= MIN_FILL;
  }

  /** Header cells by column number, and the row they stand in when it is among the items. */
  function headersOf(/** @type {Element} */ owner, /** @type {Group[]} */ groups) {
    const first = groups[0]?.item ?? null;
    const row = first && isHeaderRow(first) ? first : null;
    const head = row ?? headRow(owner);
    /** @type {Map<string, string>} */
    const names = new Map();
    /** @type {Map<string, string>} */
    const sorts = new Map();
    for (const cell of head ? elementsIn(head) : []) {
      const key = `#${cellIndex(cell)}`;
      names.set(key, headerName(cell));
      sorts.set(key, agent.states.sortedState(cell, roles.roleOf(cell)) ?? "");
    }
    return { row, names, sorts };
  }

  /** What a header says, without what its name adds for those who hear it: how to sort by it, how to filter. */
  function headerName(/** @type {Element} */ cell) {
    const name = agent.names.nameOf(cell);
    const words = cell instanceof HTMLElement ? agent.names.collapse(dom.innerText(cell)) : "";
    return words && name.startsWith(words) && !/^[\p{L}\p{N}]/u.test(name.slice(words.length)) ? words : name;
  }

  /** The row of headers above the rows of a table. */
  function headRow(/** @type {Element} */ table) {
    const row = dom.queryAll(table, ":scope > thead > tr:last-child")[0] ?? firstRow(table);
    return row && isHeaderRow(row) ? row : null;
  }

  /** @returns {Element | null} */
  function firstRow(/** @type {Element} */ box) {
    if (roles.roleOf(box) === "row") return box;
    const isAround = agent.tables.TABLE_ROLES.has(roles.roleOf(box)) || AROUND_ROWS.has(roles.roleOf(box));
    const parts = isAround ? elementsIn(box).slice(0, MIN_ITEMS) : [];
    return parts.reduce((/** @type {Element | null} */ found, part) => found ?? firstRow(part), null);
  }

  function isHeaderRow(/** @type {Element} */ row) {
    const cells = elementsIn(row);
    return cells.length > 0 && cells.every((cell) => roles.roleOf(cell) === "columnheader");
  }

  /** @returns {Entry} */
  function foldedEntry(
    /** @type {Element} */ owner,
    /** @type {Group[]} */ groups,
    /** @type {Column[]} */ columns,
    /** @type {ReturnType<typeof headersOf>} */ { names: heads, sorts },
  ) {
    const entry = agent.entries.entryOf(owner, "table", roles.roleOf(owner), "", []);
    entry.fold = { groups, columns, heads, sorts };
    return entry;
  }

  agent.folding = { startGroups };
})();
