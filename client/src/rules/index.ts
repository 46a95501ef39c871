/** What is loaded when somebody reads the rules: as a page, or over a game. */

export { default as RulesPage } from "./RulesPage.svelte";
export { default as RulesSheet } from "./RulesSheet.svelte";
