/** The puzzles: loaded, with their texts, when somebody solves some. */

import { language } from "../words.svelte";

export { default as AgainPage } from "./AgainPage.svelte";
export { default as DailyPage } from "./DailyPage.svelte";
export { default as PuzzlePage } from "./PuzzlePage.svelte";

await language.complete();
