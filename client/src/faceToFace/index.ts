/** What two people at one screen need: loaded, with its texts, when they sit down. */

import { language } from "../reader/words.svelte";
import "./faced.css";

export { default as Across } from "./Across.svelte";
export { default as Curtain } from "./Curtain.svelte";

await language.complete();
