import type { Piece as PieceData } from "../../protocol";
import { t } from "../../words.svelte";
import { standing, type Drawing } from "../drawing";
import Ground from "./Ground.svelte";
import "./material.css";
import Piece from "./Piece.svelte";

function named(piece: PieceData): string {
  const white = piece.seat === 0;
  if (piece.kind === "pharaoh") return white ? t("white pharaoh") : t("brown pharaoh");
  if (piece.kind === "ship") return white ? t("white death ship") : t("brown death ship");
  return white ? t("white priest") : t("brown priest");
}

const of = (kind: string, seat: number, places: string): PieceData[] =>
  standing(seat, places).map((piece) => ({ ...piece, kind }));

/** Limewood and ink; flat pieces with a white and a brown face. */
export const seti: Drawing = {
  margin: 26,
  Ground,
  Piece,
  named,
  scene: [
    ...of("ship", 0, "a4"),
    ...of("ship", 1, "c7"),
    ...of("priest", 0, "a4 c5"),
    ...of("pharaoh", 0, "b2"),
    ...of("priest", 1, "b7 a10"),
    ...of("pharaoh", 1, "c7"),
  ],
};
