import type { Piece as PieceData } from "../../protocol";
import { t } from "../../user/i18n.svelte";
import type { Drawing } from "../drawing";
import Ground from "./Ground.svelte";
import "./material.css";
import Piece from "./Piece.svelte";

function nameOf(piece: PieceData): string {
  const white = piece.seat === 0;
  if (piece.kind === "pharaoh") return white ? t("white pharaoh") : t("brown pharaoh");
  if (piece.kind === "ship") return white ? t("white death ship") : t("brown death ship");
  return white ? t("white priest") : t("brown priest");
}

/** Limewood and ink; flat pieces with a white and a brown face. */
export const seti: Drawing = {
  margin: 38,
  Ground,
  Piece,
  kinds: ["pharaoh", "priest", "ship"].map((kind) => ({ kind, side: "" })),
  variants: 1,
  nameOf,
  urgent: ["pharaoh", "priest"], // they have arrived
  sound: "wood",
  scene: [], // every game of Seti starts with its figures
};
