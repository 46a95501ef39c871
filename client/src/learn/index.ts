/** The lessons: loaded, with their texts, when somebody learns or may want to. */

import { language } from "../words.svelte";

export { default as Learn } from "./Learn.svelte";
export { default as Offer } from "./Offer.svelte";

await language.complete();
