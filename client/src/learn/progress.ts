/** Progress in the lessons, stored on this device. */

import { storedValue } from "../user/storage";

const store = storedValue<Record<string, number>>("lessons");

/** The number of steps done; undefined where the lesson was never offered. */
export const stepsDone = (system: string): number | undefined => store.get()?.[system];

/** Remember that this many steps are done, or with none that the lesson was offered. */
export function storeProgress(system: string, done: number): void {
  store.set({ ...store.get(), [system]: Math.max(done, stepsDone(system) ?? 0) });
}
