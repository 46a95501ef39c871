/** Sprites: pieces with an identity, which the state does not give them and animation needs. */

import { textHash } from "../drawings/drawing";
import { SEATS, type Piece, type Seat, type Travel } from "../protocol";

export interface Sprite extends Piece {
  id: number;
  variant: number; // of its look; it never changes
}

let lastId = 0;

/** Do two pieces look alike, wherever they stand? */
export const looksAlike = (one: Piece, other: Piece): boolean =>
  one.seat === other.seat && one.kind === other.kind && one.side === other.side;

/** The sprites of a state: first a piece that has stayed where it was, then one that looks alike, else a new one. */
export function matchSprites(before: Sprite[], pieces: Piece[]): Sprite[] {
  const free = new Set(before);
  const found = new Map<Piece, Sprite>();
  const claim = (fits: (sprite: Sprite, piece: Piece) => boolean): void => {
    for (const piece of pieces) {
      if (found.has(piece)) continue;
      const sprite = [...free].find((candidate) => fits(candidate, piece));
      if (!sprite) continue;
      free.delete(sprite);
      found.set(piece, sprite);
    }
  };
  claim((sprite, piece) => looksAlike(sprite, piece) && sprite.place === piece.place);
  claim(looksAlike);
  return pieces.map((piece, at) => {
    const { id, variant } = found.get(piece) ?? { id: ++lastId, variant: variantOf(pieces, at) };
    return { ...piece, id, variant };
  });
}

/** The variant of a new piece, by its place and the number of pieces below it. */
function variantOf(pieces: Piece[], at: number): number {
  const place = pieces[at]?.place ?? "";
  const below = pieces.slice(0, at).filter((piece) => piece.place === place).length;
  return textHash(`${place} ${below}`);
}

/** The sprite that makes a travel: the topmost of its seat and kind where the travel starts. */
export function findMover(sprites: Sprite[], travel: Travel): Sprite | undefined {
  return sprites.findLast(
    (sprite) => sprite.place === travel.path[0] && sprite.seat === travel.seat && sprite.kind === travel.kind,
  );
}

/** The sprites after one of them has moved: on top of its new place, perhaps turned over. */
export function moveSprite(sprites: Sprite[], id: number, place: string, becomes: string): Sprite[] {
  const sprite = sprites.find((candidate) => candidate.id === id);
  if (!sprite) return sprites;
  return [...sprites.filter((candidate) => candidate !== sprite), { ...flipSprite(sprite, becomes), place }];
}

/** A piece turned over: it then belongs to another seat, or shows another side. */
export function flipSprite(sprite: Sprite, becomes: string): Sprite {
  if (!becomes) return sprite;
  const seat = SEATS.indexOf(becomes as Seat);
  return seat < 0 ? { ...sprite, side: becomes } : { ...sprite, seat };
}
