"use strict";
/**
 * Reading the DOM safely and in the flat tree (what is rendered: shadow roots, slots, aria-owns).
 * A form control named "tagName" or "children" hides the form's own property of that name, in every
 * world; so properties are read through the prototypes' getters, never through the element.
 */
(() => {
  const agent = globalThis.tabwire;
  if (agent.ready) return;

  const uncurried = Function.prototype.call.bind(Function.prototype.bind, Function.prototype.call);

  /** @returns {any} */
  function getter(/** @type {object} */ prototype, /** @type {string} */ name) {
    const property = Object.getOwnPropertyDescriptor(prototype, name);
    return property?.get ? uncurried(property.get) : () => null;
  }

  /** @returns {any} */
  function method(/** @type {any} */ prototype, /** @type {string} */ name) {
    return prototype[name] ? uncurried(prototype[name]) : () => null;
  }

  /** @type {(element: Element) => string} */
  const localName = getter(Element.prototype, "localName");
  /** @type {(node: Node) => number} */
  const nodeType = getter(Node.prototype, "nodeType");
  /** @type {(node: Node) => Node | null} */
  const firstChild = getter(Node.prototype, "firstChild");
  /** @type {(node: Node) => Node | null} */
  const lastChild = getter(Node.prototype, "lastChild");
  /** @type {(node: Node) => Node | null} */
  const nextSibling = getter(Node.prototype, "nextSibling");
  /** @type {(node: Node) => Node | null} */
  const previousSibling = getter(Node.prototype, "previousSibling");
  /** @type {(node: Node) => Node | null} */
  const parentNode = getter(Node.prototype, "parentNode");
  /** @type {(node: Node) => Element | null} */
  const parentElement = getter(Node.prototype, "parentElement");
  /** @type {(node: Node) => string | null} */
  const textContent = getter(Node.prototype, "textContent");
  /** @type {(element: HTMLElement) => string} */
  const innerText = getter(HTMLElement.prototype, "innerText");
  /** @type {(node: Node) => boolean} */
  const isConnected = getter(Node.prototype, "isConnected");
  /** @type {(node: Node) => Node} */
  const rootOf = method(Node.prototype, "getRootNode");
  /** @type {(node: Node, other: Node) => number} */
  const comparePosition = method(Node.prototype, "compareDocumentPosition");
  /** @type {(node: Node, other: Node | null) => boolean} */
  const contains = method(Node.prototype, "contains");
  /** @type {(element: Element, name: string) => string | null} */
  const attribute = method(Element.prototype, "getAttribute");
  /** @type {(element: Element, name: string) => boolean} */
  const hasAttribute = method(Element.prototype, "hasAttribute");
  /** @type {(element: Element) => boolean} */
  const hasAttributes = method(Element.prototype, "hasAttributes");
  /** @type {(element: Element) => string[]} */
  const attributeNames = method(Element.prototype, "getAttributeNames");
  /** @type {(element: Element) => NamedNodeMap} */
  const attributesOf = getter(Element.prototype, "attributes");
  /** @type {(element: Element, selector: string) => boolean} */
  const matches = method(Element.prototype, "matches");
  /** @type {(element: Element, selector: string) => Element | null} */
  const closest = method(Element.prototype, "closest");
  /** @type {(element: Element) => DOMRect} */
  const rectOf = method(Element.prototype, "getBoundingClientRect");
  /** @type {(element: Element, options: object) => boolean} */
  const checkVisibility = method(Element.prototype, "checkVisibility");
  /** @type {(element: Element) => ShadowRoot | null} */
  const openRoot = getter(Element.prototype, "shadowRoot");
  /** @type {(element: Element) => HTMLSlotElement | null} */
  const slotOfElement = getter(Element.prototype, "assignedSlot");
  /** @type {(text: Text) => HTMLSlotElement | null} */
  const slotOfText = getter(Text.prototype, "assignedSlot");
  /** @type {(text: CharacterData) => string} */
  const textData = getter(CharacterData.prototype, "data");
  const tabIndexes = [HTMLElement, SVGElement, MathMLElement].map((kind) => ({
    kind,
    read: getter(kind.prototype, "tabIndex"),
  }));
  /** @type {(element: HTMLElement) => boolean} */
  const isContentEditable = getter(HTMLElement.prototype, "isContentEditable");
  /** @type {(node: ParentNode, selector: string) => NodeListOf<Element>} */
  const queryElement = method(Element.prototype, "querySelectorAll");
  /** @type {(node: ParentNode, selector: string) => NodeListOf<Element>} */
  const queryDocument = method(Document.prototype, "querySelectorAll");
  /** @type {(node: ParentNode, selector: string) => NodeListOf<Element>} */
  const queryFragment = method(DocumentFragment.prototype, "querySelectorAll");
  /** @type {(scope: Document, id: string) => Element | null} */
  const documentById = method(Document.prototype, "getElementById");
  /** @type {(scope: DocumentFragment, id: string) => Element | null} */
  const fragmentById = method(DocumentFragment.prototype, "getElementById");
  /** @type {(scope: Document) => Element | null} */
  const documentActive = getter(Document.prototype, "activeElement");
  /** @type {(scope: Document) => HTMLElement | null} */
  const bodyOf = getter(Document.prototype, "body");
  /** @type {(scope: Document) => Element | null} */
  const documentElementOf = getter(Document.prototype, "documentElement");
  /** @type {(scope: Document) => string} */
  const titleOf = getter(Document.prototype, "title");

  const ELEMENT = 1;
  const TEXT = 3;
  const DOCUMENT = 9;
  const FRAGMENT = 11;

  /** What custom elements declare by ElementInternals, as if it were written. @type {WeakMap<Element, Record<string, string>>} */
  const internals = new WeakMap();

  /** Replaces what reads attributes as written, once an element declares more. Attributes are read by the thousand. */
  const withInternals = {
    hasInternals: true,
    attribute: (/** @type {Element} */ element, /** @type {string} */ name) =>
      attribute(element, name) ?? internals.get(element)?.[name] ?? null,
    hasAttribute: (/** @type {Element} */ element, /** @type {string} */ name) =>
      hasAttribute(element, name) || internals.get(element)?.[name] !== undefined,
    hasAttributes: (/** @type {Element} */ element) => hasAttributes(element) || internals.has(element),
  };

  /**
   * Take over from the engine what an element declares, or nothing if it declares nothing any more; return whether it
   * is the first time, and whether it fell silent.
   */
  function adoptInternals(/** @type {Element} */ element, /** @type {Record<string, string>} */ words) {
    const isNew = !internals.has(element);
    const isSilent = !("role" in words);
    if (isSilent) internals.delete(element);
    else internals.set(element, words);
    Object.assign(agent.dom, withInternals);
    return { isNew, isSilent };
  }

  /** Closed roots the engine handed over, by host. @type {WeakMap<Element, ShadowRoot>} */
  const adoptedRoots = new WeakMap();
  let hasAdopted = false;
  /** @type {any} */
  const extensionDom = /** @type {any} */ (globalThis).chrome?.dom;

  /** Tags that may carry a shadow root besides custom elements. */
  const SHADOW_HOSTS = new Set(
    "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(" "),
  );

  function canHostShadow(/** @type {Element} */ element) {
    const tag = localName(element);
    return tag.includes("-") || SHADOW_HOSTS.has(tag);
  }

  /** The shadow root of an element: open, handed over, or opened by the extension's own API. */
  function shadowOf(/** @type {Element} */ element) {
    const open = openRoot(element);
    if (open) return open;
    const adopted = adoptedRoots.get(element);
    if (adopted) return adopted;
    if (!extensionDom?.openOrClosedShadowRoot || !canHostShadow(element)) return null;
    return /** @type {ShadowRoot | null} */ (extensionDom.openOrClosedShadowRoot(element));
  }

  /** Take over a closed root from the engine; return whether it is new. */
  function adoptRoot(/** @type {ShadowRoot} */ root) {
    if (!canHostShadow(root.host) || shadowOf(root.host)) return false;
    adoptedRoots.set(root.host, root);
    hasAdopted = true;
    return true;
  }

  function isSlot(/** @type {Element} */ element) {
    return localName(element) === "slot" && element instanceof HTMLSlotElement;
  }

  /** First node of the flat tree below `element` when that differs from its plain children, else null. */
  function slottedNodes(/** @type {Element} */ element) {
    if (!isSlot(element)) return null;
    const nodes = /** @type {HTMLSlotElement} */ (element).assignedNodes();
    return nodes.length ? nodes : null;
  }

  /** Elements moved by aria-owns: owner to owned, and owned to owner. */
  let owned = new Map();
  let ownerOf = new Map();

  function collectOwnership() {
    owned = new Map();
    ownerOf = new Map();
    for (const owner of queryDocument(document, "[aria-owns]")) adoptOwned(owner);
  }

  function adoptOwned(/** @type {Element} */ owner) {
    // Fields have no children: what one of them "owns" stays where it is.
    if (closest(owner, '[aria-hidden="true"]') || matches(owner, "input, textarea, select, img")) return;
    const children = [...new Set(referenced(owner, "aria-owns"))].filter((child) => canOwn(owner, child));
    if (!children.length) return;
    owned.set(owner, children);
    for (const child of children) ownerOf.set(child, owner);
  }

  function canOwn(/** @type {Element} */ owner, /** @type {Element} */ child) {
    return child !== owner && !ownerOf.has(child) && !contains(child, owner);
  }

  let ownershipKnown = false;
  agent.onPass(() => {
    ownershipKnown = false;
  });

  function knowOwnership() {
    if (ownershipKnown) return;
    ownershipKnown = true;
    collectOwnership();
  }

  /** Child nodes in the flat tree, in the order they are rendered and read. @returns {Node[]} */
  function childrenOf(/** @type {Node} */ node) {
    knowOwnership();
    const children = plainChildren(node);
    if (!owned.size) return children;
    const kept = children.filter((child) => !ownerOf.has(child));
    const extra = owned.get(node);
    return extra ? kept.concat(extra) : kept;
  }

  /** The children in the flat tree are simply the child nodes. */
  function hasPlainChildren(/** @type {Element} */ element) {
    knowOwnership();
    if (owned.size || openRoot(element)) return false;
    const tag = localName(element);
    if (tag === "slot" || tag === "details") return false;
    return !hasAdopted && !extensionDom;
  }

  /** @returns {Node[]} */
  function plainChildren(/** @type {Node} */ node) {
    if (nodeType(node) === ELEMENT) {
      const element = /** @type {Element} */ (node);
      const slotted = slottedNodes(element);
      if (slotted) return slotted;
      const root = shadowOf(element);
      if (root) return listChildren(root);
      if (localName(element) === "details" && !hasAttribute(element, "open")) return summaryOf(element);
    }
    return listChildren(node);
  }

  /** All that a closed `details` shows. */
  function summaryOf(/** @type {Element} */ details) {
    return listChildren(details)
      .filter((child) => nodeType(child) === ELEMENT && localName(/** @type {Element} */ (child)) === "summary")
      .slice(0, 1);
  }

  function listChildren(/** @type {Node} */ node) {
    /** @type {Node[]} */
    const children = [];
    for (let child = firstChild(node); child; child = nextSibling(child)) children.push(child);
    return children;
  }

  /** The slot a node is shown in, also when its shadow root is closed. */
  function slotOf(/** @type {Node} */ node) {
    const type = nodeType(node);
    if (type !== ELEMENT && type !== TEXT) return null;
    const slot = type === TEXT ? slotOfText(/** @type {Text} */ (node)) : slotOfElement(/** @type {Element} */ (node));
    if (slot) return slot;
    const parent = parentElement(node);
    const root = parent && adoptedRoots.get(parent);
    if (!root) return null;
    const wanted = type === TEXT ? "" : (attribute(/** @type {Element} */ (node), "slot") ?? "");
    return [...root.querySelectorAll("slot")].find((candidate) => candidate.name === wanted) ?? null;
  }

  /** Parent element in the flat tree. @returns {Element | null} */
  function parentOf(/** @type {Node} */ node) {
    knowOwnership();
    return ownerOf.get(node) ?? renderedParentOf(node);
  }

  /** The parent by which an element is laid out and gets its events, whoever owns it. @returns {Element | null} */
  function renderedParentOf(/** @type {Node} */ node) {
    const parent = parentNode(node);
    if (!parent) return null;
    if (nodeType(parent) === FRAGMENT) return /** @type {ShadowRoot} */ (parent).host ?? null;
    if (nodeType(parent) !== ELEMENT) return null;
    const host = /** @type {Element} */ (parent);
    return shadowOf(host) ? (slotOf(node) ?? host) : host;
  }

  /** Elements named by an attribute that lists ids, in order. @returns {Element[]} */
  function referenced(/** @type {Element} */ element, /** @type {string} */ name) {
    const explicit = elementReferences(element, name);
    if (explicit) return explicit;
    const ids = (attribute(element, name) ?? "").split(/\s+/).filter(Boolean);
    const scope = rootOf(element);
    return /** @type {Element[]} */ (ids.map((id) => elementById(scope, id)).filter((target) => target !== null));
  }

  const REFERENCE_PROPERTIES = /** @type {Record<string, string>} */ ({
    "aria-labelledby": "ariaLabelledByElements",
    "aria-describedby": "ariaDescribedByElements",
    "aria-owns": "ariaOwnsElements",
  });

  /** Element references set from script leave an empty attribute behind. */
  function elementReferences(/** @type {Element} */ element, /** @type {string} */ name) {
    const property = REFERENCE_PROPERTIES[name];
    if (!property || attribute(element, name) !== "") return null;
    return /** @type {Element[] | null} */ (/** @type {any} */ (element)[property]);
  }

  /** Where an element stands among those that Tab walks through; drawings and formulas may, too. @returns {number} */
  function tabIndex(/** @type {Element} */ element) {
    return tabIndexes.find(({ kind }) => element instanceof kind)?.read(element) ?? -1;
  }

  function elementById(/** @type {Node} */ scope, /** @type {string} */ id) {
    if (nodeType(scope) === DOCUMENT) return documentById(/** @type {Document} */ (scope), id);
    if (nodeType(scope) === FRAGMENT) return fragmentById(/** @type {DocumentFragment} */ (scope), id);
    return null;
  }

  /** All elements that match, in this tree only. */
  function queryAll(/** @type {Node} */ scope, /** @type {string} */ selector) {
    const type = nodeType(scope);
    if (type === DOCUMENT) return queryDocument(/** @type {Document} */ (scope), selector);
    if (type === FRAGMENT) return queryFragment(/** @type {DocumentFragment} */ (scope), selector);
    return queryElement(/** @type {Element} */ (scope), selector);
  }

  /** The focused element, looked up through shadow roots. */
  function focusedElement() {
    let focused = documentActive(document);
    while (focused) {
      const root = shadowOf(focused);
      const inner = root?.activeElement;
      if (!inner) break;
      focused = inner;
    }
    return focused === bodyOf(document) ? null : focused;
  }

  agent.dom = {
    ELEMENT,
    TEXT,
    DOCUMENT,
    FRAGMENT,
    localName,
    nodeType,
    firstChild,
    lastChild,
    nextSibling,
    previousSibling,
    parentNode,
    parentElement,
    textContent,
    innerText,
    textData,
    isConnected,
    rootOf,
    comparePosition,
    contains,
    attribute,
    hasAttribute,
    hasAttributes,
    attributeNames,
    attributesOf,
    matches,
    closest,
    rectOf,
    checkVisibility,
    tabIndex,
    isContentEditable,
    shadowOf,
    canHostShadow,
    adoptRoot,
    adoptInternals,
    hasInternals: false,
    childrenOf,
    hasPlainChildren,
    parentOf,
    renderedParentOf,
    slotOf,
    isSlot,
    referenced,
    queryAll,
    focusedElement,
    bodyOf,
    documentElementOf,
    titleOf,
    isOwner: (/** @type {Element} */ element) => owned.has(element),
    isOwned: (/** @type {Node} */ node) => ownerOf.has(node),
  };
  agent.adoptRoots = (...roots) => roots.filter((root) => root instanceof ShadowRoot && adoptRoot(root)).length;
})();
