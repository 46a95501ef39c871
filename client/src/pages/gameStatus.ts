/** What the server is asked about the games of this browser. */

import { game, postJson } from "../server/api";
import type { GameKey, GameSummaries } from "../protocol";

const AT_ONCE = 12; // games in one answer

/** How games stand, of which this browser may have the keys. */
export async function fetchStatuses(games: GameKey[], lang: string): Promise<GameSummaries> {
  const statuses: GameSummaries = { games: [], missing: [] };
  for (let n = 0; n < games.length; n += AT_ONCE) {
    const some = games.slice(n, n + AT_ONCE);
    const answer: GameSummaries = await postJson("/api/games/summaries", lang, { games: some });
    statuses.games.push(...answer.games);
    statuses.missing.push(...answer.missing);
  }
  return statuses;
}

/** Delete one's entry: the name goes, and the key opens nothing any more. */
export const leaveGame = ({ id, key }: GameKey, lang: string): Promise<unknown> =>
  postJson(`${game(id)}/leaveGame`, lang, { key });
