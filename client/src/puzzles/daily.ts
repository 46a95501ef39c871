/** The days whose puzzle was solved in this browser. */

import { storedValue } from "../user/storage";

export interface DaySolved {
  day: number;
  wrong: number; // tries before
}

const KEPT = 400; // days
const store = storedValue<DaySolved[]>("daily"); // latest first

export const solvedDay = (day: number): DaySolved | undefined =>
  store.get()?.find((solved) => solved.day === day);

/** Remember that the puzzle of a day is solved; later tries do not count. */
export function finishDay(day: number, wrong: number): void {
  if (!solvedDay(day)) store.set([{ day, wrong }, ...(store.get() ?? [])].slice(0, KEPT));
}

/** How many days in a row were solved, up to a day or the one before it. */
export function streakOf(day: number): number {
  const days = new Set(store.get()?.map((solved) => solved.day));
  const last = days.has(day) ? day : day - 1;
  let first = last;
  while (days.has(first)) first--;
  return last - first;
}
