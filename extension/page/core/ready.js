"use strict";
/** Last file of the page agent: from here on a second injection does nothing. */
globalThis.tabwire.ready = true;
