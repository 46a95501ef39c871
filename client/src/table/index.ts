/** What two people at one screen need, or somebody who types: loaded, with its texts, when it is asked for. */

import { language } from "../words.svelte";
import "./faced.css";

export { default as Across } from "./Across.svelte";
export { default as Curtain } from "./Curtain.svelte";
export { default as Legend } from "./Legend.svelte";
export { goRound } from "./round";
export { default as TypedMove } from "./TypedMove.svelte";

await language.complete();
