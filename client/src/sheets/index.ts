/** What is loaded only when somebody wants it: the rules, as a page or over a game, what keys do, invitations,
 *  and where throws come from. */

export { default as CheckSheet } from "./CheckSheet.svelte";
export { default as CodeSheet } from "./CodeSheet.svelte";
export { default as InviteSheet } from "./InviteSheet.svelte";
export { default as KeySheet } from "./KeySheet.svelte";
export { default as RulesPage } from "./RulesPage.svelte";
export { default as RulesSheet } from "./RulesSheet.svelte";
