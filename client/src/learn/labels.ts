import type { System } from "../protocol";
import { solvedOf } from "../puzzles/solved";
import { t } from "../user/i18n.svelte";
import { stepsDone } from "./progress";

type LearnableGame = Pick<System, "id" | "lesson" | "puzzles">;

/** What leads to a lesson: to learn the game, to go on with it, or to do it once more. */
export function lessonLabel({ id, lesson }: System): string {
  const done = stepsDone(id) ?? 0;
  if (!done) return t("Learn it in three minutes");
  return done < lesson
    ? t("Continue learning: step {n} of {all}", { n: done + 1, all: lesson })
    : t("Repeat the lesson");
}

/** What leads to the puzzles. */
export function puzzlesLabel({ id, puzzles }: LearnableGame): string {
  const solved = solvedOf(id).length;
  return solved ? t("Puzzles: {solved} of {count} solved", { solved, count: puzzles }) : t("Puzzles");
}

/** The next thing to learn of a game: its lesson, then the puzzles; undefined where there is neither. */
export function nextLesson(system: LearnableGame): { href: string; label: string } | undefined {
  const { id, lesson, puzzles } = system;
  const done = stepsDone(id) ?? 0;
  if (done < lesson) return { href: `/learn/${id}`, label: done ? t("Continue learning") : t("Learn") };
  return puzzles ? { href: `/puzzles/${id}`, label: puzzlesLabel(system) } : undefined;
}
