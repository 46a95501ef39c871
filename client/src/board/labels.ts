/** The labels of places for screen readers: "c3, the centre, light piece, can move". */

import type { Drawing } from "../drawings/drawing";
import type { Piece, Square } from "../protocol";
import { language, labelled, t } from "../user/i18n.svelte";

export interface PlaceState {
  chosen: boolean;
  movable: boolean;
  target: boolean;
}

export function squareLabel(square: Square, pieces: Piece[], drawing: Drawing, state: PlaceState): string {
  const words = [square.name, square.label, ...pieceNames(pieces, drawing)];
  if (state.chosen) words.push(t("chosen"));
  else if (state.target) words.push(t("can go here"));
  else if (state.movable) words.push(pieces.length ? t("can move") : t("can be chosen"));
  return words.filter(Boolean).join(", ");
}

/** The pieces of a square, the topmost first. */
function pieceNames(pieces: Piece[], drawing: Drawing): string[] {
  const [top, ...others] = pieces.map(drawing.nameOf).reverse();
  if (!top) return [t("empty")];
  if (!others.length) return [top];
  const values = { n: pieces.length, top, others: others.join("; ") };
  return [t("stack of {n}: {top} on top; below it {others}", values)];
}

/** The label of an area beside the board that can be chosen. */
export function trayLabel(area: string, pieces: Piece[], drawing: Drawing, target: boolean): string {
  if (target) return `${t("off the board")}, ${t("can go here")}`;
  const what = pieces.slice(0, 1).map(drawing.nameOf);
  return `${[...what, areaLabel(area, pieces.length)].reduce(labelled)}, ${t("can be chosen")}`;
}

const isTray = (place: string): boolean => place.includes(":");

/** The places that can be chosen after a place: "4: can go to 5, 6, 8 or off the board". */
export function targetsLabel(place: string, targets: string[]): string {
  const list = new Intl.ListFormat(language.id, { type: "disjunction" });
  const where = list.format(targets.map((target) => (isTray(target) ? t("off the board") : target)));
  return t("{place}: can go to {where}", { place: isTray(place) ? t("in hand") : place, where });
}

/** What is done with a piece that goes to an area beside the board. */
export const trayAction = (area: string): string => (area.startsWith("off:") ? t("Bear off") : t("Take out"));

/** What lies in an area beside the board, in words; "" where nothing does. */
export function areaLabel(area: string, n: number): string {
  if (!n) return "";
  const [name] = area.split(":");
  if (name === "hand") return t("{n} in hand", { n });
  if (name === "captured") return t("{n} captured", { n });
  return t("{n} off the board", { n });
}
