/** What a game opens only when somebody wants it, with its texts: the menu, and the sheets over the board. */

import "../ui/prose.css";
import { language } from "../words.svelte";

export { default as Deeds } from "./Deeds.svelte";
export { default as Doubt } from "./Doubt.svelte";
export { default as OverGame } from "./OverGame.svelte";

export type SheetName = "code" | "invite" | "keys" | "playing" | "rules" | "share" | "throws";

await language.complete();
