/** The lessons: loaded, with their texts, when somebody learns. */

import { language } from "../words.svelte";

export { default as Learn } from "./Learn.svelte";

await language.complete();
