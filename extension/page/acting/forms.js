"use strict";
/** Forms as a whole: what each field takes, and sending them. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom, actionability, typing } = agent;

  const CHECKED_ROLES = new Set(["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"]);
  const CHOICE_ROLES = new Set(["combobox", "listbox", "radiogroup"]);

  /** What kind of value a field takes, and why it takes none now, or not the `choices` that are meant for it; the field that mere words stand for. */
  function fieldFacts(/** @type {{ ref: string, choices: string[] }} */ { ref, choices }) {
    const element = agent.element(ref);
    if (!element) return actionability.gone(ref);
    const kind = takes(element);
    const field = typing.fieldFor(element) ?? element;
    const obstacle =
      kind === "text" || kind === "value" ? typing.refusal(field) : actionability.disabled(controlOf(element));
    const meant = kind === "nothing" ? typing.meantBy(element) : null;
    const refused = kind === "choice" && !obstacle ? agent.choosing.refused(element, choices) : null;
    const named = obstacle || kind === "nothing" ? typing.namedBy(element) : null;
    return { takes: kind, named, suggests: typing.suggests(field), obstacle, meant, refused };
  }

  function controlOf(/** @type {Element} */ element) {
    return element instanceof HTMLLabelElement && element.control ? element.control : element;
  }

  /** @returns {import("../contract").FieldFacts["takes"]} */
  function takes(/** @type {Element} */ element) {
    const control = controlOf(element);
    const role = agent.roles.roleOf(control);
    if (CHECKED_ROLES.has(role)) return "check";
    if (control instanceof HTMLInputElement && control.type === "file") return "files";
    if (control instanceof HTMLSelectElement) return "choice";
    if (agent.choosing.radiosIn(control).length) return "choice";
    const field = typing.fieldFor(control);
    if (field && !(role === "combobox" && onlyShows(field)))
      return agent.fields.kindOf(field) === "value" ? "value" : "text";
    return CHOICE_ROLES.has(role) || dom.attribute(control, "aria-haspopup") ? "choice" : "nothing";
  }

  /** Nobody types into a field that only shows the choice of a list. */
  function onlyShows(/** @type {Element} */ field) {
    return field instanceof HTMLInputElement && field.readOnly;
  }

  /** Send the form around an element, or around the focus, or the only one there is. */
  function submitForm(/** @type {{ ref: string }} */ { ref }) {
    const element = ref ? agent.element(ref) : dom.focusedElement();
    if (ref && !element) return actionability.gone(ref);
    const form = formOf(element);
    // Another field can only help where there is a form, here or in a frame.
    if (!form) return { isFound: false, canBeNamed: !ref && agent.queries.byCss("form, iframe, frame").length > 0 };
    agent.settling.begin(form);
    const invalid = form.noValidate ? null : dom.queryAll(form, ":invalid:not(fieldset)")[0];
    form.requestSubmit();
    return {
      isFound: true,
      invalid: invalid ? agent.titles.lookOf(invalid) : null,
      complaint: invalid ? /** @type {HTMLInputElement} */ (invalid).validationMessage : "",
    };
  }

  /** @returns {HTMLFormElement | null} */
  function formOf(/** @type {Element | null} */ element) {
    const own = /** @type {any} */ (element)?.form ?? (element && dom.closest(element, "form"));
    if (own instanceof HTMLFormElement) return own;
    const forms = document.forms;
    return !element && forms.length === 1 ? /** @type {HTMLFormElement} */ (forms[0]) : null;
  }

  agent.define("fieldFacts", fieldFacts);
  agent.define("submitForm", submitForm);
})();
