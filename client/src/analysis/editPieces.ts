/** Pieces put on squares, moved and taken away: lists, those of one square from the bottom up. */

import type { Piece } from "../protocol";

/** The kinds that may stand on one square, the lower first. */
export type StackablePairs = readonly (readonly [string, string])[];

/** The topmost piece of a square. */
export const topPiece = (pieces: Piece[], place: string): Piece | undefined =>
  pieces.findLast((piece) => piece.place === place);

/** The pieces with one more, without those that cannot share its square. */
export function placePiece(pieces: Piece[], piece: Piece, together: StackablePairs): Piece[] {
  const goes = (kind: string): boolean => !together.some((pair) => pairs(pair, kind, piece.kind));
  const others = pieces.filter((other) => other.place !== piece.place || !goes(other.kind));
  const isLower = together.some(([lower, upper]) => lower === piece.kind && upper !== piece.kind);
  return isLower ? [piece, ...others] : [...others, piece];
}

const pairs = ([lower, upper]: readonly [string, string], one: string, other: string): boolean =>
  (lower === one && upper === other) || (lower === other && upper === one);

/** The pieces without the topmost one of a square. */
export function removeTop(pieces: Piece[], place: string): Piece[] {
  const top = topPiece(pieces, place);
  return pieces.filter((piece) => piece !== top);
}

/** The pieces with the topmost one of a square moved to another square. */
export function moveTop(pieces: Piece[], from: string, to: string, together: StackablePairs): Piece[] {
  const top = topPiece(pieces, from);
  return top && from !== to ? placePiece(removeTop(pieces, from), { ...top, place: to }, together) : pieces;
}
