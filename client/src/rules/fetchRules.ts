import { fetchJson } from "../server/api";
import { fetchDrawings, KINDS } from "../drawings";
import type { RulesPage } from "../protocol";

/** What there is to read on a game. */
export type Kind = "rules" | "history" | "tips";

const rules = (ruleset: string, lang: string, kind: Kind): Promise<RulesPage> =>
  fetchJson(`/api/rules/${encodeURIComponent(ruleset)}?lang=${lang}&page=${kind}`);

/** What goes before the histories of all games. */
export const egypt = (lang: string): Promise<RulesPage> => fetchJson(`/api/egypt?lang=${lang}`);

/** The rulings of a game, those common to all, or the page that has one of them. */
export const rulings = (of: string, lang: string): Promise<RulesPage> =>
  fetchJson(`/api/rulings${of && `/${encodeURIComponent(of)}`}?lang=${lang}`);

/** The rules of a ruleset, or what else there is to read on it, and the drawings that its diagrams are made of. */
export async function rulesToRead(ruleset: string, lang: string, kind: Kind = "rules"): Promise<RulesPage> {
  const [page] = await Promise.all([rules(ruleset, lang, kind), fetchDrawings(...KINDS)]);
  return page;
}
