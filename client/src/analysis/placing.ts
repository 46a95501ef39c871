/** Pieces put on squares, moved and taken away: lists, those of one square from the bottom up. */

import type { Piece } from "../protocol";

/** The kinds that may stand on one square, the lower first. */
export type Together = readonly (readonly [string, string])[];

/** What lies on top of a square. */
export const topOf = (pieces: Piece[], place: string): Piece | undefined =>
  pieces.findLast((piece) => piece.place === place);

/** The pieces with one more on its square; what cannot stand there with it has to go. */
export function placed(pieces: Piece[], piece: Piece, together: Together): Piece[] {
  const goes = (kind: string): boolean => !together.some((pair) => pairs(pair, kind, piece.kind));
  const others = pieces.filter((other) => other.place !== piece.place || !goes(other.kind));
  const isLower = together.some(([lower, upper]) => lower === piece.kind && upper !== piece.kind);
  return isLower ? [piece, ...others] : [...others, piece];
}

const pairs = ([lower, upper]: readonly [string, string], one: string, other: string): boolean =>
  (lower === one && upper === other) || (lower === other && upper === one);

/** The pieces without what lies on top of a square. */
export function taken(pieces: Piece[], place: string): Piece[] {
  const top = topOf(pieces, place);
  return pieces.filter((piece) => piece !== top);
}

/** The pieces with what lay on top of one square on another one. */
export function moved(pieces: Piece[], from: string, to: string, together: Together): Piece[] {
  const top = topOf(pieces, from);
  return top && from !== to ? placed(taken(pieces, from), { ...top, place: to }, together) : pieces;
}
