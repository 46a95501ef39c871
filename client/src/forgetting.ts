/** What is stored, and how it is forgotten. */

import { games, NOTES, notesOf, PREFIX, recentGames, remembered, unstored } from "./memory";

/** Forget everything, as if nobody had been here. */
export function forget(): void {
  unstored.clear();
  for (const name of storedNames("")) remembered(name).forget();
}

/** Forget a game, and what is kept of its throws. */
export function forgetGame(id: string): void {
  games.set(recentGames().filter((game) => game.id !== id));
  notesOf(id).forget();
}

/** The games of whose throws something is kept. */
export const notedGames = (): string[] => storedNames(NOTES).map((name) => name.slice(NOTES.length));

/** The names under which something is stored that begin so. */
function storedNames(start: string): string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX + start));
    return keys.map((key) => key.slice(PREFIX.length));
  } catch {
    return []; // nothing could be stored either
  }
}
