/** Sticks of one's own, and which sides of sticks and coins count: loaded, with its texts, when it is asked for. */

import { language } from "../words.svelte";

export { default as Legend } from "./Legend.svelte";
export { default as OwnSticks } from "./OwnSticks.svelte";

await language.complete();
