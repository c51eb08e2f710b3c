// The API reference: renders /openapi.json, fetched with the reader's own key.

/**
 * @typedef {{ type?: string, description?: string, enum?: unknown[], const?: unknown, default?: unknown,
 *   items?: Schema, anyOf?: Schema[], properties?: Record<string, Schema>, required?: string[], $ref?: string }} Schema
 * @typedef {{ name: string, in: string, schema: Schema, required?: boolean }} Parameter
 * @typedef {{ operationId: string, summary: string, description?: string, tags?: string[], parameters?: Parameter[],
 *   requestBody?: { content: Record<string, { schema: Schema }> } }} Operation
 * @typedef {{ info: { version: string }, paths: Record<string, Record<string, Operation>>,
 *   components: { schemas: Record<string, Schema> } }} Api
 * @typedef {{ name: string, type: string, meaning: string, required: boolean, example: unknown }} Row
 */

const KEY = "tabwire.key";
const JSON_TYPE = "application/json";

/**
 * @template {Element} T
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} kind
 * @returns {T}
 */
function one(root, selector, kind) {
  const found = root.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`The page has no ${selector}.`);
  return found;
}

const entry = one(document, "#entry", HTMLFormElement);
const keyField = one(document, "#key", HTMLInputElement);
const problem = one(document, "#problem", HTMLElement);
const search = one(document, "#search", HTMLInputElement);
const contents = one(document, "#contents", HTMLElement);
const operations = one(document, "#operations", HTMLElement);
const template = one(document, "#operation", HTMLTemplateElement);

/** @param {string} key */
async function show(key) {
  problem.textContent = "";
  const answer = await fetch("/openapi.json", { headers: { Authorization: `Bearer ${key}` } });
  if (!answer.ok) {
    const error = await answer.json();
    sessionStorage.removeItem(KEY);
    problem.textContent = `${error.message} ${error.next_step}`;
    return;
  }
  sessionStorage.setItem(KEY, key);
  draw(await answer.json());
}

/** @param {Api} api */
function draw(api) {
  one(document, "#version", HTMLElement).textContent = api.info.version;
  entry.hidden = true;
  search.hidden = contents.hidden = false;
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      operations.append(article(api, method.toUpperCase(), path, operation));
      contents.append(link(operation));
    }
  }
}

/** @param {Operation} operation */
function link(operation) {
  const anchor = document.createElement("a");
  anchor.href = `#${operation.operationId}`;
  anchor.textContent = operation.operationId;
  return anchor;
}

/**
 * @param {Api} api
 * @param {string} method
 * @param {string} path
 * @param {Operation} operation
 */
function article(api, method, path, operation) {
  const drawn = one(/** @type {DocumentFragment} */ (template.content.cloneNode(true)), "article", HTMLElement);
  drawn.id = operation.operationId;
  one(drawn, ".method", HTMLElement).textContent = method;
  one(drawn, ".path", HTMLElement).textContent = path;
  const effect = one(drawn, ".effect", HTMLElement);
  effect.textContent = effect.dataset.effect = operation.tags?.[0] ?? "";
  one(drawn, ".help", HTMLElement).textContent = operation.description ?? operation.summary;
  const rows = parameterRows(api, operation);
  const table = one(drawn, "table", HTMLTableElement);
  table.hidden = rows.length === 0;
  one(table, "tbody", HTMLElement).append(...rows.map(tableRow));
  one(drawn, ".example", HTMLElement).textContent = example(method, path, rows);
  return drawn;
}

/**
 * @param {Api} api
 * @param {Operation} operation
 * @returns {Row[]}
 */
function parameterRows(api, operation) {
  const body = resolve(api, operation.requestBody?.content[JSON_TYPE]?.schema ?? {});
  return Object.entries(body.properties ?? {}).map(([name, schema]) => {
    const known = resolve(api, schema);
    return {
      name,
      type: typeName(api, known),
      meaning: known.description ?? "",
      required: (body.required ?? []).includes(name),
      example: exampleOf(known),
    };
  });
}

/** @param {Row} row */
function tableRow(row) {
  const line = document.createElement("tr");
  for (const text of [row.required ? `${row.name} (required)` : row.name, row.type, row.meaning]) {
    const cell = document.createElement("td");
    cell.textContent = text;
    line.append(cell);
  }
  return line;
}

/**
 * @param {Api} api
 * @param {Schema} schema
 * @returns {Schema}
 */
function resolve(api, schema) {
  if (!schema.$ref) return schema;
  const target = api.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {};
  return { ...resolve(api, target), ...schema, $ref: undefined };
}

/**
 * @param {Api} api
 * @param {Schema} schema
 * @returns {string}
 */
function typeName(api, schema) {
  const known = resolve(api, schema);
  if (known.enum) return known.enum.join(" | ");
  if (known.anyOf) {
    return known.anyOf
      .map((choice) => typeName(api, choice))
      .filter((name) => name !== "null")
      .join(" | ");
  }
  return known.type === "array" ? `${typeName(api, known.items ?? {})}[]` : (known.type ?? "any");
}

/**
 * @param {Schema} schema
 * @returns {unknown}
 */
function exampleOf(schema) {
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  if (schema.enum) return schema.enum[0];
  /** @type {Record<string, unknown>} */
  const examples = { string: "…", integer: 1, number: 1, boolean: true, array: [], object: {} };
  return examples[schema.type ?? "string"];
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Row[]} rows
 */
function example(method, path, rows) {
  const lines = [`curl ${location.origin}${path} -H 'Authorization: Bearer bby_…'`];
  if (method !== "GET") lines[0] += ` -X ${method}`;
  if (method === "POST") {
    const needed = rows.filter((row) => row.required).map((row) => [row.name, row.example]);
    lines.push(`  -H 'Content-Type: application/json' -d '${JSON.stringify(Object.fromEntries(needed))}'`);
  }
  return lines.join(" \\\n");
}

function filter() {
  const wanted = search.value.trim().toLowerCase();
  for (const drawn of operations.children) {
    if (drawn instanceof HTMLElement) {
      drawn.hidden = !drawn.textContent?.toLowerCase().includes(wanted);
    }
  }
}

entry.addEventListener("submit", (event) => {
  event.preventDefault();
  void show(keyField.value.trim());
});
search.addEventListener("input", filter);

const remembered = sessionStorage.getItem(KEY);
if (remembered) void show(remembered);
