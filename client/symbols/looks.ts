/** The parts of one kind of board as one theme shows them: the page's own picture of it, taken apart. */

import type { Element } from "happy-dom";
import { render } from "svelte/server";
import { Layout } from "../src/drawings/layout";
import BoardSvg from "../src/board/BoardSvg.svelte";
import { TRAY_LAYERS } from "../src/board/tray";
import type { Drawing } from "../src/drawings/drawing";
import type { Sprite } from "../src/board/sprites";
import { SEATS, type Board, type Piece, type Square } from "../src/protocol";
import { attributes, content, markup, OWN } from "./markup";
import { Page } from "./page";
import { steps } from "./shadows";

const BESIDE = "hand:first"; // a place beside the board
const BOX = ["x", "y", "width", "height"];

/** What is to be seen on a board. */
interface Scene {
  turned?: boolean;
  sprites?: Sprite[];
  trace?: string[];
  goals?: string[][];
}

/** What the variants of a piece have in common. */
export const lookOf = ({ seat, kind, side }: Piece): string => `${seat} ${kind} ${side}`;

/** The pieces of both seats, each once. */
export const piecesOf = (drawing: Drawing): Piece[] =>
  SEATS.flatMap((_, seat) => drawing.kinds.map((kind) => ({ ...kind, seat, place: "" })));

export class Looks {
  readonly #page: Page;

  constructor(
    theme: string,
    readonly drawing: Drawing,
  ) {
    this.#page = new Page(theme);
  }

  /** All parts; `boards` are those of this kind, `shapes` what is left of them without the marks. */
  of(boards: Board[], shapes: Board[]) {
    const [board] = boards as [Board];
    return {
      page: this.#page.variable("--page"),
      ink: this.#page.variable("--ink"),
      quiet: this.#page.variable("--quiet"),
      shadow: steps(this.#page.styleOf(this.#shown(board, {}, ".ground")[0] as Element).filter),
      grounds: shapes.map((shape) => [false, true].map((turned) => this.#ground(shape, turned))),
      marks: Object.fromEntries(boards.flatMap((marked) => this.#marks(marked))),
      pieces: Object.fromEntries(
        piecesOf(this.drawing).map((piece) => [lookOf(piece), this.#piece(board, piece)]),
      ),
      trace: this.#trace(board),
      tray: this.#tray(board),
      goals: this.#goals(board),
      urgent: this.#urgent(board),
      filters: this.#page.shadows.filters(OWN), // of all of these
    };
  }

  /** A board with nothing on it, and the names of its squares. */
  #ground(shape: Board, turned: boolean): { bare: string; coordinates: string } {
    const [ground, names] = this.#shown(shape, { turned }, ".bare, .coordinates") as [Element, Element];
    const coordinates = this.#markup(names);
    names.remove();
    return { bare: content(this.#page, ground), coordinates };
  }

  /** The marks of a board by name; there are none where its ground shows them. */
  #marks(board: Board): [string, string][] {
    const names = board.squares.map(({ mark }) => mark).filter(Boolean);
    return this.#shown(board, {}, ".mark").map((mark, n) => [names[n] ?? "", content(this.#page, mark)]);
  }

  /** The variants of a piece, each on a square, on a stack and beside the board. */
  #piece(board: Board, piece: Piece): string[][] {
    const [square] = board.squares as [Square];
    return Array.from({ length: this.drawing.variants }, (_, variant) => {
      const sprites = [square.name, square.name, BESIDE].map((place, id) => ({
        ...piece,
        place,
        id,
        variant,
      }));
      return this.#shown(board, { sprites }, ".piece").map((drawn) => this.#markup(drawn));
    });
  }

  /** What a move leaves behind, in layers: the style of its way, and where it began and ended. */
  #trace(board: Board): { way: string; start: string; end: string }[] {
    const trace = board.squares.slice(0, 2).map(({ name }) => name);
    return this.#shown(board, { trace }, ".casing, .trace").map((layer) => {
      const [way, start, end] = [...layer.children] as [Element, Element, Element];
      return { way: attributes(this.#page, way, "d"), start: this.#markup(start), end: this.#markup(end) };
    });
  }

  /** What the strip of a tray is made of, in layers. */
  #tray(board: Board): { inset: number; x: number; y: number; drawn: string }[] {
    const shown = this.#shown({ ...board, areas: [BESIDE] }, {}, ".tray")[0] as Element;
    return TRAY_LAYERS.map(({ inset, x, y }, n) => {
      const layer = shown.children[n] as Element;
      const seen = this.#page.styleOf(layer).display !== "none";
      return { inset, x, y, drawn: seen ? attributes(this.#page, layer, ...BOX) : "" };
    }).filter(({ drawn }) => drawn);
  }

  /** What marks the squares that a seat has to fill, by seat; none where there is nothing to fill. */
  #goals(board: Board): string[] {
    const goals = this.drawing.goal ? board.squares.slice(0, 2).map(({ name }) => [name]) : [];
    return this.#shown(board, { goals }, ".goal").map((goal) => this.#markup(goal));
  }

  /** The ring around a piece that calls for an answer. */
  #urgent(board: Board): string {
    const { urgent: [kind = ""] = [] } = this.drawing;
    const sprites = board.squares
      .filter(({ start }) => start === 0)
      .map(({ name }) => ({ place: name, seat: 1, kind, side: "", id: 0, variant: 0 }));
    const [ring] = this.#shown(board, { sprites: sprites.slice(0, 1) }, ".urgent");
    return ring ? this.#markup(ring) : "";
  }

  /** Elements of the picture of a board. */
  #shown(board: Board, { turned = false, sprites = [], ...shown }: Scene, selector: string): Element[] {
    const layout = new Layout(board, { turned, sideways: false }, this.drawing.margin, 0, "first", [1, 1]);
    const props = { layout, drawing: this.drawing, sprites, ...shown };
    return [...this.#page.show(render(BoardSvg, { props }).body).querySelectorAll(selector)];
  }

  /** An element around 0, 0, wherever it stood. */
  #markup(element: Element): string {
    return markup(this.#page, element, "cx", "cy", "transform", "data-place");
  }
}
