/** The puzzles that were solved on this device, and those of a theme. */

import { storedValue } from "../user/storage";
import type { Puzzles } from "../protocol";

const store = storedValue<Record<string, string[]>>("puzzles");

export const solvedOf = (system: string): string[] => store.get()?.[system] ?? [];

export function storeSolved(system: string, id: string): void {
  store.set({ ...store.get(), [system]: [...new Set([...solvedOf(system), id])] });
}

export const ALL = -1; // themes

/** The numbers of the puzzles that are about a theme, by its number in the list. */
export const numbersOf = (book: Puzzles | undefined, theme: number): number[] =>
  (book?.puzzles ?? []).flatMap(({ themes }, n) => (theme === ALL || themes.includes(theme) ? [n] : []));
