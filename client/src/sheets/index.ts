/** What is loaded only when somebody wants it, with its texts: the rules, what keys do, how one plays, invitations, shares,
 *  and where throws come from. */

import "./prose.css";
import { language } from "../words.svelte";

export { default as Deeds } from "../ui/Deeds.svelte";
export { default as OverGame } from "./OverGame.svelte";
export { default as RulesPage } from "./RulesPage.svelte";
export { default as RulingsPage } from "./RulingsPage.svelte";

export type SheetName = "code" | "invite" | "keys" | "playing" | "rules" | "share" | "throws";

await language.complete();
