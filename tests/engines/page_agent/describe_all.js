(() => {
  const agent = globalThis.tabwire;
  agent.beginPass();
  return [...document.querySelectorAll("*")].map((element) => {
    const hidden = agent.style.isHidden(element);
    return [element.localName, agent.roles.roleOf(element), hidden ? "" : agent.names.nameOf(element), hidden];
  });
})();
