"use strict";
/** Readable text of a page or an element, as Markdown: headings, lists, tables, code, links. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, style, names, visibility } = agent;

  /**
   * @typedef {{ blocks: string[], line: string, links: boolean, skip: Element | null, endsAt: number,
   *   visited: number, truncated: boolean }} Writing
   * @typedef {{ appearance: import("../types").Appearance, indent: string, pre: boolean, depth: number }} Spot
   */

  const LIMIT_MS = 3000;
  const MAX_DEPTH = 600;
  const SKIPPED = new Set(
    "input select textarea button progress meter canvas video audio iframe object svg dialog-backdrop".split(" "),
  );

  function write(/** @type {Element} */ root, /** @type {boolean} */ links, /** @type {Element | null} */ skip) {
    /** @type {Writing} */
    const writing = {
      blocks: [],
      line: "",
      links,
      skip,
      endsAt: performance.now() + LIMIT_MS,
      visited: 0,
      truncated: false,
    };
    visit(writing, root, { appearance: visibility.pageAppearance(root), indent: "", pre: false, depth: 0 });
    endBlock(writing, "");
    return writing;
  }

  function visit(/** @type {Writing} */ writing, /** @type {Element} */ element, /** @type {Spot} */ outer) {
    writing.visited += 1;
    if (writing.visited % 256 === 0 && performance.now() > writing.endsAt) writing.truncated = true;
    if (writing.truncated || outer.depth > MAX_DEPTH || element === writing.skip) return;
    if (!style.isShown(element) && style.isUnrendered(element)) return;
    if (style.isInert(element) || style.isAriaHidden(element) || style.NEVER_RENDERED.has(dom.localName(element)))
      return;
    const appearance = visibility.appearanceInside(element, outer.appearance, style.isSeen(element));
    const spot = { ...outer, appearance, depth: outer.depth + 1 };
    const rule = RULES.get(dom.localName(element)) ?? (agent.roles.roleOf(element) === "heading" ? heading : null);
    if (rule) rule(writing, element, spot);
    else plain(writing, element, spot, !style.isInlineDisplay(appearance.display));
  }

  function plain(
    /** @type {Writing} */ writing,
    /** @type {Element} */ element,
    /** @type {Spot} */ spot,
    /** @type {boolean} */ block,
  ) {
    if (SKIPPED.has(dom.localName(element))) {
      writing.line += " ";
      return;
    }
    if (block) endBlock(writing, spot.indent);
    inside(writing, element, spot);
    if (block) endBlock(writing, spot.indent);
  }

  function inside(/** @type {Writing} */ writing, /** @type {Element} */ element, /** @type {Spot} */ spot) {
    for (const child of dom.childrenOf(element)) {
      const type = dom.nodeType(child);
      if (type === dom.ELEMENT) visit(writing, /** @type {Element} */ (child), spot);
      else if (type === dom.TEXT) addText(writing, dom.textData(/** @type {Text} */ (child)), element, spot);
    }
  }

  function addText(
    /** @type {Writing} */ writing,
    /** @type {string} */ text,
    /** @type {Element} */ parent,
    /** @type {Spot} */ spot,
  ) {
    if (!style.isShown(parent) && style.isInvisible(parent)) return;
    if (/\S/.test(text) && visibility.hidesText(spot.appearance, parent)) return;
    writing.line += spot.pre ? text : text.replace(/[\t\n\f\r ]+/g, " ");
  }

  /** Close the open paragraph. */
  function endBlock(/** @type {Writing} */ writing, /** @type {string} */ indent) {
    const text = names.collapse(writing.line);
    writing.line = "";
    if (text) writing.blocks.push(indent + text);
  }

  function heading(/** @type {Writing} */ writing, /** @type {Element} */ element, /** @type {Spot} */ spot) {
    endBlock(writing, spot.indent);
    inside(writing, element, spot);
    const text = names.collapse(writing.line);
    writing.line = "";
    if (text) writing.blocks.push(`${"#".repeat(agent.states.levelOf(element))} ${text}`);
  }

  function link(/** @type {Writing} */ writing, /** @type {Element} */ element, /** @type {Spot} */ spot) {
    const href = dom.attribute(element, "href");
    const before = writing.line;
    const count = writing.blocks.length;
    inside(writing, element, spot);
    const text = writing.line.slice(before.length);
    const isInline = writing.blocks.length === count && writing.line.startsWith(before);
    if (!writing.links || !href || !isInline || !text.trim()) return;
    writing.line = `${before}[${text.trim()}](${shortAddress(element)})`;
  }

  /** Addresses of the same site without their origin. */
  function shortAddress(/** @type {Element} */ element) {
    const address = String(/** @type {HTMLAnchorElement} */ (element).href ?? "");
    return address.startsWith(`${location.origin}/`) ? address.slice(location.origin.length) : address;
  }

  function listItem(/** @type {Writing} */ writing, /** @type {Element} */ element, /** @type {Spot} */ spot) {
    endBlock(writing, spot.indent);
    const at = writing.blocks.length;
    inside(writing, element, { ...spot, indent: `${spot.indent}  ` });
    endBlock(writing, `${spot.indent}  `);
    const first = writing.blocks[at];
    if (first !== undefined)
      writing.blocks[at] = `${spot.indent}${marker(element)}${first.slice(spot.indent.length + 2)}`;
  }

  function marker(/** @type {Element} */ item) {
    const list = dom.parentElement(item);
    if (!list || dom.localName(list) !== "ol") return "- ";
    let number = Number.parseInt(dom.attribute(list, "start") ?? "1", 10) || 1;
    for (let node = dom.previousSibling(item); node; node = dom.previousSibling(node)) {
      if (dom.nodeType(node) === dom.ELEMENT && dom.localName(/** @type {Element} */ (node)) === "li") number += 1;
    }
    return `${number}. `;
  }

  function preformatted(/** @type {Writing} */ writing, /** @type {Element} */ element, /** @type {Spot} */ spot) {
    endBlock(writing, spot.indent);
    inside(writing, element, { ...spot, pre: true });
    const text = writing.line.replace(/^\n+|\s+$/g, "");
    writing.line = "";
    if (text) writing.blocks.push(`\`\`\`\n${text}\n\`\`\``);
  }

  function image(/** @type {Writing} */ writing, /** @type {Element} */ element, /** @type {Spot} */ spot) {
    const name = names.nameOf(element);
    if (name && !spot.appearance.hidden) writing.line += ` [image: ${name}] `;
  }

  function table(/** @type {Writing} */ writing, /** @type {Element} */ element, /** @type {Spot} */ spot) {
    endBlock(writing, spot.indent);
    const rows = [...dom.queryAll(element, "tr")].filter(
      (row) => dom.closest(row, "table") === element && style.isShown(row),
    );
    const nested = dom.queryAll(element, "table").length > 0;
    if (nested || rows.length < 2) return inside(writing, element, spot);
    const caption = names.nameOf(element);
    const lines = rows.map((row) => tableRow(writing, row, spot)).filter((line) => line !== null);
    const width = (lines[0]?.match(/\|/g)?.length ?? 2) - 1;
    lines.splice(1, 0, `|${" --- |".repeat(width)}`);
    writing.blocks.push([...(caption ? [caption, ""] : []), ...lines].join("\n"));
  }

  function tableRow(/** @type {Writing} */ writing, /** @type {Element} */ row, /** @type {Spot} */ spot) {
    const cells = [...dom.queryAll(row, ":scope > td, :scope > th")];
    if (!cells.length) return null;
    return `| ${cells.map((cell) => cellText(writing, cell, spot)).join(" | ")} |`;
  }

  function cellText(/** @type {Writing} */ writing, /** @type {Element} */ cell, /** @type {Spot} */ spot) {
    const inner = { ...writing, blocks: /** @type {string[]} */ ([]), line: "" };
    visit(inner, cell, spot);
    endBlock(inner, "");
    return inner.blocks.join(" ").replaceAll("|", "\\|").replaceAll("\n", " ");
  }

  /** @type {Map<string, (writing: Writing, element: Element, spot: Spot) => void>} */
  const RULES = new Map(
    Object.entries({
      a: link,
      blockquote: (writing, element, spot) => plain(writing, element, { ...spot, indent: `${spot.indent}> ` }, true),
      br: (writing) => {
        writing.line += " ";
      },
      hr: (writing, _element, spot) => endBlock(writing, spot.indent),
      img: image,
      li: listItem,
      pre: preformatted,
      table,
    }),
  );
  for (const level of [1, 2, 3, 4, 5, 6]) RULES.set(`h${level}`, heading);

  /** The element that holds what the page is about, or null when nothing stands out. */
  function mainContent() {
    const body = dom.bodyOf(document);
    if (!body) return null;
    const candidates = [
      ...dom.queryAll(document, "main, [role=main]"),
      ...dom.queryAll(document, "article, [role=article]"),
    ];
    const whole = textLength(body);
    return candidates.find((element) => style.isShown(element) && textLength(element) > whole / 4) ?? null;
  }

  function textLength(/** @type {Element} */ element) {
    return (dom.textContent(element) ?? "").length;
  }

  /** Read a page with its main content first, or one element. */
  function readText(/** @type {{ ref?: string, links?: boolean }} */ { ref, links = false }) {
    const chosen = ref ? agent.element(ref) : null;
    if (chosen && SKIPPED.has(dom.localName(chosen))) return answer([valueParts(chosen)]);
    if (chosen) return answer([write(chosen, links, null)]);
    const body = dom.bodyOf(document) ?? dom.documentElementOf(document);
    if (!body) return answer([]);
    const main = mainContent();
    if (!main) return answer([write(body, links, null)]);
    return answer([write(main, links, null), write(body, links, main)]);
  }

  /** A button or field that was asked for by itself is read by what it holds, unless that is secret. */
  function valueParts(/** @type {Element} */ field) {
    const isButton = dom.localName(field) === "button";
    const value = isButton
      ? agent.contentText.labelText(field)
      : (agent.values.printable(field, agent.roles.roleOf(field)) ?? "");
    return { blocks: value.split(/\n{2,}/).filter(Boolean), truncated: false };
  }

  function answer(/** @type {Pick<Writing, "blocks" | "truncated">[]} */ writings) {
    const parts = writings.map((writing) => writing.blocks).filter((blocks) => blocks.length);
    return {
      url: location.href,
      title: dom.titleOf(document),
      parts,
      truncated: writings.some((writing) => writing.truncated),
    };
  }

  agent.define("text", readText);
})();
