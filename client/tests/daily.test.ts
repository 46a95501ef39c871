import { beforeEach, expect, test } from "vitest";
import { finishDay, solvedDay, streakOf } from "../src/puzzles/daily";

beforeEach(() => localStorage.clear());

test("days in a row are counted up to today, or to yesterday while today's is open", () => {
  for (const day of [10, 12, 13]) finishDay(day, 0);
  expect(streakOf(13)).toBe(2);
  expect(streakOf(14)).toBe(2);
  expect(streakOf(15)).toBe(0);
  finishDay(14, 3);
  finishDay(14, 0); // once more: the first time counts
  expect([solvedDay(14)?.wrong, streakOf(14)]).toEqual([3, 3]);
});
