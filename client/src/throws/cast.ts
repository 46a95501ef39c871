/** Sticks, coins and lots as they lie after a throw. */

import type { Ply, System } from "../protocol";
import { t } from "../user/i18n.svelte";

export const FALL = 260; // milliseconds that one stick falls
export const STAGGER = 80; // milliseconds between one and the next

/** Which of the four lie with their marked side up: always the same arrangement for the same ply.  A lot is one stick. */
export function arrangement(ply: Ply): boolean[] {
  if (isLot(ply)) return [ply.action === "lot1"]; // its two sides stand for the two seats
  if (ply.heads === null) return [];
  const order = [0, 1, 2, 3].sort((a, b) => spread(ply.index, a) - spread(ply.index, b));
  return [0, 1, 2, 3].map((n) => order.indexOf(n) < (ply.heads ?? 0));
}

const spread = (at: number, n: number): number => ((at + 1) * 7919 + n * 104729 + (at ^ n) * 613) % 1009;

export const isLot = (ply: Ply): boolean => ply.action.startsWith("lot");

/** How long the throw of a ply takes to fall. */
export const fallTime = (ply: Ply): number => (isLot(ply) ? FALL : FALL + 3 * STAGGER) + 100;

/** The values of the last throws, which add up: no action but keeping one came between them. */
export function lastValues(story: Ply[]): number[] {
  const last = story.findLastIndex((ply) => ply.value !== null);
  const before = story
    .slice(0, last)
    .findLastIndex((ply) => ply.turn !== story[last]?.turn || (ply.value === null && ply.action !== "keep"));
  return story.slice(before + 1, last + 1).flatMap(({ value }) => value ?? []);
}

/** The value of a throw as a word. */
export function valueWord(value: number): string {
  const words = [t("one"), t("two"), t("three"), t("four"), t("five"), t("six")];
  return words[value - 1] ?? String(value);
}

/** The labels of a throw or lot: a short one, and one for screen readers. */
export function chanceLabels(result: string, { seats }: System): { written: string; label: string } {
  if (result.startsWith("lot")) {
    const label = t("{side} begins", { side: seats[result === "lot1" ? "first" : "second"] });
    return { written: label, label };
  }
  const written = result.replace(/^\D+/, "");
  return { written, label: t("Throw a {value}", { value: valueWord(Number(written)) }) };
}
