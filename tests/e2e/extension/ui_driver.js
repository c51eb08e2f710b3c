/** Runs in the popup or the options page: looks at it and uses it as a person does. */
(() => {
  const find = (id) => document.getElementById(id);
  const set = (element, value) => {
    if (element.type === "checkbox" || element.type === "radio") element.click();
    else {
      element.value = value;
      element.dispatchEvent(new Event("change", { bubbles: true }));
    }
  };
  globalThis.ui = {
    /** What an element says; nothing while it is hidden. */
    text: (id) => (find(id).checkVisibility() ? find(id).innerText : ""),
    /** What an element would say if it were shown. */
    label: (id) => find(id).textContent,
    press: (id) => find(id).click(),
    isOpen: (id) => !find(id).disabled,
    fill: (id, value) => set(find(id), value),
    choose: (name, value) => set(document.querySelector(`[name="${name}"]${value ? `[value="${value}"]` : ""}`), value),
    value: (id) => find(id).value,
    chosen: (name) => document.querySelector(`[name="${name}"]:checked`)?.value ?? null,
    /** Wait until an element says something. */
    until: (id, words) =>
      new Promise((resolve) => {
        const look = () => {
          if (!globalThis.ui.text(id).includes(words)) return;
          observer.disconnect();
          resolve(globalThis.ui.text(id));
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        look();
      }),
    /** Wait until the form is filled in. */
    untilValue: (id, value) =>
      new Promise((resolve) => {
        const look = () =>
          document.querySelector("[name=level]:checked") && find(id).value === value
            ? resolve(true)
            : requestAnimationFrame(look);
        look();
      }),
    /** Controls without a name, which people who hear the page could not use. */
    nameless: () =>
      [...document.querySelectorAll("button, input, select, textarea")]
        .filter((control) => control.checkVisibility())
        .filter((control) => !(control.innerText || control.ariaLabel || control.labels?.length || control.title))
        .map((control) => control.outerHTML),
    /** Texts that were left in the key's own name, or empty. */
    untranslated: () =>
      [...document.querySelectorAll("[data-words]")]
        .filter(({ dataset, textContent }) => !textContent || textContent === dataset.words)
        .map(({ dataset }) => dataset.words),
  };
})();
