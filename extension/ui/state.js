/**
 * What extension pages know and may ask for. The worker pushes a whole state on every change;
 * pages send actions and never keep a state of their own.
 */

/**
 * @typedef {"connected" | "waiting" | "unpaired" | "no_hub" | "paused" | "stopped"} LinkState
 * @typedef {"auto" | "debugger" | "scripting"} EngineChoice
 * @typedef {{ name: string, tabId: number, title: string, url: string, command: string, since: number }} AgentAtWork
 * @typedef {{ tabId: number, engine: "debugger" | "scripting" }} SharedTab
 * @typedef {{ at: number, agent: string, command: string, url: string, outcome: string }} LoggedAction
 * @typedef {{
 *   link: LinkState,
 *   problem: string,
 *   browser: string,
 *   hub: { version: string, address: string, since: number },
 *   messages: { received: number, sent: number },
 *   agents: AgentAtWork[],
 *   tabs: SharedTab[],
 *   offered: number | null,
 * }} UiState
 * @typedef {{
 *   browserName: string,
 *   hubAddress: string,
 *   level: "look" | "act" | "full",
 *   engine: EngineChoice,
 *   allowed: string[],
 *   blocked: string[],
 *   notifyStart: boolean,
 *   notifyProblem: boolean,
 * }} Settings
 */

export {};
