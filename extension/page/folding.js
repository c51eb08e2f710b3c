"use strict";
/** Repeated structures (tables, lists, cards) become one table whose cells keep their refs. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, style, roles } = agent;

  /** @typedef {import("./types").Entry} Entry */
  /** @typedef {import("./types").Walk} Walk */
  /** @typedef {import("./types").Group} Group */
  /** @typedef {import("./types").Column} Column */

  const MIN_ITEMS = 3;
  const MIN_ENTRIES = 8;
  const MAX_COLUMNS = 12;
  const MIN_FILL = 0.5;

  /** Watch the children of a container while they are walked. Null when it cannot be a repeated structure. */
  function startGroups(/** @type {Walk} */ walk, /** @type {Element} */ container, /** @type {boolean} */ quiet) {
    if (quiet || walk.mode === "full" || container.childElementCount < MIN_ITEMS) return null;
    const starts = /** @type {{ item: Element, at: number }[]} */ ([]);
    let broken = false;
    return {
      begin(/** @type {Element} */ item, /** @type {string} */ display) {
        if (broken || walk.truncated) return;
        if (style.isInlineDisplay(display)) broken = true;
        else agent.walker.endLine(walk);
        starts.push({ item, at: walk.entries.length });
      },
      end() {
        if (broken || walk.truncated || starts.length < MIN_ITEMS) return;
        agent.walker.endLine(walk);
        foldGroups(walk, container, starts);
      },
    };
  }

  function foldGroups(
    /** @type {Walk} */ walk,
    /** @type {Element} */ container,
    /** @type {{ item: Element, at: number }[]} */ starts,
  ) {
    const first = starts[0];
    if (!first || walk.entries.length - first.at < MIN_ENTRIES) return;
    const groups = starts.map(({ item, at }, index) => ({
      item,
      entries: walk.entries.slice(at, starts[index + 1]?.at ?? walk.entries.length).map(unwrapped),
    }));
    const table = tableOf(container, groups.filter((group) => group.entries.length > 0));
    if (!table) return;
    const from = withoutHeaderLines(walk, container, first.at);
    walk.entries.splice(from, walk.entries.length - from, table);
  }

  /** A line that is nothing but one link counts as that link. @returns {Entry} */
  function unwrapped(/** @type {Entry} */ entry) {
    const [link] = entry.links;
    return link && entry.links.length === 1 && entry.text === "\uE0000\uE001" ? link : entry;
  }

  /** The lines of a table's head, just printed, become the column names instead. */
  function withoutHeaderLines(/** @type {Walk} */ walk, /** @type {Element} */ container, /** @type {number} */ at) {
    const table = dom.closest(container, "table");
    const head = table && dom.queryAll(table, ":scope > thead")[0];
    if (!head) return at;
    let from = at;
    while (from > 0 && walk.entries[from - 1]?.kind === "text" && dom.contains(head, walk.entries[from - 1]?.element ?? null)) from -= 1;
    return from;
  }

  /** @returns {Entry | null} */
  function tableOf(/** @type {Element} */ container, /** @type {Group[]} */ groups) {
    const owner = tableElement(container);
    const heads = headersOf(owner, groups);
    const rows = heads.row ? groups.filter((group) => group.item !== heads.row) : groups;
    if (rows.length < MIN_ITEMS || !alike(rows)) return null;
    const columns = columnsOf(rows);
    if (!columns || !isDense(columns, rows.length)) return null;
    return foldedEntry(owner, rows, columns, heads.names);
  }

  function tableElement(/** @type {Element} */ container) {
    const role = roles.roleOf(container);
    return role === "rowgroup" ? (dom.parentOf(container) ?? container) : container;
  }

  /** Most items must be of one tag, and none may hold a frame or a table of its own. */
  function alike(/** @type {Group[]} */ groups) {
    const tag = dom.localName(/** @type {Group} */ (groups[0]).item);
    const same = groups.filter((group) => dom.localName(group.item) === tag).length;
    const simple = groups.every((group) => group.entries.every((entry) => entry.kind === "row" || entry.kind === "text"));
    return simple && same === groups.length;
  }

  const CELL_ROLES = new Set(["cell", "gridcell", "columnheader", "rowheader"]);

  /** @returns {Column[] | null} */
  function columnsOf(/** @type {Group[]} */ groups) {
    /** @type {Map<string, Column>} */
    const columns = new Map();
    for (const [row, group] of groups.entries()) {
      const used = /** @type {Map<string, number>} */ (new Map());
      for (const entry of group.entries) {
        addToColumn(columns, keyOf(entry, group.item, used), row, entry);
        if (columns.size > MAX_COLUMNS) return null;
      }
    }
    return [...columns.values()].sort((a, b) => orderOf(a) - orderOf(b));
  }

  function addToColumn(
    /** @type {Map<string, Column>} */ columns,
    /** @type {string} */ key,
    /** @type {number} */ row,
    /** @type {Entry} */ entry,
  ) {
    let column = columns.get(key);
    if (!column) columns.set(key, (column = { key, cells: new Map() }));
    const cell = column.cells.get(row);
    if (cell) cell.push(entry);
    else column.cells.set(row, [entry]);
  }

  /** Table columns keep their number; other columns stay in the order they were met. */
  function orderOf(/** @type {Column} */ column) {
    return column.key.startsWith("#") ? Number(column.key.slice(1)) : 0;
  }

  /** Which column an entry belongs to: its cell's number, or its place inside the item. */
  function keyOf(/** @type {Entry} */ entry, /** @type {Element} */ item, /** @type {Map<string, number>} */ used) {
    const path = [entry.kind === "row" ? entry.role : "text"];
    for (let node = /** @type {Element | null} */ (entry.element); node && node !== item; node = dom.parentOf(node)) {
      if (dom.parentOf(node) === item && CELL_ROLES.has(roles.roleOf(node))) return `#${cellIndex(node)}`;
      path.push(stepOf(node));
    }
    const key = path.join("<");
    const seen = used.get(key) ?? 0;
    used.set(key, seen + 1);
    return seen ? `${key}${seen}` : key;
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
    const head = row ?? dom.queryAll(owner, ":scope > thead > tr:last-child, :scope > [role=rowgroup] > [role=row]:first-child")[0];
    /** @type {Map<string, string>} */
    const names = new Map();
    if (!head || !(row || isHeaderRow(head))) return { row: null, names };
    for (let node = dom.firstChild(head); node; node = dom.nextSibling(node)) {
      if (dom.nodeType(node) !== dom.ELEMENT) continue;
      const cell = /** @type {Element} */ (node);
      names.set(`#${cellIndex(cell)}`, agent.names.nameOf(cell));
    }
    return { row, names };
  }

  function isHeaderRow(/** @type {Element} */ row) {
    let cells = 0;
    for (let node = dom.firstChild(row); node; node = dom.nextSibling(node)) {
      if (dom.nodeType(node) !== dom.ELEMENT) continue;
      cells += 1;
      if (roles.roleOf(/** @type {Element} */ (node)) !== "columnheader") return false;
    }
    return cells > 0;
  }

  /** @returns {Entry} */
  function foldedEntry(
    /** @type {Element} */ owner,
    /** @type {Group[]} */ groups,
    /** @type {Column[]} */ columns,
    /** @type {Map<string, string>} */ heads,
  ) {
    const entry = agent.walker.entryOf(owner, "table", roles.roleOf(owner), "", []);
    entry.fold = { groups, columns, heads };
    return entry;
  }

  agent.folding = { startGroups };
})();
