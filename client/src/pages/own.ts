/** What the server is asked about the games of this browser. */

import { game, post } from "../server/api";
import type { GameKey, GameSummaries } from "../protocol";

const AT_ONCE = 12; // games in one answer

/** How games stand, of which this browser may have the keys. */
export async function tellGames(games: GameKey[], lang: string): Promise<GameSummaries> {
  const told: GameSummaries = { games: [], missing: [] };
  for (let n = 0; n < games.length; n += AT_ONCE) {
    const some = games.slice(n, n + AT_ONCE);
    const answer: GameSummaries = await post("/api/games/summaries", lang, { games: some });
    told.games.push(...answer.games);
    told.missing.push(...answer.missing);
  }
  return told;
}

/** Delete one's entry: the name goes, and the key opens nothing any more. */
export const leave = ({ id, key }: GameKey, lang: string): Promise<unknown> =>
  post(`${game(id)}/leave`, lang, { key });
