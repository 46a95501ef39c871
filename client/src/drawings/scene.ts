import { drawingOf } from ".";
import type { Board, Piece } from "../protocol";

/** What lies on a board when it is shown as an object to choose: how its game starts, or a scene where it starts empty. */
export function scene({ board, state }: { board: Board; state: { pieces: Piece[] } }): Piece[] {
  const squares = new Set(board.squares.map((square) => square.name));
  const pieces = state.pieces.filter((piece) => squares.has(piece.place));
  return pieces.length ? pieces : drawingOf(board.kind).scene;
}
