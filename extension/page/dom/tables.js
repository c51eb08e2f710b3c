"use strict";
/** Tables as the browser sees them: which cells head a row or a column. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom } = agent;

  /** @typedef {(element: Element) => string} RoleOf */

  function ownerTable(/** @type {Element} */ cell) {
    return /** @type {HTMLTableElement | null} */ (dom.closest(cell, "table"));
  }

  const TABLE_ROLES = new Set(["table", "grid", "treegrid"]);

  /** `roleOf` tells the role of the table and its rows, which may be written. */
  function cellRole(/** @type {Element} */ cell, /** @type {RoleOf} */ roleOf) {
    const table = ownerTable(cell);
    if (!table) return "generic";
    const tableRole = roleOf(table);
    if (!TABLE_ROLES.has(tableRole) || isOfOtherRow(cell, roleOf)) return "generic";
    if (dom.localName(cell) === "th") return headerRole(cell);
    return tableRole === "grid" || tableRole === "treegrid" ? "gridcell" : "cell";
  }

  /** A row that was made something else, a button or an item of a list, has no cells. */
  function isOfOtherRow(/** @type {Element} */ cell, /** @type {RoleOf} */ roleOf) {
    const row = dom.parentElement(cell);
    return row !== null && dom.hasAttribute(row, "role") && !ROW_ROLES.has(roleOf(row));
  }

  const ROW_ROLES = new Set(["row", "none"]);

  const COLUMN_SCOPES = new Set(["col", "colgroup"]);
  const ROW_SCOPES = new Set(["row", "rowgroup"]);

  function headerRole(/** @type {Element} */ cell) {
    const scope = (dom.attribute(cell, "scope") ?? "").toLowerCase();
    if (COLUMN_SCOPES.has(scope)) return "columnheader";
    if (ROW_SCOPES.has(scope)) return "rowheader";
    return guessedHeaderRole(/** @type {HTMLTableCellElement} */ (cell));
  }

  /** Without a scope: a header in a row of headers heads its column, else its row. Empty corners do not count. */
  function guessedHeaderRole(/** @type {HTMLTableCellElement} */ cell) {
    const row = dom.parentElement(cell);
    if (!row || dom.localName(row) !== "tr") return "columnheader";
    const cells = dom.queryAll(row, ":scope > th, :scope > td");
    const hasData = [...cells].some((other) => dom.localName(other) === "td" && dom.firstChild(other) !== null);
    return hasData ? "rowheader" : "columnheader";
  }

  agent.tables = { cellRole, TABLE_ROLES };
})();
