// @vitest-environment node
import { expect, test } from "vitest";
import type { Board, Travel } from "../src/protocol";
import { sound } from "../src/sounds";
import { stroke, SUBSTANCES, type SubstanceName } from "../src/sounds/clack";
import { bubble, isWashed, splash } from "../src/sounds/water";
import { starts } from "./fixtures/starts";

const RATE = 48_000;

/** A row of senet as a track: the third square is water. */
const board = {
  squares: ["25", "26", "27", "28"].map((name) => ({ name, x: 0, y: 0, mark: name === "27" ? "water" : "" })),
  track: ["15", "25", "26", "27", "28"],
} as unknown as Board;
const way = (...path: string[]): Travel => ({ path, seat: 0, kind: "pawn", becomes: "" });

/** How often the samples rise through nought. */
const turns = (samples: Float32Array): number =>
  samples.reduce((count, sample, n) => count + (sample > 0 && (samples[n - 1] ?? 0) <= 0 ? 1 : 0), 0);

test("a piece is washed off where the water carries it back", () => {
  expect(isWashed(way("26", "27", "15"), board, "water")).toBe(true);
  expect(isWashed(way("26", "27", "28"), board, "water")).toBe(false); // past the water
  expect(isWashed(way("27", "off:first"), board, "water")).toBe(false);
  expect(isWashed(way("28", "26", "25"), board, "water")).toBe(false); // sent back by a hit
  expect(isWashed(way("26"), board, "water")).toBe(false);
});

test("a bubble rings in the pitch of its size, which rises while it dies away", () => {
  const samples = new Float32Array(RATE / 10);
  bubble(samples, RATE, 6, 0); // 500 hertz
  const first = turns(samples.slice(0, RATE / 20));
  const second = turns(samples.slice(RATE / 20, RATE / 10));
  expect(first).toBeGreaterThanOrEqual(25);
  expect(second).toBeGreaterThan(first);
  const loudness = (part: Float32Array): number => Math.max(...part.map(Math.abs));
  expect(loudness(samples.slice(RATE / 20))).toBeLessThan(0.3 * loudness(samples));
});

test("a splash is as loud as a stroke, differs from the next one, and dies away", () => {
  const chance = (seed: number) => () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const [one, other] = [splash(RATE, chance(1)), splash(RATE, chance(7))];
  for (const samples of [one, other]) {
    expect(Math.max(...samples.map(Math.abs))).toBeCloseTo(1, 5);
    expect(Math.max(...samples.slice(-RATE / 50).map(Math.abs))).toBeLessThan(0.1);
  }
  expect(one).not.toEqual(other);
});

test.each(Object.keys(SUBSTANCES) as SubstanceName[])("%s sounds at once, then dies away", (name) => {
  let seed = 7;
  const chance = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const samples = stroke(name, 22050, chance);
  const loudness = (from: number, to: number): number =>
    Math.sqrt(samples.slice(from, to).reduce((sum, sample) => sum + sample ** 2, 0) / (to - from));
  const tenth = Math.round(samples.length / 10);
  expect(Math.max(...samples.map(Math.abs))).toBeCloseTo(1);
  expect(loudness(0, tenth)).toBeGreaterThan(3 * loudness(5 * tenth, 6 * tenth));
  expect(loudness(9 * tenth, samples.length)).toBeLessThan(0.08);
});

test("a browser without sound stays silent, and nothing fails", () => {
  expect(typeof AudioContext).toBe("undefined");
  expect(() => sound("throw", starts.race.board, 1)).not.toThrow();
});
