/** The win animation: which places light up, one after the other. */

import { SEATS, type Board, type Piece, type Seat } from "../protocol";

export const DURATION = 1200; // milliseconds in all
const LIGHT = 500; // of each place

/** A place that lights up, and the milliseconds until it does. */
export interface Light {
  place: string;
  n: number; // of the pieces there
  delay: number;
}

/** The way that the pieces have come, where there is one, then the winner's pieces: the nearest to the last move first. */
export function winLights(board: Board, pieces: Piece[], winner: Seat, last = ""): Light[] {
  const point = new Map(board.squares.map(({ name, x, y }) => [name, { x, y }]));
  const end = point.get(last) ?? { x: board.width / 2, y: board.height / 2 };
  const far = ({ place }: { place: string }): number => {
    const { x, y } = point.get(place) ?? end;
    return Math.hypot(x - end.x, y - end.y);
  };
  const heights = new Map<string, number>();
  const own = pieces.flatMap((piece) => {
    const n = heights.get(piece.place) ?? 0;
    heights.set(piece.place, n + 1);
    const isLost = piece.place.startsWith("captured:");
    return SEATS[piece.seat] === winner && !isLost ? [{ place: piece.place, n }] : [];
  });
  const way = board.track?.map((place) => ({ place, n: 0 })) ?? [];
  const all = [...way, ...own.toSorted((one, other) => far(one) - far(other))];
  return all.map((light, n) => ({ ...light, delay: ((DURATION - LIGHT) * n) / Math.max(1, all.length - 1) }));
}
