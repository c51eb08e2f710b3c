"use strict";
/** What changed on the page since the last reply: rows that came, went or look different, and text. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom } = agent;

  /** @typedef {import("../types").Entry} Entry */
  /** @typedef {{ role: string, name: string, states: string[] }} Row */
  /** @typedef {{ rows: Map<string, Row>, texts: Map<string, number>, order: string[] }} Picture */

  const LIMIT_MS = 1000;
  const MAX_LISTED = 12;
  // Reading a page of this size twice takes longer than the action itself; and what is cut off cannot be compared.
  const TOO_MANY_ELEMENTS = 6000;
  const MAX_TEXT_CHARS = 160;
  const MAX_COMPARED_CHARS = 2000;
  const OBSERVED = { subtree: true, childList: true, characterData: true, attributes: true };

  /** What was last reported to the caller; made from `entries` when it is first needed. @type {Picture | null} */
  let reported = null;
  /** @type {Entry[] | null} */
  let entries = null;
  let dirty = true;
  /** @type {MutationObserver | null} */
  let observer = null;

  /** @type {Set<(records: MutationRecord[]) => void>} */
  const listeners = new Set();

  /** Watch for mutations, so that an unchanged page need not be read again. */
  function watch() {
    if (observer) return;
    observer = new MutationObserver((records) => {
      dirty = true;
      for (const listener of listeners) listener(records);
    });
    observer.observe(document, OBSERVED);
  }

  function takePicture() {
    return pictureOf(agent.walker.printedEntries("auto", LIMIT_MS));
  }

  function pictureOf(/** @type {Entry[]} */ flat) {
    /** @type {Picture} */
    const picture = { rows: new Map(), texts: new Map(), order: [] };
    for (const entry of flat) addTo(picture, entry);
    return picture;
  }

  function lastReported() {
    if (!reported && entries) reported = pictureOf(agent.entries.flatten(entries));
    entries = null;
    return reported;
  }

  function addTo(/** @type {Picture} */ picture, /** @type {Entry} */ entry) {
    if (entry.kind === "text") {
      const words = agent.entries.wordsOf(entry);
      if (!words.trim()) return;
      const isLink = entry.links.length === 1 && entry.links[0]?.name === words;
      if (isLink) return;
      picture.texts.set(words, (picture.texts.get(words) ?? 0) + 1);
      picture.order.push(words);
      return;
    }
    // Every action moves the focus: that is not worth reporting.
    const states = entry.states.filter((state) => state !== "focused");
    const row = { role: entry.role, name: entry.name, states };
    const ref = agent.refOf(entry.element);
    picture.rows.set(ref, row);
    picture.order.push(ref);
  }

  function isTooLarge() {
    return document.getElementsByTagName("*").length > TOO_MANY_ELEMENTS;
  }

  /** Remember the page as it is now, unless it is already remembered. */
  function mark(/** @type {{ first?: number }} */ { first }) {
    agent.refs.startAt(first ?? 1);
    if (!reported && !entries && !isTooLarge()) remember(takePicture());
    return { next: agent.refs.next() };
  }

  function remember(/** @type {Picture | null} */ picture) {
    watch();
    observer?.takeRecords();
    dirty = false;
    reported = picture;
    known.clear();
    fields = fieldsNow();
  }

  /** Fields that the caller puts something into. @type {Set<Element>} */
  const expected = new Set();
  /** What they hold since, or whether they are checked: the caller knows. @type {Map<string, string>} */
  const known = new Map();
  const VALUE = /^(value=|filled$|(un)?checked$|mixed$|(un)?pressed)/;

  /** The caller is about to give a field its value. */
  function expectValue(/** @type {Element} */ field) {
    expected.add(field);
  }

  /** The caller is done: keep what the fields hold now, and the box that it checked. */
  function noteValues(/** @type {Element | null} */ box) {
    if (box) expected.add(box instanceof HTMLLabelElement && box.control ? box.control : box);
    for (const field of expected) known.set(agent.refOf(field), heldBy(field));
    expected.clear();
  }

  function heldBy(/** @type {Element} */ field) {
    if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) return String(field.checked);
    return dom.attribute(field, "aria-checked") ?? dom.attribute(field, "aria-pressed") ?? agent.fields.textIn(field);
  }

  function isKnown(/** @type {string} */ ref) {
    const field = known.has(ref) ? agent.element(ref) : null;
    return field !== null && heldBy(field) === known.get(ref);
  }

  /** Values and checks change without a mutation. */
  let fields = "";

  function fieldsNow() {
    const focused = dom.focusedElement();
    const values = [...dom.queryAll(document, "input, select, textarea")].map((field) => {
      const control = /** @type {HTMLInputElement} */ (field);
      return `${control.checked ?? ""}${control.value}`;
    });
    return `${focused ? agent.refOf(focused) : ""}|${window.scrollY}|${values.join("|")}`;
  }

  function isUntouched() {
    if (observer?.takeRecords().length) dirty = true;
    return !dirty && fields === fieldsNow();
  }

  /** What the last report was compared with. @type {Picture | null} */
  let compared = null;

  /** Report what changed since `mark`, the last snapshot or the last call of this; or `again`, with what is known by now. */
  function sinceLastReport(/** @type {{ first?: number, again?: boolean }} */ { first, again = false }) {
    agent.refs.startAt(first ?? 1);
    if (isTooLarge()) return { ...nothing(), next: agent.refs.next() };
    const before = again ? compared : lastReported();
    compared = before;
    if (before && !again && isUntouched()) return { ...nothing(), next: agent.refs.next() };
    const now = takePicture();
    const report = before ? compare(before, now) : nothing();
    remember(now);
    return { ...report, next: agent.refs.next() };
  }

  function nothing() {
    return { added: [], removed: [], changed: [], texts: [], gone: [], more: 0, order: [] };
  }

  /** What an open dialog keeps from readers though it stays visible: rows as they were, and words. */
  const behindDialog = {
    rows: /** @type {Map<string, Row>} */ (new Map()),
    words: /** @type {Set<string>} */ (new Set()),
  };

  /** Whether a row is only kept from readers, as dialogs and menus do with the page behind them. */
  function isBehindDialog(/** @type {[string, Row]} */ [ref]) {
    const element = agent.element(ref);
    return element !== null && agent.style.isHidden(element) && agent.boxes.isVisible(element);
  }

  function keepBehindDialog(
    /** @type {[string, Row][]} */ rows,
    /** @type {string[]} */ words,
    /** @type {Picture} */ now,
  ) {
    for (const [ref, row] of rows) behindDialog.rows.set(ref, row);
    for (const text of rows.length ? words : []) behindDialog.words.add(text);
    for (const ref of now.rows.keys()) behindDialog.rows.delete(ref);
    for (const text of now.texts.keys()) behindDialog.words.delete(text.slice(0, MAX_TEXT_CHARS));
  }

  function compare(/** @type {Picture} */ before, /** @type {Picture} */ now) {
    const seen = new Map([...behindDialog.rows, ...before.rows]);
    const went = [...before.rows].filter(([ref]) => !now.rows.has(ref));
    const kept = went.filter(isBehindDialog);
    const lost = moreOf(before.texts, now.texts);
    const lists = {
      added: [...now.rows].filter(([ref]) => !seen.has(ref)).map(rowOf),
      removed: went.filter((row) => !kept.includes(row)).map(rowOf),
      changed: [...now.rows]
        .filter(([ref, row]) => differs(ref, seen.get(ref), row))
        .map(([ref, row]) => changedRow(ref, /** @type {Row} */ (seen.get(ref)), row)),
      texts: moreOf(now.texts, before.texts).filter((text) => !behindDialog.words.has(text)),
      gone: kept.length ? [] : lost,
    };
    keepBehindDialog(kept, lost, now);
    const more = Object.values(lists).reduce((sum, { length }) => sum + Math.max(length - MAX_LISTED, 0), 0);
    return {
      added: lists.added.slice(0, MAX_LISTED),
      removed: lists.removed.slice(0, MAX_LISTED),
      changed: lists.changed.slice(0, MAX_LISTED),
      texts: lists.texts.slice(0, MAX_LISTED),
      gone: lists.gone.slice(0, MAX_LISTED),
      more,
      order: newOrder(before, now),
    };
  }

  /** What stands in another order than before, as it stands now. */
  function newOrder(/** @type {Picture} */ before, /** @type {Picture} */ now) {
    const [was, is] = [keptOrder(before, now), keptOrder(now, before)];
    const start = is.findIndex((key, at) => key !== was[at]);
    const end = is.findLastIndex((key, at) => key !== was[at]);
    return is
      .slice(start < 0 ? is.length : start, end + 1)
      .map((key) => now.rows.get(key)?.name ?? key)
      .filter(Boolean)
      .slice(0, MAX_LISTED);
  }

  /** The rows and words of one picture, in its order, that are in the other as well, words that come twice left out. */
  function keptOrder(/** @type {Picture} */ one, /** @type {Picture} */ other) {
    return one.order.filter((key) => other.rows.has(key) || (one.texts.get(key) === 1 && other.texts.get(key) === 1));
  }

  function differs(/** @type {string} */ ref, /** @type {Row | undefined} */ was, /** @type {Row} */ is) {
    return (
      was !== undefined &&
      (was.name !== is.name || was.role !== is.role || reportedStates(ref, was) !== reportedStates(ref, is))
    );
  }

  function reportedStates(/** @type {string} */ ref, /** @type {Row} */ { states }) {
    return (isKnown(ref) ? states.filter((state) => !VALUE.test(state)) : states).join(" ");
  }

  /** @returns {import("../contract").LookRow} */
  function rowOf(/** @type {[string, Row]} */ [ref, row]) {
    return [ref, row.role, row.name.slice(0, MAX_TEXT_CHARS), row.states.join(" ").slice(0, MAX_TEXT_CHARS)];
  }

  /** Two names go whole, for they may differ at their ends. @returns {import("../contract").ChangedRow} */
  function changedRow(/** @type {string} */ ref, /** @type {Row} */ was, /** @type {Row} */ is) {
    const [, role, name, states] = rowOf([ref, is]);
    if (was.name === is.name) return [ref, role, name, states, "", lostStates(was, is)];
    return [ref, role, is.name.slice(0, MAX_COMPARED_CHARS), states, was.name.slice(0, MAX_COMPARED_CHARS), ""];
  }

  /** What is no longer so, where nothing else is in its place. */
  function lostStates(/** @type {Row} */ was, /** @type {Row} */ is) {
    if (is.states.some((state) => !was.states.includes(state))) return "";
    return was.states
      .filter((state) => !is.states.includes(state))
      .join(" ")
      .slice(0, MAX_TEXT_CHARS);
  }

  function moreOf(/** @type {Map<string, number>} */ texts, /** @type {Map<string, number>} */ others) {
    return [...texts]
      .filter(([text, count]) => count > (others.get(text) ?? 0))
      .map(([text]) => text.slice(0, MAX_TEXT_CHARS));
  }

  /** A snapshot shows everything: the next report starts from it, or, where it left out or added parts, from the page itself. */
  function startFrom(/** @type {Entry[] | null} */ shown) {
    remember(shown || isTooLarge() ? null : takePicture());
    entries = shown;
  }

  agent.changes = {
    startFrom,
    sinceLastReport,
    expectValue,
    noteValues,
    isTooLarge,
    onMutations: (listener) => void listeners.add(listener),
  };
  agent.define("mark", mark);
  agent.define("changes", sinceLastReport);
})();
