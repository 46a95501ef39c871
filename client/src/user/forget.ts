/** What is stored, and how it is forgotten. */

import { games, PREFIX, recentGames, storedValue, unstored } from "./storage";

/** Delete everything that this page has stored. */
export function forgetAll(): void {
  unstored.clear();
  for (const name of storedNames()) storedValue(name).forget();
}

/** Forget a game, and what is kept of its throws. */
export const forgetGame = (id: string): void => games.set(recentGames().filter((game) => game.id !== id));

/** The names under which something is stored. */
function storedNames(): string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    return keys.map((key) => key.slice(PREFIX.length));
  } catch {
    return []; // then nothing is stored
  }
}
