import type { Piece as PieceData } from "../../protocol";
import { t } from "../../user/i18n.svelte";
import type { Drawing } from "../drawing";
import Ground from "./Ground.svelte";
import Mark from "./Mark.svelte";
import "./material.css";
import Piece from "./Piece.svelte";

function nameOf(piece: PieceData): string {
  const open = piece.side === "open";
  if (piece.seat === 0) return open ? t("white stone, open") : t("white stone, closed");
  return open ? t("black stone, open") : t("black stone, closed");
}

const stone = (seat: number, place: string, side: string): PieceData => ({
  place,
  seat,
  kind: "stone",
  side,
});

/** Shell, lapis lazuli and red limestone in bitumen; stones with five dots on one side. */
export const ur: Drawing = {
  margin: 16,
  Ground,
  Mark,
  Piece,
  kinds: ["open", "closed"].map((side) => ({ kind: "stone", side })),
  variants: 1,
  nameOf,
  glow: "#f6f2ff", // shell
  sound: "stone",
  scene: [
    stone(0, "4", "open"),
    stone(1, "8", "open"),
    stone(0, "8", "closed"),
    stone(1, "12", "closed"),
    stone(0, "13", "open"),
    stone(1, "16", "open"),
  ],
};
