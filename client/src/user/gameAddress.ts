/** Where games are. */

import { keepsKey, rememberGame, type RecentGame } from "./storage";
import type { GameKey } from "../protocol";
import { router } from "../address/router.svelte";

/** The address of a game: without the key, which is not to be copied by accident, where this browser stores it. */
export const gameAddress = (id: string, key: string): string =>
  key && !keepsKey(id, key) ? `/game/${id}#${key}` : `/game/${id}`;

/** Go to a game, and remember its key and what else is new about it. */
export function goToGame({ id, key }: GameKey, changes: Partial<RecentGame>): void {
  rememberGame(id, { key, ...changes });
  router.go(gameAddress(id, key));
}
