/** An undo history: an immutable value. */

import type { Step } from "../ui/Stepper.svelte";
import { t } from "../user/i18n.svelte";

export interface History<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
}

export const newHistory = <T>(present: T): History<T> => ({ past: [], present, future: [] });

/** Add a state; states that were undone can no longer be redone. */
export const push = <T>({ past, present }: History<T>, next: T): History<T> => ({
  past: [...past, present],
  present: next,
  future: [],
});

export function undo<T>({ past, present, future }: History<T>): History<T> {
  const before = past.at(-1);
  if (before === undefined) return { past, present, future };
  return { past: past.slice(0, -1), present: before, future: [present, ...future] };
}

export function redo<T>({ past, present, future }: History<T>): History<T> {
  const [next, ...later] = future;
  if (next === undefined) return { past, present, future };
  return { past: [...past, present], present: next, future: later };
}

/** The buttons for undo and redo. */
export const undoSteps = (of: { history: History<unknown>; undo(): void; redo(): void }): Step[] => [
  { name: t("Undo"), sign: "undo", disabled: !of.history.past.length, act: () => of.undo() },
  { name: t("Redo"), sign: "redo", disabled: !of.history.future.length, act: () => of.redo() },
];
