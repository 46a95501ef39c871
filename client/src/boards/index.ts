/** The kinds of boards that can be drawn. */

import type { Piece, Start } from "../protocol";
import type { Drawing } from "./drawing";
import { seega } from "./seega";
import { senet } from "./senet";
import { seti } from "./seti";
import { ur } from "./ur";

const DRAWINGS: Record<string, Drawing> = { seega, senet, seti, ur };

/** The drawing of a kind of board; a kind that nobody has drawn is a mistake of ours. */
export function drawingOf(kind: string): Drawing {
  const drawing = DRAWINGS[kind];
  if (!drawing)
    throw new Error(`no drawing for the board "${kind}"; there are ${Object.keys(DRAWINGS).join(", ")}`);
  return drawing;
}

/** What lies on a board when it is shown as an object to choose: how its game starts, or a scene where it starts empty. */
export function scene({ board, state }: Start): Piece[] {
  const squares = new Set(board.squares.map((square) => square.name));
  const pieces = state.pieces.filter((piece) => squares.has(piece.place));
  return pieces.length ? pieces : drawingOf(board.kind).scene;
}
