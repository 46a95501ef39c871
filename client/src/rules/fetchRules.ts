import { fetchJson } from "../server/api";
import { fetchDrawings, KINDS } from "../drawings";
import type { RulesPage } from "../protocol";

/** The kinds of pages on a game. */
export type PageKind = "rules" | "history" | "tips";

const fetchText = (ruleset: string, lang: string, kind: PageKind): Promise<RulesPage> =>
  fetchJson(`/api/rules/${encodeURIComponent(ruleset)}?lang=${lang}&page=${kind}`);

/** The page that introduces the histories of all games. */
export const fetchEgyptPage = (lang: string): Promise<RulesPage> => fetchJson(`/api/egypt?lang=${lang}`);

/** The page of rulings of a game, the page that has the ruling `of`, or without either the rulings common to all. */
export const fetchRulings = (of: string, lang: string): Promise<RulesPage> =>
  fetchJson(`/api/rulings${of && `/${encodeURIComponent(of)}`}?lang=${lang}`);

/** A page on a ruleset, of its rules by default, once the drawings for its diagrams have been fetched too. */
export async function fetchPage(ruleset: string, lang: string, kind: PageKind = "rules"): Promise<RulesPage> {
  const [page] = await Promise.all([fetchText(ruleset, lang, kind), fetchDrawings(...KINDS)]);
  return page;
}
