/** How far somebody has come in the lessons, on this device. */

import { storedValue } from "../user/storage";

const store = storedValue<Record<string, number>>("lessons");

/** The steps that are done; undefined where nobody has heard of the lesson yet. */
export const stepsDone = (system: string): number | undefined => store.get()?.[system];

/** Remember that this many steps are done, or with none that the lesson was offered. */
export function remember(system: string, done: number): void {
  store.set({ ...store.get(), [system]: Math.max(done, stepsDone(system) ?? 0) });
}
