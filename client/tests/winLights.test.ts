// @vitest-environment node
import { expect, test } from "vitest";
import { winLights, DURATION } from "../src/board/winLights";
import type { Piece, Ply, State, Welcome } from "../src/protocol";
import { numbersOf } from "../src/puzzles/solved";
import { endRemark, remarkOn } from "../src/session/remarks";
import { winnerOf } from "../src/server/states";
import { starts } from "./fixtures/starts";

const ended = (first: number, second: number): State =>
  ({ result: { returns: [first, second] } }) as unknown as State;
const goesOn = { result: null } as unknown as State;

const words = { capture: "Snap.", win: "Once is enough.", loss: "Well played." };
const against = (name: string): Welcome =>
  ({ seats: { first: {}, second: { character: { name, words } } } }) as unknown as Welcome;
const taking = { seat: "second", travels: [{ seat: 1 }, { seat: 0 }] } as unknown as Ply;
const quiet = { seat: "second", travels: [{ seat: 1 }] } as unknown as Ply;

test("the computer says a word at its first capture and then at every third", () => {
  const soba = against("Soba");
  const said = [0, 1, 2, 3].map((n) =>
    remarkOn(soba, [quiet, ...(Array(n).fill(taking) as Ply[])], taking, goesOn),
  );
  expect(said).toEqual(["Soba: Snap.", "", "", "Soba: Snap."]);
  expect(remarkOn(soba, [], quiet, goesOn)).toBe("");
  expect(remarkOn(soba, [], { ...taking, seat: "first", travels: [] }, goesOn)).toBe("");
});

test("the computer says a word at the end, and none at a draw", () => {
  expect(endRemark(against("Soba"), ended(-1, 1))).toBe("Soba: Once is enough.");
  expect(endRemark(against("Soba"), ended(1, -1))).toBe("Soba: Well played.");
  expect(endRemark(against("Soba"), ended(0, 0))).toBe("");
  expect(endRemark(undefined, ended(1, -1))).toBe("");
});

test("the winner's pieces light up within the moment, after the way that all have come", () => {
  expect([winnerOf(ended(1, -1)), winnerOf(ended(-1, 1)), winnerOf(ended(0, 0)), winnerOf(goesOn)]).toEqual([
    "first",
    "second",
    undefined,
    undefined,
  ]);
  const piece = (place: string, seat: number): Piece => ({ place, seat, kind: "piece", side: "" });
  const pieces = [
    piece("1", 0),
    piece("30", 0),
    piece("28", 1),
    piece("off:first", 0),
    piece("captured:first", 0),
  ];
  const { board } = starts.race;
  const lit = winLights(board, pieces, "first", "29");
  expect(lit.slice(0, 30).map(({ place }) => place)).toEqual(board.track);
  expect(lit.slice(30).map(({ place }) => place)).toEqual(["off:first", "30", "1"]);
  expect(lit.map(({ delay }) => delay)).toEqual(lit.map(({ delay }) => delay).toSorted((a, b) => a - b));
  expect(lit.at(-1)?.delay).toBeLessThan(DURATION);
});

test("puzzles are found by theme", () => {
  const told = (id: string, themes: number[]) => ({ id, hardness: "Easy", themes });
  const book = {
    system: "seega",
    default_preset: "seega",
    title: "Seega",
    themes: ["Defence", "Block"],
    puzzles: [told("a", [0]), told("b", [1]), told("c", [0, 1])],
  };
  expect([numbersOf(book, -1), numbersOf(book, 0), numbersOf(book, 1)]).toEqual([
    [0, 1, 2],
    [0, 2],
    [1, 2],
  ]);
});
