(() => {
  const agent = globalThis.tabwire;
  agent.beginPass();

  function describe(/** @type {Element} */ element) {
    const hidden = agent.style.isHidden(element);
    const words = hidden ? ["", ""] : [agent.names.nameOf(element), agent.names.descriptionOf(element)];
    return [element.localName, hidden, agent.roles.roleOf(element), ...words];
  }

  /** Every element in the order of the document, those of a shadow tree before the children of its host. */
  function inOrder(/** @type {ParentNode} */ parent) {
    return [...parent.children].flatMap((element) => {
      const inside = element.shadowRoot ? inOrder(element.shadowRoot) : [];
      return [describe(element), ...inside, ...inOrder(element)];
    });
  }
  return inOrder(document);
})();
