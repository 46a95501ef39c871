/** What a kind of board has to offer to be drawn: its material, its pieces, and their names aloud. */

import type { Component } from "svelte";
import type { Layout } from "../board/layout";
import type { Piece, Square } from "../protocol";

export interface Drawing {
  margin: number; // the rim around the squares, in hundredths of a square
  Ground: Component<{ layout: Layout }>;
  Piece: Component<{ piece: Piece; variant: number }>; // drawn around 0, 0; variants make no two stones alike
  named: (piece: Piece) => string; // "light piece"
  urgent?: (piece: Piece, square: Square) => boolean; // does a piece that stands there call for an answer?
  scene: Piece[]; // pieces to show on a board whose game starts with none
}

/** A number from 0 to n - 1 that is always the same for the same text. */
export function varied(text: string, n: number): number {
  let mixed = 7;
  for (const character of text) mixed = (mixed * 31 + character.charCodeAt(0)) % 65521;
  return mixed % n;
}

/** Pieces from texts such as "a1 b2" for one seat. */
export const standing = (seat: number, places: string): Piece[] =>
  places.split(" ").map((place) => ({ place, seat, kind: "piece", side: "" }));
