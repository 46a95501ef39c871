import { fetchJson } from "../server/api";
import { fetchDrawings, KINDS } from "../drawings";
import type { RulesPage } from "../protocol";

/** The kinds of pages on a game. */
export type PageKind = "rules" | "history" | "tips";

/** A page on a ruleset, of its rules by default, once the drawings for its diagrams have been fetched too. */
export async function fetchPage(ruleset: string, lang: string, kind: PageKind = "rules"): Promise<RulesPage> {
  const path = `/api/rules/${encodeURIComponent(ruleset)}?lang=${lang}&page=${kind}`;
  const [page] = await Promise.all([fetchJson<RulesPage>(path), fetchDrawings(...KINDS)]);
  return page;
}
