/** What is loaded only when somebody wants to read: the rules, as a page or over a game, and what keys do. */

export { default as KeySheet } from "./KeySheet.svelte";
export { default as RulesPage } from "./RulesPage.svelte";
export { default as RulesSheet } from "./RulesSheet.svelte";
