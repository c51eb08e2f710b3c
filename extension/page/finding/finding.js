"use strict";
/** Looking for elements: by CSS through shadow roots, by role, name, text or pattern. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, names } = agent;

  /** @typedef {import("../types").Entry} Entry */

  const MAX_FOUND = 50;

  /** What the page says in a state: a value, choices, a hint. The words for states are ours. */
  function pagesWordsIn(/** @type {string} */ state, /** @type {Entry} */ entry) {
    // A long value is printed in part only.
    if (state.startsWith("value=")) return [names.collapse(agent.values.printable(entry.element, entry.role) ?? "")];
    // Many choices are only counted.
    if (state.startsWith(CHOICES)) return choicesOf(entry.element);
    return state === agent.hints.hintIn(entry) ? [state] : [];
  }

  const CHOICES = "options=";
  const MAX_CHOICES = 3;

  function choicesOf(/** @type {Element} */ element) {
    return element instanceof HTMLSelectElement ? [...element.options].map(names.choiceLabel) : [];
  }

  /** Show the choices that were found in place of how many there are. @returns {Entry} */
  function withFoundChoices(/** @type {Entry} */ entry, /** @type {WordTest[]} */ tests) {
    const choices = choicesOf(entry.element);
    const found = choices.filter((label) => tests.some((test) => test(label)));
    if (!found.length || found.length === choices.length) return entry;
    const shown = [...found.slice(0, MAX_CHOICES), "…"].join("|");
    const states = entry.states.map((state) =>
      state === `${CHOICES}${choices.length}` ? `${CHOICES}${shown}` : state,
    );
    return { ...entry, states };
  }

  /** @typedef {(words: string) => boolean} WordTest */

  /** @returns {WordTest[]} */
  function testsFor(/** @type {{ text?: string, regex?: string }} */ wanted) {
    const tests = /** @type {WordTest[]} */ ([]);
    const text = names.fold(wanted.text ?? "");
    const pattern = wanted.regex ? new RegExp(wanted.regex, "i") : null;
    if (text) tests.push((words) => names.fold(words).includes(text));
    if (pattern) tests.push((words) => pattern.test(words));
    return tests;
  }

  function fits(/** @type {Entry} */ entry, /** @type {WordTest[]} */ tests, /** @type {string | undefined} */ role) {
    if (role && entry.role !== role) return false;
    const places = [
      agent.entries.wordsOf(entry),
      entry.label ?? "",
      ...entry.states.flatMap((state) => pagesWordsIn(state, entry)),
    ];
    return tests.every((test) => places.some(test));
  }

  /** Answer a search: printed rows that match, each with the place it stands in. */
  function find(
    /** @type {{ text?: string, regex?: string, role?: string, first?: number, limit?: number }} */ wanted,
  ) {
    agent.refs.startAt(wanted.first ?? 1);
    /** @type {WordTest[]} */
    let tests;
    try {
      tests = testsFor(wanted);
    } catch (problem) {
      return agent.failure("INVALID_PARAMS", `Not a regular expression: ${/** @type {Error} */ (problem).message}`);
    }
    const fitting = (/** @type {Entry[]} */ entries) => entries.filter((entry) => fits(entry, tests, wanted.role));
    const printed = fitting(agent.walker.printedEntries());
    const found = printed.length || !wanted.role ? printed : fitting(unprinted(wanted.role));
    const distinct = withoutLinesOfLinks(found).map((entry) => withFoundChoices(entry, tests));
    return {
      total: distinct.length,
      found: distinct.slice(0, wanted.limit ?? MAX_FOUND).map(summary),
      unseen: agent.unreadable.report(),
      next: agent.refs.next(),
    };
  }

  /** A line is left out when the link that matched in it is listed too. */
  function withoutLinesOfLinks(/** @type {Entry[]} */ found) {
    const listed = new Set(found);
    return found.filter((entry) => entry.kind !== "text" || !entry.links.some((link) => listed.has(link)));
  }

  /** An element as a snapshot would print it. @returns {Entry} */
  function entryFor(/** @type {Element} */ element) {
    const { role, name } = agent.clickables.printedAs(element);
    return agent.entries.entryOf(element, "row", role, name, agent.states.statesOf(element, role));
  }

  /** Roles a snapshot does not print can still be meant, by the words that `where` shows. */
  function unprinted(/** @type {string} */ role) {
    const found = agent.queries
      .allElements()
      .filter((element) => agent.roles.roleOf(element) === role && !agent.style.isHidden(element));
    return found.map((element) => {
      const entry = entryFor(element);
      return { ...entry, name: entry.name || excerpt(element) };
    });
  }

  function summary(/** @type {Entry} */ entry) {
    const words = agent.entries.wordsOf(entry);
    return {
      ref: agent.refOf(entry.element),
      role: entry.role,
      name: words.length > 300 ? `${words.slice(0, 300)}…` : words,
      states: entry.states.join(" "),
      where: whereIs(entry.element),
    };
  }

  const PLACES = new Set(
    "banner navigation main complementary contentinfo search form region dialog alertdialog article row listitem group tabpanel menu".split(
      " ",
    ),
  );

  /** The nearest named place around an element, and the row or item it stands in. */
  function whereIs(/** @type {Element} */ element) {
    const places = /** @type {string[]} */ ([]);
    for (let node = dom.parentOf(element); node && places.length < 2; node = dom.parentOf(node)) {
      const place = placeName(node);
      if (place) places.push(place);
    }
    return places.join(" in ");
  }

  function placeName(/** @type {Element} */ node) {
    const role = agent.roles.roleOf(node);
    if (!PLACES.has(role)) return "";
    const name = names.nameOf(node) || (role === "row" || role === "listitem" ? excerpt(node) : "");
    return name ? `${role} "${name.slice(0, 60)}"` : role === "row" || role === "group" ? "" : role;
  }

  function excerpt(/** @type {Element} */ node) {
    return names.collapse(agent.contentText.labelText(node)).slice(0, 50);
  }

  agent.finding = { summary, entryFor, unprinted };
  agent.define("find", find);
})();
