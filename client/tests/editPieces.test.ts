// @vitest-environment node
/** Pieces put down by hand: who may stand with whom, and what has to go. */

import { expect, test } from "vitest";
import { moveTop, placePiece, removeTop } from "../src/analysis/editPieces";
import type { Piece } from "../src/protocol";

const piece = (place: string, kind = "piece", seat = 0): Piece => ({ place, seat, kind, side: "" });
const SHIPS = [
  ["ship", "pharaoh"],
  ["ship", "priest"],
] as const;
const STACKS = [["stone", "stone"]] as const;

test("a piece takes the place of another", () => {
  const pieces = placePiece([piece("a1"), piece("b1")], piece("a1", "piece", 1), []);
  expect(pieces).toEqual([piece("b1"), piece("a1", "piece", 1)]);
});

test("a ship lies under a figure, whichever comes first", () => {
  const both = [piece("a1", "ship"), piece("a1", "priest")];
  expect(placePiece([piece("a1", "ship")], piece("a1", "priest"), SHIPS)).toEqual(both);
  expect(placePiece([piece("a1", "priest")], piece("a1", "ship"), SHIPS)).toEqual(both);
  expect(placePiece(both, piece("a1", "pharaoh"), SHIPS)).toEqual([both[0], piece("a1", "pharaoh")]);
});

test("stones are stacked, and the topmost is taken or moved", () => {
  const stack = placePiece([piece("4", "stone")], piece("4", "stone", 1), STACKS);
  expect(stack.map(({ seat }) => seat)).toEqual([0, 1]);
  expect(removeTop(stack, "4")).toEqual([piece("4", "stone")]);
  expect(moveTop(stack, "4", "5", STACKS)).toEqual([piece("4", "stone"), piece("5", "stone", 1)]);
});

test("nothing comes of moving nothing, or nowhere", () => {
  const pieces = [piece("a1")];
  expect(moveTop(pieces, "b1", "a1", [])).toBe(pieces);
  expect(moveTop(pieces, "a1", "a1", [])).toBe(pieces);
});
