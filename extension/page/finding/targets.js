"use strict";
/** From what a caller wrote (ref, CSS, role and name, text) to the elements it means. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, names } = agent;
  const { fold } = names;
  const { entryFor, unprinted } = agent.finding;
  const { wordsOf } = agent.entries;

  /** @typedef {import("../types").Entry} Entry */
  /** @typedef {{ ref?: string, css?: string, role?: string, name?: string, text?: string }} Wanted */

  const MAX_MATCHES = 10;
  const MAX_CLOSEST = 3;
  // Around and between the words of an element, in its markup.
  const MAX_BLANKS = 200;
  const QUOTED = /^([a-z][a-z-]*)[\s,:]*["“](.*)["”]$/s;
  const UNQUOTED = /^([a-z][a-z-]*)[\s,]+(.+)$/s;
  const CSS_MARKS = /[#.[\]>*=~]|::?[a-z-]+(\(|$)/;
  const OWN_ROLES = new Set(
    "clickable summary date datetime month week time color video audio canvas iframe label object text".split(" "),
  );

  function isRole(/** @type {string} */ word) {
    return agent.roles.ARIA_ROLES.has(word) || OWN_ROLES.has(word);
  }

  /** Find what a target means in this frame. */
  function resolve(/** @type {{ target: string | Wanted, first?: number }} */ { target, first }) {
    agent.refs.startAt(first ?? 1);
    const wanted = typeof target === "string" ? parse(target) : target;
    if (wanted.ref) return resolveRef(wanted.ref);
    if (wanted.css !== undefined) return resolveCss(wanted.css);
    if (wanted.role) return answer(byRole(wanted.role, wanted.name ?? ""), `${wanted.role} ${wanted.name ?? ""}`);
    return resolveText(wanted.text ?? wanted.name ?? "");
  }

  /** @returns {Wanted} */
  function parse(/** @type {string} */ target) {
    const text = target.trim();
    if (/^e\d+$/.test(text)) return { ref: text };
    const quoted = QUOTED.exec(text);
    if (quoted && isRole(quoted[1] ?? "")) return { role: quoted[1], name: quoted[2] };
    return { text };
  }

  function resolveCss(/** @type {string} */ selector) {
    if (!agent.queries.isSelector(selector)) {
      return agent.failure("INVALID_PARAMS", `"${selector}" is not a CSS selector.`);
    }
    return answer(agent.queries.byCss(selector).map(entryFor), "");
  }

  /** Text may also be a selector, or a role and a name without quotes. */
  function resolveText(/** @type {string} */ text) {
    const selector = agent.queries.isSelector(text) ? text : null;
    if (selector && CSS_MARKS.test(selector)) {
      const found = agent.queries.byCss(selector);
      if (found.length) return answer(found.map(entryFor), text);
    }
    const entries = agent.walker.printedEntries();
    const found = byUnquotedRole(text, entries) ?? byText(text, entries);
    if (found.length) return answer(found, text, entries);
    const inside = byOwnWords(text);
    if (inside.length) return unsure(answer(inside, text, entries));
    const acting = containing(entries.filter(isActing), text, (entry) => entry.name);
    if (acting.length) return unsure(answer(acting, text, entries));
    const tagged = selector ? agent.queries.byCss(selector) : [];
    const seen = tagged.filter((element) => !agent.style.isHidden(element));
    if (seen.length) return answer(seen.map(entryFor), text, entries);
    const lines = containing(
      entries.filter((entry) => !isActing(entry)),
      text,
      wordsOf,
    );
    return unsure(answer(lines.length ? lines.map(withName) : tagged.map(entryFor), text, entries));
  }

  /** What shows exactly these words by itself, or asks for input with them, inside something larger. @returns {Entry[]} */
  function byOwnWords(/** @type {string} */ text) {
    const wanted = fold(text);
    const elements = agent.queries.allElements().filter((element) => {
      const words = element.childElementCount ? "" : (dom.textContent(element) ?? "");
      return (
        words.length < text.length + MAX_BLANKS &&
        fold(words || dom.attribute(element, "placeholder") || "") === wanted &&
        agent.style.isSeen(element)
      );
    });
    return wanted ? elements.map((element) => entryFor(agent.fieldLabels.labelled(element) ?? element)) : [];
  }

  /** Found by a part of its words only: something else may fit better. */
  function unsure(/** @type {ReturnType<typeof answer>} */ found) {
    return { ...found, isSure: false, isExact: false };
  }

  function byUnquotedRole(/** @type {string} */ text, /** @type {Entry[]} */ entries) {
    const parts = UNQUOTED.exec(text);
    if (!parts || !isRole(parts[1] ?? "")) return null;
    const found = byRole(parts[1] ?? "", parts[2] ?? "", entries);
    return found.length ? found : null;
  }

  /** @returns {Entry[]} */
  function byRole(/** @type {string} */ role, /** @type {string} */ name, entries = agent.walker.printedEntries()) {
    const wanted = role === "img" ? "image" : role;
    if (wanted === "text")
      return best(
        entries.filter((entry) => entry.kind === "text"),
        name,
        wordsOf,
      ).map(withName);
    const printed = entries.filter((entry) => entry.role === wanted && entry.kind !== "text");
    const found = name ? best(printed, name, (entry) => entry.name) : printed;
    if (found.length) return found;
    const others = unprinted(wanted);
    return name ? best(others, name, (entry) => entry.name) : others;
  }

  /** What is called exactly so, or is of that role. @returns {Entry[]} */
  function byText(/** @type {string} */ text, /** @type {Entry[]} */ entries) {
    const exact = exactly(entries.filter(isActing), text, (entry) => entry.name);
    if (exact.length) return innermost(withoutOwnLists(exact));
    const role = isRole(text) ? byRole(text, "", entries) : [];
    if (role.length) return role;
    return exactly(
      entries.filter((entry) => !isActing(entry)),
      text,
      wordsOf,
    ).map(withName);
  }

  /** A field and the list that it opened are called the same; the field is meant. */
  function withoutOwnLists(/** @type {Entry[]} */ found) {
    if (found.length < 2 || found.length > MAX_MATCHES) return found;
    const lists = new Set(
      found.flatMap(({ element }) => [
        ...dom.referenced(element, "aria-controls"),
        ...dom.referenced(element, "aria-owns"),
      ]),
    );
    return found.filter(({ element }) => !lists.has(element));
  }

  /** A tab that holds a link of the same name is one thing: a press on the inner one is a press on both. */
  function innermost(/** @type {Entry[]} */ found) {
    if (found.length > MAX_MATCHES) return found;
    return found.filter(
      ({ element }) => !found.some((other) => other.element !== element && agent.hits.isInside(other.element, element)),
    );
  }

  function isActing(/** @type {Entry} */ entry) {
    return (
      entry.kind !== "text" &&
      (agent.roles.CONTROL_ROLES.has(entry.role) || entry.role === "clickable" || entry.states.includes("clickable"))
    );
  }

  function withName(/** @type {Entry} */ entry) {
    return entry.kind === "text" ? { ...entry, name: wordsOf(entry) } : entry;
  }

  /** Exact matches, else those that differ in case only, else those that contain the text. */
  function best(
    /** @type {Entry[]} */ entries,
    /** @type {string} */ text,
    /** @type {(entry: Entry) => string} */ words,
  ) {
    const exact = exactly(entries, text, words);
    return exact.length ? exact : containing(entries, text, words);
  }

  function exactly(
    /** @type {Entry[]} */ entries,
    /** @type {string} */ text,
    /** @type {(entry: Entry) => string} */ words,
  ) {
    const wanted = names.collapse(text);
    const same = entries.filter((entry) => words(entry) === wanted);
    if (same.length) return same;
    const folded = fold(text);
    return entries.filter((entry) => fold(words(entry)) === folded);
  }

  function containing(
    /** @type {Entry[]} */ entries,
    /** @type {string} */ text,
    /** @type {(entry: Entry) => string} */ words,
  ) {
    const folded = fold(text);
    return folded ? entries.filter((entry) => fold(words(entry)).includes(folded)) : [];
  }

  function answer(
    /** @type {Entry[]} */ found,
    /** @type {string} */ text,
    /** @type {Entry[] | null} */ entries = null,
  ) {
    const distinct = theOneInSight([...new Map(found.map((entry) => [entry.element, entry])).values()]);
    const matches = distinct.slice(0, MAX_MATCHES).map(agent.finding.summary);
    for (const entry of distinct.slice(0, MAX_MATCHES)) agent.fingerprints.remember(entry);
    const closest = distinct.length || !text ? [] : closestTo(text, entries ?? agent.walker.printedEntries());
    return {
      matches,
      total: distinct.length,
      closest,
      isSure: distinct.length === 1,
      isExact: true,
      next: agent.refs.next(),
    };
  }

  /** Among several the only one that can be seen is meant: a widget, not the field that it hides. */
  function theOneInSight(/** @type {Entry[]} */ found) {
    if (found.length < 2 || found.length > MAX_MATCHES) return found;
    const seen = found.filter(({ element, states }) => {
      return !states.includes("hidden") && !agent.style.isHidden(element) && agent.boxes.isVisible(element);
    });
    return seen.length === 1 ? seen : found;
  }

  function closestTo(/** @type {string} */ text, /** @type {Entry[]} */ entries) {
    const scored = entries
      .filter((entry) => entry.kind !== "text" && entry.name)
      .map((entry) => ({ entry, score: similarity(text, `${entry.name}`) }))
      .filter((found) => found.score > 0.25);
    scored.sort((a, b) => b.score - a.score);
    return scored.slice(0, MAX_CLOSEST).map((found) => agent.finding.summary(found.entry));
  }

  function pairsOf(/** @type {string} */ text) {
    const lower = text.toLowerCase();
    const pairs = new Set();
    for (let at = 0; at + 2 <= lower.length; at += 1) pairs.add(lower.slice(at, at + 2));
    return pairs;
  }

  /** Share of letter pairs two texts have in common. */
  function similarity(/** @type {string} */ left, /** @type {string} */ right) {
    const a = pairsOf(left);
    const b = pairsOf(right.slice(0, 200));
    if (!a.size || !b.size) return 0;
    let common = 0;
    for (const pair of a) if (b.has(pair)) common += 1;
    return (2 * common) / (a.size + b.size);
  }

  /** A ref: the element itself, or the one element that took its place, or why there is none. */
  function resolveRef(/** @type {string} */ ref) {
    const element = agent.element(ref);
    if (element)
      return {
        matches: [agent.finding.summary(entryFor(element))],
        total: 1,
        closest: [],
        rerendered: false,
        next: agent.refs.next(),
      };
    const print = agent.refs.fingerprint(ref);
    if (!print)
      return agent.failure("ELEMENT_STALE", `${ref} is not an element of this page.`, { was: "", candidates: [] });
    const fitting = agent.fingerprints.candidates(print);
    const [only, second] = fitting;
    if (only && (!second || isClearlyBetter(only, second, print))) {
      agent.refs.rebind(ref, only);
      return {
        matches: [agent.finding.summary(entryFor(only))],
        total: 1,
        closest: [],
        rerendered: true,
        next: agent.refs.next(),
      };
    }
    const was = `${print.role} "${print.name}"`;
    const near = fitting.length ? fitting.map(entryFor) : [];
    const candidates = near.length
      ? near.slice(0, MAX_CLOSEST).map(agent.finding.summary)
      : closestTo(print.name, agent.walker.printedEntries());
    return agent.failure("ELEMENT_STALE", `${ref} (${was}) is no longer on the page.`, { was, candidates });
  }

  function isClearlyBetter(
    /** @type {Element} */ best_,
    /** @type {Element} */ second,
    /** @type {import("../types").Fingerprint} */ print,
  ) {
    return Boolean(print.id) && dom.attribute(best_, "id") === print.id && dom.attribute(second, "id") !== print.id;
  }

  /** Elements now that resemble one of an earlier document, known by role and name only. */
  function nearest(/** @type {{ like: { role: string, name: string }, first?: number }} */ { like, first }) {
    agent.refs.startAt(first ?? 1);
    const entries = agent.walker.printedEntries();
    const same = entries.filter((entry) => entry.role === like.role && entry.kind !== "text");
    return { closest: closestTo(like.name, same.length ? same : entries), next: agent.refs.next() };
  }

  /** Find the element of a ref and answer a question about it as well, if that can be done now. */
  async function resolveAnd(
    /** @type {{ ref: string, first?: number, question: string, given: object }} */ { ref, first, question, given },
  ) {
    const found = resolve({ target: { ref }, first });
    if ("error" in found) return found;
    const answer = /** @type {object} */ (await agent.call(question, { ...given, ref }));
    return "error" in answer ? found : { ...found, answer, next: agent.refs.next() };
  }

  agent.define("resolve", resolve);
  agent.define("resolveAnd", resolveAnd);
  agent.define("nearest", nearest);
})();
