/**
 * Where everything of a board lies: the squares, and beside them a tray for each seat.
 *
 * Lengths are in hundredths of a square (SQUARE = 100).  A long board may be turned a quarter (its layout, not its
 * drawings), and the trays lie above and below the board or left and right of it, whatever lets it be drawn largest:
 *
 *     above and below      left and right
 *     +-------------+      +---+---------+---+
 *     |   far tray  |      |   |         |   |
 *     +-------------+      |far|  board  |own|
 *     |    board    |      |   |         |   |
 *     +-------------+      +---+---------+---+
 *     |   own tray  |
 *     +-------------+
 */

import { SEATS, type Board, type Seat, type Square } from "../protocol";

export const SQUARE = 100;
export const TRAY = 84; // depth of a tray
export const STRIP = 68; // and of the strip in it that pieces lie on
export const GAP = 14; // between board and tray
export const PITCH = 50; // between two pieces in a tray that has room
export const HEAP = { pitch: 24, aside: 8 }; // the same of pieces taken: they lie in a heap, left and right by turns
export const STACK_RISE = 14; // how much higher each piece of a stack lies
const SPREAD = 17; // and how much more when the stack is looked at
export const TRAY_SCALE = 0.62; // pieces in a tray are drawn smaller
export const INSET = 38; // from the end of a tray to the middle of the first piece in it
const WORTH_TURNING = 1.15; // a board is turned only if that makes it this much larger

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export type Box = Point & Size;

/** How a board was laid out: turned or not, trays at its sides or above and below; the far tray for one across the table. */
interface Orientation {
  turned: boolean;
  sideways: boolean;
  faced?: boolean;
}

/** Does each seat have a row of its own to start from? */
const hasSides = (board: Board): boolean => board.squares.some(({ start }) => start != null);
const isCaptured = (area: string): boolean => area.startsWith("captured:");

/** The seat whose tray holds the pieces of an area; captured pieces lie in the opponent's. */
export function trayOwner(area: string): Seat {
  const [, seat] = area.split(":") as [string, Seat];
  if (!isCaptured(area)) return seat;
  return seat === "first" ? "second" : "first";
}

export class Layout {
  readonly size: Size;
  readonly field: Box;
  readonly #squares: Map<string, Square>;
  readonly #reversed: boolean;

  /**
   * `margin` is the rim of the board around its squares; `head` the length kept free at the start of a tray for the
   * name of its seat; `own` the seat whose tray is nearest to the reader; `totals` how many pieces each seat has.
   */
  constructor(
    readonly board: Board,
    readonly orientation: Orientation,
    readonly margin: number,
    readonly head = 0,
    readonly own: Seat = "first",
    readonly totals: readonly [number, number] = [0, 0],
  ) {
    const [across, down] = orientation.turned ? [board.height, board.width] : [board.width, board.height];
    const width = across * SQUARE + 2 * margin;
    const height = down * SQUARE + 2 * margin;
    const beside = board.areas.length ? TRAY + GAP : 0;
    const [x, y] = orientation.sideways ? [beside, 0] : [0, beside];
    this.field = { x, y, width, height };
    this.size = { width: width + 2 * x, height: height + 2 * y };
    this.#squares = new Map(board.squares.map((square) => [square.name, square]));
    this.#reversed = own === "second" && hasSides(board);
  }

  /** The board alone, its corner at 0, 0: where its ground is drawn. */
  get alone(): Layout {
    const board = { ...this.board, areas: [] };
    return new Layout(board, { ...this.orientation, sideways: false }, this.margin, 0, this.own, this.totals);
  }

  /**
   * The middle of a square, turned with the board: what was on the left is then at the bottom.  A board with a start row
   * for each seat lies so that the reader's own is near.
   */
  middle(square: Square): Point {
    const { board, margin, field, orientation } = this;
    const [right, down] = this.#reversed
      ? [board.width - 1 - square.x, board.height - 1 - square.y]
      : [square.x, square.y];
    const [x, y] = orientation.turned ? [down, board.width - 1 - right] : [right, down];
    return { x: field.x + margin + (x + 0.5) * SQUARE, y: field.y + margin + (y + 0.5) * SQUARE };
  }

  /** The point of the n-th piece of a place; those on one square are a stack. */
  spot(place: string, n = 0): Point {
    const square = this.#squares.get(place);
    if (square) {
      const { x, y } = this.middle(square);
      return { x, y: y - n * STACK_RISE };
    }
    const tray = this.tray(trayOwner(place));
    const along = this.#along(place, n);
    const side = n % 2 === Number(this.isAcross(trayOwner(place))) ? -1 : 1; // turned with the tray
    const aside = isCaptured(place) ? side * HEAP.aside : 0;
    return this.orientation.sideways
      ? { x: tray.x + tray.width / 2 + aside, y: tray.y + along }
      : { x: tray.x + along, y: tray.y + tray.height / 2 + aside };
  }

  isSquare(place: string): boolean {
    return this.#squares.has(place);
  }

  /** The square of that name, if the place is one. */
  square(place: string): Square | undefined {
    return this.#squares.get(place);
  }

