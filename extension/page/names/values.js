"use strict";
/** Values of controls. Passwords, one-time codes and card fields are never read out: they are only `filled`. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;
  const { dom } = agent;

  const SECRET_AUTOCOMPLETE = /(^|\s)(current-password|new-password|one-time-code|cc-[a-z-]+)(\s|$)/i;
  const SECRET_NAME =
    /passw|passphrase|passcode|\bpwd\b|one.?time|\botp\b|\bcvc\d?\b|\bcvv\d?\b|card.?(number|no|num)\b|cardnum|ccnum|\bcc.?(number|num|csc)\b|security.?code|verification.?code|\bpin\b|\bssn\b|\b(totp|2fa|mfa)\b/i;

  /** @type {Map<Element, boolean>} */
  let secrets = new Map();
  agent.onPass(() => {
    secrets = new Map();
  });

  /** A field whose value must never leave the page. */
  function isSecret(/** @type {Element} */ element) {
    let secret = secrets.get(element);
    if (secret === undefined) {
      secret = mustStaySecret(element);
      secrets.set(element, secret);
    }
    return secret;
  }

  function mustStaySecret(/** @type {Element} */ element) {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return isSecretHost(element);
    if (inputTypeOf(element) === "password") rememberPassword(element);
    if (wasPassword(element)) return true;
    if (SECRET_AUTOCOMPLETE.test(dom.attribute(element, "autocomplete") ?? "")) return true;
    return SECRET_NAME.test(spelledNames(element));
  }

  function isSecretHost(/** @type {Element} */ element) {
    return SECRET_AUTOCOMPLETE.test(dom.attribute(element, "autocomplete") ?? "");
  }

  function inputTypeOf(/** @type {Element} */ element) {
    return dom.localName(element) === "input" ? agent.fields.inputType(element) : "";
  }

  /** Once a password field, always one: "show password" switches its type to text. @type {WeakSet<Element>} */
  const passwords = new WeakSet();

  function wasPassword(/** @type {Element} */ element) {
    return passwords.has(element) || /** @type {any} */ (agent.style.styleOf(element)).webkitTextSecurity !== "none";
  }

  function rememberPassword(/** @type {Element} */ element) {
    passwords.add(element);
  }

  /** Everything an author may have called the field, camel case split into words. */
  function spelledNames(/** @type {Element} */ element) {
    const words = ["name", "id", "aria-label", "placeholder", "title", "data-testid"].map(
      (attribute) => dom.attribute(element, attribute) ?? "",
    );
    return words
      .join(" ")
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .replace(/[_-]+/g, " ");
  }

  function selectedLabels(/** @type {HTMLSelectElement} */ select) {
    return [...select.selectedOptions].map(agent.names.choiceLabel);
  }

  const TEXT_ROLES = new Set(["textbox", "searchbox"]);
  const RANGE_ROLES = new Set(["slider", "spinbutton", "scrollbar", "progressbar", "meter"]);

  /** What an ARIA range without a value stands at. */
  const RANGE_DEFAULTS = /** @type {Record<string, string>} */ ({
    meter: "0",
    scrollbar: "50",
    slider: "50",
    spinbutton: "0",
  });

  /** What a control inside a label says about itself, or null when it is not such a control. */
  function spokenValue(/** @type {Element} */ element, /** @type {string} */ role) {
    if (TEXT_ROLES.has(role) || agent.fields.isEditingHost(element)) return textValue(element) || null;
    if (role === "combobox" || role === "listbox") return choiceValue(element, role);
    if (RANGE_ROLES.has(role)) return rangeValue(element) || rangeDefault(element, role);
    return null;
  }

  function rangeDefault(/** @type {Element} */ element, /** @type {string} */ role) {
    return element instanceof HTMLInputElement ? null : (RANGE_DEFAULTS[role] ?? null);
  }

  function textValue(/** @type {Element} */ element) {
    if (isSecret(element)) return "";
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.value;
    return element instanceof HTMLElement ? dom.innerText(element) : (dom.textContent(element) ?? "");
  }

  function choiceValue(/** @type {Element} */ element, /** @type {string} */ role) {
    if (element instanceof HTMLSelectElement) return selectedLabels(element).join(" ") || null;
    if (element instanceof HTMLInputElement) return textValue(element);
    const chosen = chosenOptions(element).join(" ");
    if (chosen || role === "listbox") return chosen || null;
    return agent.focus.isFocusable(element) ? agent.contentText.labelText(element) : null;
  }

  /** The labels of what is chosen and can be seen; an option that is only highlighted is not chosen. */
  function chosenOptions(/** @type {Element} */ element) {
    const scopes = [element, ...dom.referenced(element, "aria-owns")];
    const marked = scopes.flatMap((scope) => [...dom.queryAll(scope, '[role="option"][aria-selected="true"]')]);
    const fields = scopes.flatMap((scope) => [...dom.queryAll(scope, "[aria-activedescendant]")]);
    const chosen = marked.filter(
      (option) => agent.style.isSeen(option) && !isHighlighted(option, [...scopes, ...fields]),
    );
    return [...new Set(chosen.map((option) => agent.names.nameOf(option)))];
  }

  const HIGHLIGHTED = /(^|[\s_-])(active|highlighted)($|\s)/i;

  /** Whether an option is the one that Enter would take: by what points at it, or else by its class. */
  function isHighlighted(/** @type {Element} */ option, /** @type {Element[]} */ pointers) {
    const active = pointers.flatMap((pointer) => dom.referenced(pointer, "aria-activedescendant"));
    return active.length ? active.includes(option) : HIGHLIGHTED.test(dom.attribute(option, "class") ?? "");
  }

  function innerBoxValue(/** @type {Element} */ element) {
    const box = dom.queryAll(element, "input, [role=textbox]")[0];
    return box ? textValue(box) : "";
  }

  function rangeValue(/** @type {Element} */ element) {
    const spoken = dom.attribute(element, "aria-valuetext") ?? dom.attribute(element, "aria-valuenow");
    if (spoken !== null) return spoken;
    if (element instanceof HTMLInputElement) return isSecret(element) ? "" : element.value;
    if (element instanceof HTMLMeterElement) return String(element.value);
    if (element instanceof HTMLProgressElement) return element.position < 0 ? "" : String(element.value);
    return "";
  }

  /** The value to print beside a control, or null when it has none. @returns {string | null} */
  function shownValue(/** @type {Element} */ element, /** @type {string} */ role) {
    if (element instanceof HTMLSelectElement) return selectedLabels(element).join(", ");
    if (element instanceof HTMLProgressElement) return element.position < 0 ? null : String(element.value);
    if (element instanceof HTMLMeterElement) return String(element.value);
    if (element instanceof HTMLInputElement) return inputValue(element);
    if (element instanceof HTMLTextAreaElement) return textValue(element);
    if (RANGE_ROLES.has(role)) return rangeValue(element);
    if (TEXT_ROLES.has(role) || agent.fields.isEditingHost(element)) return agent.names.collapse(textValue(element));
    return role === "combobox" ? comboboxValue(element) : null;
  }

  /** A combobox made of other elements shows its choice as its text. */
  function comboboxValue(/** @type {Element} */ element) {
    return (
      chosenOptions(element).join(", ") ||
      innerBoxValue(element) ||
      agent.names.collapse(agent.contentText.labelText(element))
    );
  }

  /** The value a snapshot may show; nothing of a secret field. */
  function printable(/** @type {Element} */ element, /** @type {string} */ role) {
    if (!mayHaveValue(element, role)) return null;
    return isSecret(element) ? null : shownValue(element, role);
  }

  const VALUE_TAGS = new Set(["input", "select", "textarea", "progress", "meter"]);

  function mayHaveValue(/** @type {Element} */ element, /** @type {string} */ role) {
    if (VALUE_TAGS.has(dom.localName(element)) || role === "combobox") return true;
    return TEXT_ROLES.has(role) || RANGE_ROLES.has(role) || agent.fields.isEditingHost(element);
  }

  const VALUELESS = new Set(["button", "submit", "reset", "image", "checkbox", "radio", "hidden"]);

  function inputValue(/** @type {HTMLInputElement} */ input) {
    const type = agent.fields.inputType(input);
    if (VALUELESS.has(type)) return null;
    if (type === "file") return [...(input.files ?? [])].map((file) => file.name).join(", ");
    return textValue(input);
  }

  /** Whether a secret field holds anything. */
  function isFilled(/** @type {Element} */ element) {
    return /** @type {HTMLInputElement} */ (element).value !== "";
  }

  agent.names.sources.value = spokenValue;
  agent.values = { isSecret, printable, isFilled, selectedLabels, isHighlighted };
})();
