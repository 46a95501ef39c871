/** Everything that pictures of boards are put together from, drawn by the components of the page. */

import { render } from "svelte/server";
import { groupBy } from "../src/board/groupBy";
import { GAP, HEAP, INSET, PITCH, SQUARE, STACK_RISE, STRIP, TRAY, TRAY_SCALE } from "../src/drawings/layout";
import { drawingOf, fetchDrawings } from "../src/drawings";
import type { Board } from "../src/protocol";
import Stick from "../src/throws/Stick.svelte";
import all from "./boards.json";
import { alphabets } from "./lettering";
import { lookOf, Looks, piecesOf } from "./looks";
import { content } from "./markup";
import { Page } from "./page";

const THEMES = ["light", "dark", "contrast"];

export async function symbols() {
  const kinds = [...groupBy(all as Board[], (board) => board.kind)];
  await fetchDrawings(...kinds.map(([kind]) => kind));
  return {
    lengths: {
      square: SQUARE,
      tray: TRAY,
      strip: STRIP,
      gap: GAP,
      inset: INSET,
      pitch: PITCH,
      heap: HEAP,
      storey: STACK_RISE,
      small: TRAY_SCALE,
    },
    alphabets: alphabets(),
    stick: stick(),
    kinds: Object.fromEntries(kinds.map(([kind, boards]) => [kind, ofKind(kind, boards)])),
  };
}

/** The faces of a throwing stick, to be cut out of paper: the round one, and the flat one, which is marked. */
function stick() {
  const page = new Page("light");
  const [round, flat] = [false, true].map((marked) => {
    const shown = page.show(render(Stick, { props: { shape: "stick", marked } }).body).querySelector("svg");
    shown?.querySelector(".shadow")?.remove(); // on paper it is no thing that casts one
    return shown ? content(page, shown) : "";
  });
  return { round, flat };
}

function ofKind(kind: string, boards: Board[]) {
  const drawing = drawingOf(kind);
  const shapes = drawing.Mark ? distinct(boards.map(unmarked)) : boards;
  return {
    margin: drawing.margin,
    variants: drawing.variants,
    urgent: drawing.urgent ?? [],
    names: Object.fromEntries(piecesOf(drawing).map((piece) => [lookOf(piece), drawing.nameOf(piece)])),
    shapes,
    looks: Object.fromEntries(THEMES.map((theme) => [theme, new Looks(theme, drawing).of(boards, shapes)])),
  };
}

const unmarked = (board: Board): Board => ({
  ...board,
  squares: board.squares.map((square) => ({ ...square, mark: "" })),
});

const distinct = (boards: Board[]): Board[] => [
  ...new Map(boards.map((board) => [JSON.stringify(board), board])).values(),
];
