/** The puzzles that somebody has solved on this device. */

import { remembered } from "../memory";

const store = remembered<Record<string, string[]>>("puzzles");

export const solvedOf = (system: string): string[] => store.get()?.[system] ?? [];

export function remember(system: string, id: string): void {
  store.set({ ...store.get(), [system]: [...new Set([...solvedOf(system), id])] });
}
