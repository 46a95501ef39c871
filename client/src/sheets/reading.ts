import * as api from "../api";
import { fetchDrawings, KINDS } from "../boards";
import type { RulesPage } from "../protocol";

/** The rules of a ruleset, and the drawings that their diagrams are made of. */
export async function rulesToRead(ruleset: string, lang: string): Promise<RulesPage> {
  const [page] = await Promise.all([api.rules(ruleset, lang), fetchDrawings(...KINDS)]);
  return page;
}
