import { t } from "../../user/i18n.svelte";
import { pieceList, type Drawing } from "../drawing";
import Ground from "./Ground.svelte";
import "./material.css";
import Piece from "./Piece.svelte";

/** A board pressed into sand; pebbles against shards. */
export const seega: Drawing = {
  margin: 42,
  Ground,
  Piece,
  kinds: [{ kind: "piece", side: "" }],
  variants: 6,
  nameOf: (piece) => (piece.seat === 0 ? t("light piece") : t("dark piece")),
  glow: "#ffe39a", // sand in the sun
  sound: "sand",
  scene: [...pieceList(0, "a4 b2 c5 d3 e1 b5 c2"), ...pieceList(1, "a2 b3 d5 e4 d1 c4")],
};
