/** The puzzles of a theme. */

import type { Puzzles } from "../protocol";

export const ALL = -1; // themes

/** The numbers of the puzzles that are about a theme, by its number in the list. */
export const numbersOf = (book: Puzzles | undefined, theme: number): number[] =>
  (book?.puzzles ?? []).flatMap(({ themes }, n) => (theme === ALL || themes.includes(theme) ? [n] : []));
