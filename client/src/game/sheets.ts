/** The sheets over the board of a game, loaded when one is opened; all get the same props. */
export { default as code } from "./CodeSheet.svelte";
export { default as invite } from "./InviteSheet.svelte";
export { default as keys } from "./KeySheet.svelte";
export { default as playing } from "./PlayingSheet.svelte";
export { default as rules } from "../rules/RulesSheet.svelte";
export { default as share } from "../sharing/ShareSheet.svelte";
export { default as throws } from "./CheckSheet.svelte";

export type SheetName = keyof typeof import("./sheets");
