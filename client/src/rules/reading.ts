import { ask } from "../api";
import { fetchDrawings, KINDS } from "../drawings";
import type { RulesPage } from "../protocol";

const rules = (ruleset: string, lang: string): Promise<RulesPage> =>
  ask(`/api/rules/${encodeURIComponent(ruleset)}?lang=${lang}`);

export const rulings = (): Promise<RulesPage> => ask("/api/rulings");

/** The rules of a ruleset, and the drawings that their diagrams are made of. */
export async function rulesToRead(ruleset: string, lang: string): Promise<RulesPage> {
  const [page] = await Promise.all([rules(ruleset, lang), fetchDrawings(...KINDS)]);
  return page;
}
