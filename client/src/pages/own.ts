/** What the server is asked about the games of this browser. */

import { game, post } from "../api";
import type { GameKey, GamesTold } from "../protocol";

/** How games stand, of which this browser may have the keys. */
export const tellGames = (games: GameKey[], lang: string): Promise<GamesTold> =>
  post("/api/games/told", lang, { games });

/** Delete one's entry: the name goes, and the key opens nothing any more. */
export const leave = ({ id, key }: GameKey, lang: string): Promise<unknown> =>
  post(`${game(id)}/leave`, lang, { key });
