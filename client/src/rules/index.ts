/** The rules of the games and the rulings behind them: loaded, with their texts, when somebody reads them. */

import "../ui/prose.css";
import { language } from "../words.svelte";

export { default as EgyptPage } from "./EgyptPage.svelte";
export { default as RulesPage } from "./RulesPage.svelte";
export { default as RulingsPage } from "./RulingsPage.svelte";

await language.complete();
