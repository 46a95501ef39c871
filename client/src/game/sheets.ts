/** The sheets over the board of a game, loaded when one is opened; all get the same props. */
export { default as code } from "./ResumeCodeSheet.svelte";
export { default as invite } from "./InviteSheet.svelte";
export { default as keys } from "./ShortcutsSheet.svelte";
export { default as playing } from "./PreferencesSheet.svelte";
export { default as rules } from "../rules/RulesSheet.svelte";
export { default as share } from "../sharing/ShareSheet.svelte";
export { default as throws } from "./ThrowsSheet.svelte";

export type SheetName = keyof typeof import("./sheets");