  /** How far the n-th of this many pieces of a stack is lifted when it is spread out to be looked at. */
  spread(place: string, n: number, height: number): number {
    if (!this.isSquare(place)) return 0; // a tray has its pieces side by side
    const room = this.spot(place).y - this.field.y; // above it: what finds none goes down
    return n * SPREAD - Math.max(0, (height - 1) * (STACK_RISE + SPREAD) - room);
  }

  /** Does this seat look at the board from the other side of the table? */
  isAcross(seat: Seat): boolean {
    return !!this.orientation.faced && seat !== this.own;
  }

  /** Does the tray of a seat begin at its far end?  Then its name is where the seat is: at the bottom, or across. */
  isBackwards(seat: Seat): boolean {
    return this.orientation.sideways ? seat === this.own : this.isAcross(seat);
  }

  /** The tray of a seat. */
  tray(seat: Seat): Box {
    const { field, size, orientation } = this;
    const far = seat !== this.own;
    if (orientation.sideways)
      return { x: far ? 0 : size.width - TRAY, y: 0, width: TRAY, height: field.height };
    return { x: 0, y: far ? 0 : size.height - TRAY, width: field.width, height: TRAY };
  }

  /** The strip of a tray that pieces lie on, as long as there may be pieces. */
  strip(seat: Seat): Box {
    const { x, y } = this.tray(seat);
    const areas = this.board.areas.filter((area) => trayOwner(area) === seat);
    const ends = areas.flatMap((area) => [this.#along(area, 0), this.#along(area, this.#total(area) - 1)]);
    const from = Math.min(...ends) - INSET;
    const length = Math.max(...ends) + INSET - from;
    const beside = (TRAY - STRIP) / 2;
    return this.orientation.sideways
      ? { x: x + beside, y: from, width: STRIP, height: length }
      : { x: from, y: y + beside, width: length, height: STRIP };
  }

  /** How far along its tray the strip of a seat reaches, as the seat sees it. */
  stripEnd(seat: Seat): number {
    const [tray, strip] = [this.tray(seat), this.strip(seat)];
    const [before, whole, end] = this.orientation.sideways
      ? [strip.y - tray.y, tray.height, strip.y + strip.height - tray.y]
      : [strip.x - tray.x, tray.width, strip.x + strip.width - tray.x];
    return this.isBackwards(seat) ? whole - before : end;
  }

  /** A tray with so much of what is free beyond it. */
  reach(seat: Seat, outside: number): Box {
    const { x, y, width, height } = this.tray(seat);
    const far = seat !== this.own;
    return this.orientation.sideways
      ? { x: far ? -outside : x, y, width: width + outside, height }
      : { x, y: far ? -outside : y, width, height: height + outside };
  }

  /** Pieces of the tray's own seat lie from its start on, those taken from the other seat from its end. */
  #along(area: string, n: number): number {
    const length = this.orientation.sideways ? this.field.height : this.field.width;
    const room = (length - this.head - 2 * INSET) / Math.max(1, this.#total(area) - 1);
    const along = isCaptured(area)
      ? length - INSET - n * Math.min(HEAP.pitch, room)
      : this.head + INSET + n * Math.min(PITCH, room);
    return this.isBackwards(trayOwner(area)) ? length - along : along;
  }

  /** How many pieces an area may have to hold. */
  #total(area: string): number {
    const [, seat] = area.split(":") as [string, Seat];
    return this.totals[SEATS.indexOf(seat)] ?? 1;
  }
}

/** How a board fits a room. */
export interface Fit {
  layout: Layout;
  scale: number; // pixels of a hundredth of a square
  outside: number; // hundredths of a square that are free beyond each tray
}

/**
 * The layout in which a board is drawn largest in a room.  Where two people sit face to face, each has a tray, and a start
 * row, before them.
 */
export function fitBoard(
  board: Board,
  space: Size, // in pixels
  margin: number,
  pieces: readonly { seat: number }[],
  own: Seat = "first",
  heads = { above: 0, beside: 0 },
  faced = false,
): Fit {
  const count = (seat: number): number => pieces.filter((piece) => piece.seat === seat).length;
  const totals = [count(0), count(1)] as const;
  let best: { layout: Layout; scale: number; worth: number } | undefined;
  const fixed = board.width === board.height || (faced && hasSides(board));
  for (const turned of fixed ? [false] : [false, true]) {
    for (const sideways of board.areas.length && !faced ? [false, true] : [false]) {
      const orientation = { turned, sideways, ...(faced && { faced }) };
      const rough = new Layout(board, orientation, margin, 0, own, totals);
      const scale = Math.min(space.width / rough.size.width, space.height / rough.size.height);
      const worth = turned ? scale / WORTH_TURNING : scale;
      if (best && best.worth >= worth) continue;
      const head = (sideways ? heads.beside : heads.above) / scale;
      best = { layout: new Layout(board, orientation, margin, head, own, totals), scale, worth };
    }
  }
  if (!best) throw new Error("a board has at least one layout");
  const { layout, scale } = best;
  const free = layout.orientation.sideways
    ? space.width / scale - layout.size.width
    : space.height / scale - layout.size.height;
  return { layout, scale, outside: free / 2 };
}

/** A part of a whole as a length of CSS. */
export const share = (part: number, whole: number): string => `${(100 * part) / whole}%`;
