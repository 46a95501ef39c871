/** Requests about the games that this browser keeps: how they stand, and leaving one. */

import { gamePath, postJson } from "../server/api";
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

/** Leave a game for good: the server deletes the player's name, and the key no longer opens the seat. */
export const leaveGame = ({ id, key }: GameKey, lang: string): Promise<unknown> =>
  postJson(`${gamePath(id)}/leave`, lang, { key });
