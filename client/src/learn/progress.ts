/** How far somebody has come in the lessons, on this device. */

import { remembered } from "../memory";
import type { System } from "../protocol";
import { t } from "../words.svelte";

const store = remembered<Record<string, number>>("lessons");

/** The steps that are done; undefined where nobody has heard of the lesson yet. */
export const stepsDone = (system: string): number | undefined => store.get()?.[system];

/** Remember that so many steps are done, or with none that the lesson was offered. */
export function remember(system: string, done: number): void {
  store.set({ ...store.get(), [system]: Math.max(done, stepsDone(system) ?? 0) });
}

/** What leads to a lesson: to learn the game, to go on with it, or to do it once more. */
export function lessonSaid({ id, lesson }: System): string {
  const done = stepsDone(id) ?? 0;
  if (!done) return t("Learn it in five minutes");
  return done < lesson
    ? t("Go on learning: step {n} of {all}", { n: done + 1, all: lesson })
    : t("The lesson once more");
}
