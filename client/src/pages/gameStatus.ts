/** How the games that this browser keeps stand. */

import { postJson } from "../server/api";
import type { GameKey, GameSummaries } from "../protocol";

const BATCH = 12; // games in one request

/** How these games stand; `missing` lists those that the server does not know. */
export async function fetchStatuses(games: GameKey[], lang: string): Promise<GameSummaries> {
  const statuses: GameSummaries = { games: [], missing: [] };
  for (let n = 0; n < games.length; n += BATCH) {
    const batch = games.slice(n, n + BATCH);
    const answer: GameSummaries = await postJson("/api/games/summaries", lang, { games: batch });
    statuses.games.push(...answer.games);
    statuses.missing.push(...answer.missing);
  }
  return statuses;
}
