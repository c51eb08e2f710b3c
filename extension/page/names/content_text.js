"use strict";
/** The text inside an element as the browser joins it into a name: spacing, generated content, hidden parts. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, style, roles } = agent;

  const MAX_NAME_CHARS = 20000;

  /** @typedef {import("../types").Trail} Trail */
  /** @typedef {{ text: string, last: Piece | null }} Joined */
  /** @typedef {{ block: boolean, from: string, control: boolean, element?: Element }} Piece */

  /** Roles a screen reader announces apart from the text around them. */
  const CONTROLS = new Set(
    (
      "button checkbox color combobox date datetime month week listbox option menuitem menuitemcheckbox " +
      "menuitemradio radio scrollbar searchbox slider spinbutton summary switch tab textbox tree treegrid"
    ).split(" "),
  );

  /** Text of all flat-tree children, joined the way Chromium joins it. */
  function textOf(/** @type {Element} */ element, /** @type {Trail} */ trail) {
    /** @type {Joined} */
    const joined = { text: "", last: null };
    const replaced = replacedText(element);
    if (replaced !== null) return replaced;
    if (WITHOUT_CONTENT.has(dom.localName(element))) return "";
    addContent(joined, element, trail);
    return joined.text;
  }

  function addContent(/** @type {Joined} */ joined, /** @type {Element} */ element, /** @type {Trail} */ trail) {
    addGenerated(joined, element, "::before");
    for (const child of namingChildren(element)) {
      addChild(joined, child, trail);
      if (joined.text.length > MAX_NAME_CHARS) break;
    }
    addGenerated(joined, element, "::after");
  }

  /** Elements whose children are only a fallback or belong to the control. */
  const WITHOUT_CONTENT = new Set(["select", "progress", "meter", "video", "audio", "object", "iframe"]);

  /** The text CSS gives for an element whose content it replaces by a picture. */
  function replacedText(/** @type {Element} */ element) {
    if (!agent.sheets.mayReplace(element)) return null;
    const { content } = style.styleOf(element);
    return content.startsWith("url(") && partsOf(content).includes("/") ? generatedText(content, element, "") : null;
  }

  /** Children that may name an element: not its actions, not the subtree of a tree item. */
  function namingChildren(/** @type {Element} */ element) {
    const children = dom.childrenOf(element);
    const actions = dom.hasAttribute(element, "aria-actions") ? dom.referenced(element, "aria-actions") : [];
    const isTreeItem = dom.attribute(element, "role") === "treeitem";
    if (!actions.length && !isTreeItem) return children;
    return children.filter(
      (child) => !actions.includes(/** @type {Element} */ (child)) && !(isTreeItem && isGroup(child)),
    );
  }

  function isGroup(/** @type {Node} */ node) {
    return dom.nodeType(node) === dom.ELEMENT && roles.roleOf(/** @type {Element} */ (node)) === "group";
  }

  function addChild(/** @type {Joined} */ joined, /** @type {Node} */ child, /** @type {Trail} */ trail) {
    const type = dom.nodeType(child);
    if (type === dom.TEXT) addText(joined, /** @type {Text} */ (child), trail);
    else if (type === dom.ELEMENT) addElement(joined, /** @type {Element} */ (child), trail);
  }

  function addText(/** @type {Joined} */ joined, /** @type {Text} */ node, /** @type {Trail} */ trail) {
    const text = dom.textData(node).slice(0, MAX_NAME_CHARS);
    if (!text || (!trail.labelledby && trail.visited.has(node))) return;
    if (trail.labelledby) trail.visited.add(node);
    const parent = dom.parentOf(node);
    if (parent && !trail.hiddenRoot && style.isInvisible(parent)) return;
    // What is not rendered has no place in a line: its pieces stand apart.
    const block = trail.hiddenRoot && parent !== null && style.isUnrendered(parent);
    if (!/[^\t\n\f\r ]/.test(text)) {
      if (keepsSpace(node, trail)) append(joined, " ", { block: false, from: "contents", control: false });
      return;
    }
    append(joined, parent ? transformed(text, parent) : text, { block, from: "contents", control: false });
  }

  function addElement(/** @type {Joined} */ joined, /** @type {Element} */ element, /** @type {Trail} */ trail) {
    if (dom.localName(element) === "rt" && !trail.labelledby) return;
    if (!trail.hiddenRoot && isSkipped(element)) return addSkipped(joined, element, trail);
    if (trail.hiddenRoot && style.NEVER_RENDERED.has(dom.localName(element))) return;
    if (BREAKS.has(dom.localName(element))) {
      append(joined, "\n", { block: false, from: "contents", control: false });
      return;
    }
    if (!trail.hiddenRoot && style.isInvisible(element)) return addInvisible(joined, element, trail);
    if (isPassedThrough(element)) return addContent(joined, element, trail);
    const found = agent.names.compute(element, { ...trail, recursive: true });
    append(joined, found.text, pieceOf(element, found.from));
  }

  /** An inline element without any meaning of its own: what is in it stands as if it were not there. */
  function isPassedThrough(/** @type {Element} */ element) {
    if (roles.roleOf(element) !== "generic" || style.styleOf(element).display !== "inline") return false;
    if (dom.hasAttributes(element) && dom.attributeNames(element).some(isMark)) return false;
    return dom.localName(element) === "span" || dom.closest(element, "label") === null;
  }

  const MARKS = new Set(["contenteditable", "id", "lang", "onclick", "tabindex", "title"]);

  /** Whether an attribute makes an element more than a piece of text. */
  function isMark(/** @type {string} */ name) {
    return MARKS.has(name) || name.startsWith("aria-");
  }

  /**
   * What is hidden from readers still breaks the line if it is a block. What can be focused in it and is named by its
   * content counts.
   */
  function addSkipped(/** @type {Joined} */ joined, /** @type {Element} */ element, /** @type {Trail} */ trail) {
    if (!style.isAriaHidden(element) || style.isUnrendered(element)) return;
    for (const stop of agent.focus.tabStopsIn(element)) {
      if (stop === element || !agent.names.NAMED_BY_CONTENT.has(roles.roleOf(stop))) continue;
      append(joined, agent.names.compute(stop, { ...trail, recursive: true }).text, pieceOf(stop, "contents"));
    }
    if (joined.last && isBlock(element)) joined.last = { ...joined.last, block: true };
  }

  /** Of an invisible element only those descendants count that show themselves again. */
  function addInvisible(/** @type {Joined} */ joined, /** @type {Element} */ element, /** @type {Trail} */ trail) {
    append(joined, textOf(element, trail), pieceOf(element, "contents"));
  }

  const BREAKS = new Set(["br", "wbr"]);

  /** Not part of a visible element's name. */
  function isSkipped(/** @type {Element} */ element) {
    return style.isUnrendered(element) || style.isAriaHidden(element) || style.isInert(element);
  }

  /** @returns {Piece} */
  function pieceOf(/** @type {Element} */ element, /** @type {string} */ from) {
    const tag = dom.localName(element);
    const role = roles.roleOf(element);
    const inline = style.isInline(element) && style.styleOf(element).display !== "contents";
    const block = !inline || PICTURES.has(tag) || (tag === "img" && role !== "none") || style.isUnrendered(element);
    return { block, from, control: CONTROLS.has(role) || tag === "output", element };
  }

  /** Tags that stand in a line as one thing; an image does so unless it is only decoration. */
  const PICTURES = new Set(["audio", "canvas", "embed", "iframe", "object", "svg", "video"]);

  function append(/** @type {Joined} */ joined, /** @type {string} */ text, /** @type {Piece} */ piece) {
    const { last } = joined;
    if (text && last && joined.text && !/[\t\n\f\r ]$/.test(joined.text) && needsSpace(last, piece)) joined.text += " ";
    joined.text += text;
    joined.last = text ? piece : { ...piece, from: last?.from ?? "" };
  }

  const RUNS_ON = new Set(["", "contents"]);

  function needsSpace(/** @type {Piece} */ last, /** @type {Piece} */ next) {
    if (last.block || next.block) return true;
    if (!RUNS_ON.has(last.from) || !RUNS_ON.has(next.from)) return true;
    return last.control || next.control || holdsBlock(last.element, 0);
  }

  const BREAKING = new Set(["block", "flex", "flow-root", "grid", "list-item", "table"]);

  /** An inline element that holds a block breaks the line like a block. @returns {boolean} */
  function holdsBlock(/** @type {Element | undefined} */ element, /** @type {number} */ depth) {
    if (!element || depth > 4) return false;
    if (hasBlockPseudo(element)) return true;
    return dom.childrenOf(element).some((child) => {
      if (dom.nodeType(child) !== dom.ELEMENT) return false;
      const inner = /** @type {Element} */ (child);
      if (inner instanceof SVGElement || style.isUnrendered(inner)) return false;
      return isBlock(inner) || (style.styleOf(inner).display === "inline" && holdsBlock(inner, depth + 1));
    });
  }

  /** What floats or is placed elsewhere does not break the line. */
  function isBlock(/** @type {Element} */ element) {
    const { display, position, float } = style.styleOf(element);
    return BREAKING.has(display) && float === "none" && position !== "absolute" && position !== "fixed";
  }

  function hasBlockPseudo(/** @type {Element} */ element) {
    if (!agent.sheets.mayGenerate(element)) return false;
    return ["::before", "::after"].some((pseudo) => {
      const computed = getComputedStyle(element, pseudo);
      return computed.content !== "none" && computed.content !== "normal" && computed.display === "block";
    });
  }

  function addGenerated(/** @type {Joined} */ joined, /** @type {Element} */ element, /** @type {string} */ pseudo) {
    if (!agent.sheets.mayGenerate(element)) return;
    const pseudoStyle = getComputedStyle(element, pseudo);
    const { content } = pseudoStyle;
    if (content === "none" || content === "normal" || content === "" || style.isUnrendered(element)) return;
    if (pseudoStyle.display === "none" || pseudoStyle.visibility !== "visible") return;
    const text = generatedText(content, element, pseudo);
    const from = partsOf(content).includes("/") ? "alternative" : "contents";
    append(joined, text, { block: pseudoStyle.display !== "inline", from, control: false });
  }

  /** The text of a computed `content`: strings, attr(), and the alternative after a slash. */
  function generatedText(/** @type {string} */ content, /** @type {Element} */ element, /** @type {string} */ pseudo) {
    const parts = partsOf(content);
    const slash = parts.indexOf("/");
    // Chromium reads out counters only in the alternative.
    const spoken = slash >= 0 ? parts.slice(slash + 1) : parts.filter((part) => !part.startsWith("counter"));
    return spoken.map((part) => generatedPart(part, element, pseudo)).join("");
  }

  const CONTENT_PARTS = /"(?:[^"\\]|\\.)*"|[a-z-]+\((?:[^)"]|"(?:[^"\\]|\\.)*")*\)|\/|[^\s"]+/g;

  /** @returns {string[]} */
  function partsOf(/** @type {string} */ content) {
    return content.match(CONTENT_PARTS) ?? [];
  }

  function generatedPart(/** @type {string} */ part, /** @type {Element} */ element, /** @type {string} */ pseudo) {
    if (/^counters?\(/.test(part)) return agent.counters.textAt(element, pseudo, part);
    if (part.startsWith('"')) return part.slice(1, -1).replace(/\\([0-9a-f]{1,6}\s?|.)/gi, unescaped);
    if (part === "open-quote") return "“";
    if (part === "close-quote") return "”";
    const name = /^attr\(\s*([^\s,)]+)/.exec(part)?.[1];
    return name ? (dom.attribute(element, name) ?? "") : "";
  }

  function unescaped(/** @type {string} */ _all, /** @type {string} */ code) {
    return /^[0-9a-f]+\s?$/i.test(code) ? String.fromCodePoint(Number.parseInt(code, 16)) : code;
  }

  /** White space between two nodes counts only where the browser keeps it as text of its own. */
  function keepsSpace(/** @type {Text} */ node, /** @type {Trail} */ trail) {
    if (trail.hiddenRoot) return true;
    const before = siblingOrUp(node, dom.previousSibling);
    const after = siblingOrUp(node, dom.nextSibling);
    if (!before || !after) return false;
    return !swallowsSpace(before, false, 0) && !swallowsSpace(after, true, 0);
  }

  /** The neighbour on one side, looked for further up when there is none. */
  function siblingOrUp(/** @type {Node} */ node, /** @type {(node: Node) => Node | null} */ step) {
    for (let here = /** @type {Node | null} */ (node); here; here = dom.parentOf(here)) {
      const sibling = step(here);
      if (sibling) return sibling;
    }
    return null;
  }

  /** @returns {boolean} */
  function swallowsSpace(/** @type {Node} */ neighbour, /** @type {boolean} */ isAfter, /** @type {number} */ depth) {
    const type = dom.nodeType(neighbour);
    if (type === dom.TEXT) return textSwallowsSpace(/** @type {Text} */ (neighbour), isAfter);
    if (type !== dom.ELEMENT) return true;
    const element = /** @type {Element} */ (neighbour);
    if (depth > 3) return false;
    if (style.isUnrendered(element) || style.styleOf(element).display === "contents") return true;
    const tag = dom.localName(element);
    if (tag === "br") return !dom.hasAttribute(element, "role");
    if (tag === "img") return false;
    if (!style.isInline(element)) return true;
    return inlineSwallowsSpace(element, isAfter, depth);
  }

  function inlineSwallowsSpace(
    /** @type {Element} */ element,
    /** @type {boolean} */ isAfter,
    /** @type {number} */ depth,
  ) {
    const children = dom.childrenOf(element);
    const child = isAfter ? children[0] : children[children.length - 1];
    if (child) return swallowsSpace(child, isAfter, depth + 1);
    const next = siblingOrUp(element, isAfter ? dom.nextSibling : dom.previousSibling);
    return next ? swallowsSpace(next, isAfter, depth + 1) : true;
  }

  function textSwallowsSpace(/** @type {Text} */ node, /** @type {boolean} */ isAfter) {
    const text = dom.textData(node);
    if (!text) return false;
    return /[\t\n\f\r ]/.test(isAfter ? text.charAt(0) : text.charAt(text.length - 1));
  }

  /** Text as `text-transform` shows it, which is also how the browser names it. */
  function transformed(/** @type {string} */ text, /** @type {Element} */ parent) {
    if (!agent.sheets.mayTransform(parent) || dom.localName(parent) === "option" || style.isUnrendered(parent))
      return text;
    return transformedBy(text, style.styleOf(parent).textTransform);
  }

  function transformedBy(/** @type {string} */ text, /** @type {string} */ transform) {
    if (transform === "none") return text;
    if (transform === "uppercase") return text.toUpperCase();
    if (transform === "lowercase") return text.toLowerCase();
    if (transform === "capitalize")
      return text.replace(/(^|[^\p{L}\p{N}'’_])(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase());
    return text;
  }

  /** The text of a label or a clickable element, whatever its role. */
  function labelText(/** @type {Element} */ element) {
    return textOf(element, { recursive: true, labelledby: false, hiddenRoot: false, visited: new Set([element]) });
  }

  agent.names.sources.content = textOf;
  agent.contentText = { transformedBy, labelText };
})();
