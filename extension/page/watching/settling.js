"use strict";
/**
 * Noticing what an action did, and when the page has come to rest.
 * Elements that change by themselves, frame after frame, are recognised: they never hold an action up.
 */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, timing, motions } = agent;

  const RESTLESS_FRAMES = 3;
  // Beyond this, looking for every shadow root costs more than it tells.
  const MANY_ELEMENTS = 5000;
  const MAX_TOUCHED = 20;
  const MAX_LISTED = 4;
  const MAX_FIELDS = 500;
  const MAX_CLASSES = 30;
  const EVENTS = ["input", "change", "focusin", "scroll", "scrollend", "toggle", "select", "close", "reset"];

  const REST_WITHIN_MS = 1000;

  /** @typedef {import("../contract").PageAgentFunctions} Functions */
  /** @typedef {import("../contract").EffectReport["effects"][number]} Effect */
  /**
   * @typedef {{
   *   began: number, effects: Set<Effect>, isFresh: boolean, targets: Map<EventTarget, string>, frames: number,
   *   resting: Promise<void> | null, deadline: number,
   *   changes: WeakMap<Node, Map<string, { frame: number, count: number }>>, observer: MutationObserver,
   *   waiting: Set<() => void>, touched: Set<Element>, values: Map<Element, string>, positions: Map<EventTarget, string>,
   * }} Watch
   */
  /** @type {Watch | null} */
  let watch = null;

  /** Look out for effects of acting on an element from now on. */
  function begin(/** @type {Element | null} */ target) {
    end();
    const observer = new MutationObserver(noteRecords);
    watch = {
      began: performance.now(),
      effects: new Set(),
      isFresh: false,
      targets: new Map(),
      frames: 0,
      resting: null,
      deadline: Infinity,
      changes: new WeakMap(),
      observer,
      waiting: new Set(),
      touched: new Set(),
      values: valuesNow(),
      positions: positionsAround(target),
    };
    if (target) join(target);
    for (const tree of treesAround(target)) {
      observer.observe(tree, { subtree: true, childList: true, attributes: true, characterData: true });
    }
    for (const name of EVENTS) document.addEventListener(name, onEvent, { capture: true, passive: true });
  }

  /** Where everything stands that may have been scrolled to bring an element into view: word of that comes later. */
  function positionsAround(/** @type {Element | null} */ target) {
    const positions = /** @type {Map<EventTarget, string>} */ (new Map([[document, positionOf(document)]]));
    for (let node = target; node; node = dom.parentOf(node)) positions.set(node, positionOf(node));
    return positions;
  }

  function positionOf(/** @type {EventTarget} */ scroller) {
    return scroller instanceof Element
      ? `${scroller.scrollLeft} ${scroller.scrollTop}`
      : `${window.scrollX} ${window.scrollY}`;
  }

  function isScrolledBefore(/** @type {EventTarget} */ scroller) {
    return watch?.positions.get(scroller) === positionOf(scroller);
  }

  /** What the fields hold: scripts change it without a mutation or an event. */
  function valuesNow() {
    const fields = /** @type {HTMLInputElement[]} */ (
      [...dom.queryAll(document, "input, select, textarea")].slice(0, MAX_FIELDS)
    );
    return new Map(fields.map((field) => [/** @type {Element} */ (field), `${field.checked} ${field.value}`]));
  }

  function hasNewValues(/** @type {Watch} */ { values, targets }) {
    return [...valuesNow()].some(([field, value]) => !targets.has(field) && (values.get(field) ?? value) !== value);
  }

  /** Take another element into the same action. */
  function join(/** @type {Element} */ target) {
    watch?.targets.set(target, classOf(target));
  }

  function classOf(/** @type {Element} */ element) {
    return dom.attribute(element, "class") ?? "";
  }

  const PASSING = /hover|focus|ripple|waves|press|touch/i;

  /** What the class of something that was pressed says now: many pages show a choice by nothing else. Of fields it tells less than their values. */
  function newClasses() {
    const isPressed = (/** @type {EventTarget} */ target) =>
      target instanceof Element && dom.isConnected(target) && agent.fields.kindOf(target) === "none";
    const targets = /** @type {[Element, string][]} */ (
      [...(watch?.targets ?? [])].filter(([target]) => isPressed(target))
    );
    const changed = targets.map(([target, before]) => {
      const [was, is] = [lastingIn(before), lastingIn(classOf(target))];
      return {
        ref: agent.refOf(target),
        came: is.filter((name) => !was.includes(name)),
        went: was.filter((name) => !is.includes(name)),
      };
    });
    return changed.filter(({ came, went }) => came.length || went.length);
  }

  /** @returns {string[]} */
  function lastingIn(/** @type {string} */ names) {
    return names
      .split(/\s+/)
      .filter((name) => name && !PASSING.test(name))
      .slice(0, MAX_CLASSES);
  }

  function end() {
    if (!watch) return;
    watch.observer.disconnect();
    for (const name of EVENTS) document.removeEventListener(name, onEvent, { capture: true });
    watch = null;
  }

  /** @returns {Node[]} */
  function treesAround(/** @type {Element | null} */ target) {
    if (document.getElementsByTagName("*").length <= MANY_ELEMENTS) return agent.queries.allTrees();
    const trees = /** @type {Node[]} */ ([document]);
    for (let node = /** @type {Node | null} */ (target); node; ) {
      const root = dom.rootOf(node);
      if (!(root instanceof ShadowRoot)) break;
      trees.push(root);
      node = root.host;
    }
    return trees;
  }

  function onEvent(/** @type {Event} */ event) {
    if (event.type === "focusin" && isOwnFocus(event)) return;
    if (event.type.startsWith("scroll") && isScrolledBefore(/** @type {EventTarget} */ (event.composedPath()[0])))
      return;
    note(effectOf(event));
  }

  /** What kind of effect an event stands for. The reply itself tells what was typed into the field. @returns {Effect} */
  function effectOf(/** @type {Event} */ event) {
    if (event.type === "focusin") return "focus";
    if (event.type.startsWith("scroll")) return "scroll";
    const changed = event.composedPath()[0];
    return isTarget(changed) && agent.fields.kindOf(changed) !== "none" ? "typing" : "value";
  }

  /** A button that is pressed gets the focus; that alone is no effect. For a field it is the whole point. */
  function isOwnFocus(/** @type {Event} */ event) {
    const focused = event.composedPath()[0];
    return isTarget(focused) && agent.fields.kindOf(focused) === "none";
  }

  /** @returns {node is Element} */
  function isTarget(/** @type {EventTarget | undefined} */ node) {
    return node instanceof Element && watch !== null && watch.targets.has(node);
  }

  function note(/** @type {Effect} */ effect) {
    if (!watch) return;
    watch.effects.add(effect);
    for (const look of [...watch.waiting]) look();
  }

  function noteRecords(/** @type {MutationRecord[]} */ records) {
    for (const record of records) if (watch && mayBeEffect(watch, record)) noteChange(watch, record);
  }

  /** A field's own attributes follow what is typed; they are no sign of more to come. */
  function noteChange(/** @type {Watch} */ watching, /** @type {MutationRecord} */ record) {
    const isOwn = record.type === "attributes" && watching.targets.has(record.target);
    if (!isOwn) {
      watching.isFresh = true;
      void rest(watching);
    }
    note(isOwn ? "value" : "dom");
    if (!isOwn && !watching.effects.has("shown") && bringsIntoView(watching, record)) note("shown");
    remember(watching, record);
    if (isOwn && promisesMore(/** @type {Element} */ (record.target))) note("promise");
  }

  /** Whether a change has brought something into view: a new element, or one that was there already. */
  function bringsIntoView(
    /** @type {Watch} */ { targets },
    /** @type {MutationRecord} */ { type, target, addedNodes },
  ) {
    if (type === "childList") return [...addedNodes].some((node) => node instanceof Element);
    if (!(target instanceof Element) || type !== "attributes") return false;
    const isAround = [...targets.keys()].some((own) => own instanceof Element && agent.hits.isInside(own, target));
    return !isAround && agent.style.isSeen(target);
  }

  /** Keep the first elements that changed: all there is to report of a page too large to be compared. */
  function remember(/** @type {Watch} */ watching, /** @type {MutationRecord} */ record) {
    const parts = record.type === "childList" && record.addedNodes.length ? [...record.addedNodes] : [record.target];
    for (const node of parts) {
      const element = node instanceof Element ? node : dom.parentElement(node);
      if (element && watching.touched.size < MAX_TOUCHED) watching.touched.add(element);
    }
  }

  /** What changed on a large page, read from the elements themselves. */
  function touchedLines() {
    if (!watch || !agent.changes.isTooLarge()) return [];
    const shown = [...watch.touched].filter((element) => dom.isConnected(element) && agent.boxes.isVisible(element));
    const inner = shown.filter(
      (element) => !shown.some((other) => other !== element && agent.hits.isInside(element, other)),
    );
    return inner.slice(0, MAX_LISTED).map((element) => agent.titles.lookOf(element));
  }

  const AT_WORK = /(^|[-_\s])(loading|busy|pending)([-_\s]|$)/i;

  /** An element that says "expanded" or "busy" about itself announces what has yet to come. */
  function promisesMore(/** @type {Element} */ element) {
    if (AT_WORK.test(dom.attribute(element, "class") ?? "")) return true;
    return (
      dom.attribute(element, "aria-expanded") === "true" ||
      dom.attribute(element, "aria-busy") === "true" ||
      dom.hasAttribute(element, "disabled")
    );
  }

  /** Whether a change may be the action's doing. */
  function mayBeEffect(/** @type {Watch} */ watching, /** @type {MutationRecord} */ record) {
    const { target } = record;
    const kind = motions.kindOf(record);
    if (motions.isRestless(target, kind)) return false;
    // While input is still being sent, it is the input that moves things.
    if (watching.deadline === Infinity) return true;
    const kinds = motions.mapFor(watching.changes, target);
    const known = kinds.get(kind);
    if (!known) kinds.set(kind, { frame: watching.frames, count: 1 });
    else if (known.frame !== watching.frames) {
      known.frame = watching.frames;
      known.count += 1;
      if (known.count > RESTLESS_FRAMES && !motions.isSetOffSince(watching.began, target))
        motions.setRestless(target, kind);
    }
    return true;
  }

  /**
   * Wait until nothing changes any more, frame by frame; `afterTask` is enough when nothing changed at all.
   * `frames` is how many the page gets in any case: who observes what comes into view hears of it after the first.
   * `reportAfter` names the effects after which the answer says what changed; the caller knows that the box `checks` is checked.
   * With `guarded`, a press was aimed here: one that missed is reported at once. `reads` names fields to read back at rest.
   */
  async function settle(
    /** @type {Functions["settle"]["args"]} */
    { afterTask = false, frames = 1, reportAfter, checks = "", first = 1, guarded = false, reads = null },
  ) {
    const verdict = guarded ? agent.pressGuard.release() : null;
    if (verdict?.hasMissed) return { ...report(), verdict };
    if (afterTask) await timing.nextTask();
    if (watch) await untilAtRest(watch, afterTask ? 0 : frames);
    else for (let drawn = 0; drawn < frames; drawn += 1) await timing.nextFrame();
    if (watch && hasNewValues(watch)) note("value");
    agent.changes.noteValues(checks ? agent.element(checks) : null);
    const isReported = reportAfter?.some((effect) => watch?.effects.has(effect));
    return {
      ...report(),
      changes: isReported ? agent.changes.sinceLastReport({ first }) : null,
      fields: reads ? agent.typedText.read(reads) : null,
    };
  }

  async function untilAtRest(/** @type {Watch} */ watching, /** @type {number} */ frames) {
    watching.deadline = performance.now() + REST_WITHIN_MS;
    noteRecords(watching.observer.takeRecords());
    // A frame that was drawn since the first change, while the caller was on its way, need not be waited for again.
    const due = frames + Math.max(watching.frames - 1, 0);
    while (watching.resting || watching.frames < due) await rest(watching);
  }

  /** Follow the page from its first change on, until a frame brings no other. @returns {Promise<void>} */
  function rest(/** @type {Watch} */ watching) {
    watching.resting ??= restByFrames(watching);
    return watching.resting;
  }

  async function restByFrames(/** @type {Watch} */ watching) {
    do {
      watching.isFresh = false;
      await timing.nextFrame();
      watching.frames += 1;
      if (watching === watch) noteRecords(watching.observer.takeRecords());
    } while (watching.isFresh && watching === watch && performance.now() < watching.deadline);
    watching.resting = null;
  }

  function report() {
    return {
      effects: [...(watch?.effects ?? [])],
      touched: touchedLines(),
      classes: newClasses(),
    };
  }

  /** Wait for the first effect, of the awaited kind if one is named, for a while. */
  async function firstEffect(/** @type {Functions["firstEffect"]["args"]} */ { limitMs, awaited }) {
    const current = watch;
    if (!current) return report();
    const has = () => (awaited ? current.effects.has(awaited) : current.effects.size > 0);
    if (!has()) await nextEffect(current, has, limitMs);
    return report();
  }

  function nextEffect(/** @type {Watch} */ current, /** @type {() => boolean} */ has, /** @type {number} */ limitMs) {
    return new Promise((resolve) => {
      const done = () => {
        callOff();
        current.waiting.delete(look);
        resolve(undefined);
      };
      const look = () => {
        if (has()) done();
      };
      const callOff = timing.after(done, limitMs);
      current.waiting.add(look);
    });
  }

  agent.settling = { begin, join };
  agent.define("watchEffects", ({ ref }) => {
    begin(ref ? agent.element(ref) : null);
    return null;
  });
  // The frame inside this one that keys, or a press at a point, go to.
  agent.define("innerFrame", ({ point }) => {
    const holder = point ? agent.hits.elementAt(point.x, point.y) : dom.focusedElement();
    return holder && /^i?frame$/.test(dom.localName(holder)) ? agent.refOf(holder) : "";
  });
  agent.define("settle", settle);
  agent.define("firstEffect", firstEffect);
})();
