"use strict";
/** Lists and tables of a page as data, without any model. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, names } = agent;

  /** @typedef {import("../types").Entry} Entry */
  /** @typedef {{ name: string, css: string, attribute: string }} Field */

  const MAX_RECORDS = 2000;
  const MAX_TABLES = 20;

  /** "price", "price=.amount", "link=a@href" or "link=@href". @returns {Field} */
  function parseField(/** @type {string} */ written) {
    const [name = "", source = ""] = written.split(/=(.*)/s);
    const at = source.lastIndexOf("@");
    const isAttribute = at >= 0 && /^@[\w-]+$/.test(source.slice(at));
    const css = isAttribute ? source.slice(0, at) : source;
    return { name: name.trim(), css: css.trim(), attribute: isAttribute ? source.slice(at + 1) : "" };
  }

  /** Read from the record `skip` on; of several tables, from that record of the one that `first` counts to. */
  function extract(
    /** @type {{ items?: string, ref?: string, fields?: string[], first?: number, skip?: number }} */ {
      items,
      ref,
      fields = [],
      first = 0,
      skip = 0,
    },
  ) {
    const wanted = fields.map(parseField);
    if (items && !agent.queries.isSelector(items))
      return agent.failure("INVALID_PARAMS", `"${items}" is not a CSS selector.`);
    const wrong = wanted.find((field) => field.css && !agent.queries.isSelector(field.css));
    if (wrong) return agent.failure("INVALID_PARAMS", `"${wrong.css}" (for ${wrong.name}) is not a CSS selector.`);
    if (items) return byItems(agent.queries.byCss(items), wanted, skip);
    const root = (ref && agent.element(ref)) || dom.bodyOf(document);
    if (!root) return { records: [], total: 0 };
    if (wanted.some((field) => field.css)) return byItems([root], wanted, skip);
    const entries = tablesIn(root);
    if (wanted.length)
      return byNames(
        root,
        entries.map((entry) => tableData(entry, skip)),
        wanted,
      );
    const tables = entries.slice(first, first + MAX_TABLES).map((entry, at) => tableData(entry, at ? 0 : skip));
    return { tables, total: entries.length };
  }

  function byItems(/** @type {Element[]} */ elements, /** @type {Field[]} */ fields, /** @type {number} */ skip) {
    const shown = elements.filter((element) => !agent.style.isUnrendered(element));
    const records = shown.slice(skip, skip + MAX_RECORDS).map((element) => recordOf(element, fields));
    return { records, total: shown.length };
  }

  function recordOf(/** @type {Element} */ element, /** @type {Field[]} */ fields) {
    if (!fields.length) return { text: textOf(element), ...addressOf(element) };
    return Object.fromEntries(fields.map((field) => [field.name, valueIn(element, field)]));
  }

  function addressOf(/** @type {Element} */ element) {
    const link = dom.matches(element, "a[href]") ? element : dom.queryAll(element, "a[href]")[0];
    return link ? { url: /** @type {HTMLAnchorElement} */ (link).href } : {};
  }

  function valueIn(/** @type {Element} */ element, /** @type {Field} */ field) {
    const found = field.css ? dom.queryAll(element, field.css)[0] : element;
    if (!found) return null;
    if (!field.attribute) return field.css ? textOf(found) : labelled(element, field.name);
    if (agent.values.isSecret(found) && field.attribute === "value") return null;
    if (field.attribute === "href" || field.attribute === "src")
      return /** @type {any} */ (found)[field.attribute] || dom.attribute(found, field.attribute);
    return dom.attribute(found, field.attribute);
  }

  function textOf(/** @type {Element} */ element) {
    const value = agent.values.printable(element, agent.roles.roleOf(element));
    return value ?? names.collapse(agent.contentText.labelText(element)) ?? "";
  }

  /** Tables and repeated structures, as the walk folds them. */
  function tablesIn(/** @type {Element} */ root) {
    const { entries } = agent.walker.walkPage(root, "auto");
    return entries.filter((entry) => entry.kind === "table");
  }

  function tableData(/** @type {Entry} */ entry, /** @type {number} */ skip) {
    const fold = /** @type {import("../types").Fold} */ (entry.fold);
    const labels = agent.printing.labelsOf(fold, false);
    const rows = fold.groups.slice(skip, skip + MAX_RECORDS).map((_, at) => {
      const record = /** @type {Record<string, string>} */ ({});
      for (const [index, column] of fold.columns.entries())
        addCell(record, labels[index] ?? "", column.cells.get(skip + at));
      return record;
    });
    return { ref: agent.refOf(entry.element), name: names.nameOf(entry.element), rows, total: fold.groups.length };
  }

  function addCell(
    /** @type {Record<string, string>} */ record,
    /** @type {string} */ label,
    /** @type {Entry[] | undefined} */ entries,
  ) {
    record[label] = (entries ?? []).map((entry) => agent.entries.wordsOf(entry)).join(" ");
    const link = (entries ?? []).flatMap((entry) => [entry, ...entry.links]).find((entry) => entry.role === "link");
    if (link) record[`${label}_url`] = /** @type {HTMLAnchorElement} */ (link.element).href ?? "";
  }

  /** Columns by name from the table that has most of them, else values that stand beside such a label. */
  function byNames(
    /** @type {Element} */ root,
    /** @type {ReturnType<typeof tableData>[]} */ tables,
    /** @type {Field[]} */ fields,
  ) {
    const scored = tables.map((table) => ({ table, columns: fields.map((field) => columnFor(table, field.name)) }));
    scored.sort((a, b) => known(b.columns) - known(a.columns));
    const [best] = scored;
    if (best && known(best.columns) * 2 >= fields.length && known(best.columns) > 0) {
      const records = best.table.rows.map((row) =>
        Object.fromEntries(fields.map((field, at) => [field.name, row[best.columns[at] ?? ""] ?? null])),
      );
      return { records, total: best.table.total };
    }
    const record = Object.fromEntries(fields.map((field) => [field.name, labelled(root, field.name)]));
    return { records: [record], total: 1 };
  }

  function known(/** @type {(string | null)[]} */ columns) {
    return columns.filter((column) => column !== null).length;
  }

  function plainWord(/** @type {string} */ text) {
    return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  }

  function columnFor(/** @type {{ rows: Record<string, string>[] }} */ table, /** @type {string} */ name) {
    const labels = Object.keys(table.rows[0] ?? {});
    const wanted = plainWord(name);
    return (
      labels.find((label) => plainWord(label) === wanted) ??
      labels.find((label) => plainWord(label).startsWith(wanted)) ??
      null
    );
  }

  /** The value beside a label: in a description list, a two-column table, a form field, or after "Label:". */
  function labelled(/** @type {Element} */ root, /** @type {string} */ name) {
    const wanted = plainWord(name);
    for (const label of dom.queryAll(
      root,
      "dt, th, label, [class*=label], b, strong, h1, h2, h3, h4, [itemprop], span, td, p, li",
    )) {
      const property = dom.attribute(label, "itemprop");
      if (property && plainWord(property) === wanted) return dom.attribute(label, "content") ?? textOf(label);
      const text = dom.textContent(label) ?? "";
      if (text.length > 400) continue;
      const value = beside(label, names.collapse(text), wanted);
      if (value) return value;
    }
    return null;
  }

  function beside(/** @type {Element} */ label, /** @type {string} */ text, /** @type {string} */ wanted) {
    const [before = "", after = ""] = text.split(/:\s*(.*)/s);
    if (plainWord(before) !== wanted) return null;
    if (after) return after;
    const control = label instanceof HTMLLabelElement ? label.control : null;
    if (control) return textOf(control);
    const next = label.nextElementSibling;
    return next ? textOf(next) : null;
  }

  agent.define("extract", extract);
})();
