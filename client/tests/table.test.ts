import { expect, test } from "vitest";
import { goingTo } from "../src/board/labels";
import { fitted, Layout } from "../src/drawings/layout";
import type { Action } from "../src/protocol";
import { sound } from "../src/sounds";
import { stroke, SUBSTANCES, type SubstanceName } from "../src/sounds/clack";
import { found } from "../src/game/typed";
import { starts } from "./fixtures/starts";

const HEADS = { above: 90, beside: 50 };
const action = (text: string): Action => ({ text, picks: [], spoken: "" });

test("a board with start rows lies so that one's own is near, whichever way it is turned", () => {
  for (const turned of [false, true]) {
    const near = (own: "first" | "second", start: number): number => {
      const { board } = starts.seti;
      const layout = new Layout(board, { turned, sideways: turned }, 0, 0, own, [5, 5]);
      const square = board.squares.find((square) => square.start === start);
      const { x, y } = square ? layout.middle(square) : { x: 0, y: 0 };
      return turned ? x : y;
    };
    expect(near("first", 0)).toBeGreaterThan(near("first", 1));
    expect(near("second", 1)).toBeGreaterThan(near("second", 0));
    expect(near("second", 1)).toBe(near("first", 0));
  }
});

test("a path stays as it is for either seat", () => {
  const { board } = starts.race;
  const lying = (own: "first" | "second") =>
    new Layout(board, { turned: false, sideways: false }, 0, 0, own, [5, 5]).spot("1").x;
  expect(lying("second")).toBe(lying("first"));
});

test.each(["seega", "race", "seneti", "seti"] as const)(
  "face to face, each has a tray of %s before him",
  (name) => {
    const { board } = starts[name];
    for (const room of [
      { width: 1180, height: 600 },
      { width: 820, height: 820 },
    ]) {
      const { layout } = fitted(board, room, 30, HEADS, "first", [12, 12], true);
      expect(layout.manner.sideways).toBe(false);
      const { width, height } = layout.size;
      for (const [area, other] of [
        ["hand:first", "hand:second"],
        ["captured:second", "captured:first"],
      ] as const) {
        const near = layout.spot(area, 2);
        const far = layout.spot(other, 2);
        expect(far.x).toBeCloseTo(width - near.x); // turned about the middle of the table
        expect(far.y).toBeCloseTo(height - near.y);
      }
    }
  },
);

test("it is said where a piece can go", () => {
  expect(goingTo("4", ["5", "6", "8", "off:first"])).toBe("4: can go to 5, 6, 8, or off the board");
  expect(goingTo("hand:first", ["13"])).toBe("in hand: can go to 13");
});

test("moves are understood as people type them", () => {
  const legal = ["c2-c3", "8x9", "+28", "P:a1-a2", "p:a1-a2"].map(action);
  expect(found(legal, "c2-c3")?.text).toBe("c2-c3");
  expect(found(legal, "C2 – C3")?.text).toBe("c2-c3");
  expect(found(legal, "8×9")?.text).toBe("8x9");
  expect(found(legal, "p:a1-a2")?.text).toBe("p:a1-a2"); // exactly what was typed, where there is such a move
  expect(found(legal, "28")).toBeUndefined();
  expect(found(legal, "")).toBeUndefined();
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
