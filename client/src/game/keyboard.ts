/** For those who type their moves: loaded, with its texts, when somebody wants to. */

import { language } from "../words.svelte";

export { default as TypedMove } from "./TypedMove.svelte";

await language.complete();
