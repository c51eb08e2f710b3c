"use strict";
/** One element in full: role, name, description, states and value. */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;

  function describe(/** @type {Element} */ element) {
    const role = agent.roles.roleOf(element);
    const hidden = agent.style.isHidden(element);
    return {
      ref: agent.refOf(element),
      role,
      name: hidden ? "" : agent.names.nameOf(element),
      description: hidden ? "" : agent.names.descriptionOf(element),
      states: agent.states.statesOf(element, role),
      hidden,
    };
  }

  agent.describe = describe;
})();
