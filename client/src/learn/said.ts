import type { System } from "../protocol";
import { t } from "../words.svelte";
import { stepsDone } from "./progress";

/** What leads to a lesson: to learn the game, to go on with it, or to do it once more. */
export function lessonSaid({ id, lesson }: System): string {
  const done = stepsDone(id) ?? 0;
  if (!done) return t("Learn it in five minutes");
  return done < lesson
    ? t("Go on learning: step {n} of {all}", { n: done + 1, all: lesson })
    : t("The lesson once more");
}

/** The same in a word, where seven of them stand together; "" where there is nothing left to learn. */
export function lessonToDo({ id, lesson }: System): string {
  const done = stepsDone(id) ?? 0;
  if (done >= lesson) return "";
  return done ? t("Go on learning") : t("Learn");
}
