/** Where games are: their systems, and their addresses. */

import { keepsKey, rememberGame, type RecentGame, type Seating } from "../memory";
import type { Catalogue, GameKey, System } from "../protocol";
import { router } from "../router.svelte";

/** The game that a ruleset text is of. */
export const systemOf = (catalogue: Catalogue | undefined, ruleset: string): System | undefined =>
  catalogue?.systems.find(({ presets }) => presets.some(({ id }) => id === ruleset.split("+")[0]));

/** Go to the game that follows another one in a match; without the key one watches again. */
export const follow = (next: GameKey, title: string, seating: Seating): void =>
  goTo(next, { title, seating });

/** The address of a game: without the key, which nobody should copy by chance, where this browser keeps it. */
export const addressOf = (id: string, key: string): string =>
  key && !keepsKey(id, key) ? `/game/${id}#${key}` : `/game/${id}`;

/** Go to a game, and remember its key and what else is new about it. */
export function goTo({ id, key }: GameKey, news: Partial<RecentGame>): void {
  rememberGame(id, { key, ...news });
  router.go(addressOf(id, key));
}
