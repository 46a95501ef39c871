/** The kinds of boards that can be drawn; each comes when it is first needed, so that a game loads its own alone. */

import type { Board, Piece } from "../protocol";
import type { Drawing } from "./drawing";

const COMING: Record<string, () => Promise<Drawing>> = {
  seega: async () => (await import("./seega")).seega,
  senet: async () => (await import("./senet")).senet,
  seti: async () => (await import("./seti")).seti,
  ur: async () => (await import("./ur")).ur,
};
export const KINDS = Object.keys(COMING);

const drawings = new Map<string, Drawing>();

/** Fetch the drawings of these kinds of boards.  Throws for a kind that has no drawing. */
export async function fetchDrawings(...kinds: string[]): Promise<void> {
  await Promise.all(
    kinds.map(async (kind) => {
      const coming = COMING[kind];
      if (!coming) throw new Error(`no drawing for the board "${kind}"; there are ${KINDS.join(", ")}`);
      drawings.set(kind, drawings.get(kind) ?? (await coming()));
    }),
  );
}

/** The drawing of a kind of board, which has been fetched. */
export function drawingOf(kind: string): Drawing {
  const drawing = drawings.get(kind);
  if (!drawing) throw new Error(`the drawing of the board "${kind}" has not been fetched`);
  return drawing;
}

/** The pieces on the picture of a game: its start, or an example if it starts with an empty board. */
export function scene({ board, state }: { board: Board; state: { pieces: Piece[] } }): Piece[] {
  const squares = new Set(board.squares.map((square) => square.name));
  const pieces = state.pieces.filter((piece) => squares.has(piece.place));
  return pieces.length ? pieces : drawingOf(board.kind).scene;
}
