import { t } from "../../user/i18n.svelte";
import { pieceList, type Drawing } from "../drawing";
import Ground from "./Ground.svelte";
import Mark from "./Mark.svelte";
import "./material.css";
import Piece from "./Piece.svelte";

/** Faience in a frame of ebony; cones against spools. */
export const senet: Drawing = {
  margin: 34,
  Ground,
  Mark,
  Piece,
  kinds: [{ kind: "piece", side: "" }],
  variants: 3,
  nameOf: (piece) => (piece.seat === 0 ? t("light pawn, a cone") : t("dark pawn, a spool")),
  goal: "M-17 -46H46V46H-46V-28H-29Q-17 -28 -17 -40Z", // beside the number of the house
  glow: "#d9fff4", // faience
  sound: "wood",
  wet: "water",
  scene: [...pieceList(0, "3 5 9 13 15 24 28"), ...pieceList(1, "2 6 8 12 18 20 22")], // formations under way
};
