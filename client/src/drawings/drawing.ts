/** What a kind of board needs to be drawn: its material, its pieces, and their names for screen readers. */

import type { Component } from "svelte";
import type { Layout } from "./layout";
import type { Piece } from "../protocol";

export interface Drawing {
  margin: number; // the rim around the squares, in hundredths of a square
  Ground: Component<{ layout: Layout }>; // the board alone, its corner at 0, 0
  Mark?: Component<{ mark: string }>; // what a square shows, drawn around 0, 0; without it the ground shows the marks
  Piece: Component<{ piece: Piece; variant: number }>; // drawn around 0, 0
  kinds: Pick<Piece, "kind" | "side">[]; // the pieces of each seat
  variants: number; // how many looks each has, so that no two stones are alike
  nameOf: (piece: Piece) => string; // "light piece"
  urgent?: string[]; // the kinds that call for an answer when they stand on the start row of the other seat
  goal?: string; // the outline of what marks a square that a seat has to fill
  glow?: string; // the colour in which places light up when a game is won; warm light for none
  sound: "wood" | "stone" | "sand"; // of a piece that is put down
  wet?: string; // the mark of water that carries a piece back
  scene: Piece[]; // pieces to show on a board whose game starts with none
}

/** How much one sees of the lower side of a board, in hundredths of a square. */
export const THICKNESS = 10;

/** A number from 0 to 65520 that is always the same for the same text. */
export function textHash(text: string): number {
  let mixed = 7;
  for (const character of text) mixed = (mixed * 31 + character.charCodeAt(0)) % 65521;
  return mixed;
}

/** Pieces from texts such as "a1 b2" for one seat. */
export const pieceList = (seat: number, places: string): Piece[] =>
  places.split(" ").map((place) => ({ place, seat, kind: "piece", side: "" }));
