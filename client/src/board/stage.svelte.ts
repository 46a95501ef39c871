/** A board on the screen: how it lies in its space, its pieces, and their animation. */

import { untrack } from "svelte";
import { moveDuration, ease, pointAlong, tween } from "./motion";
import { matchSprites, moveSprite, findMover, flipSprite, type Sprite } from "./sprites";
import type { Board, Piece, Ply, Seat, Travel } from "../protocol";
import { drawingOf } from "../drawings";
import type { Drawing } from "../drawings/drawing";
import { groupBy } from "./groupBy";
import { fitBoard, type Layout, type Point } from "../drawings/layout";

/** The position of a moving sprite, and its visible width while it turns over (0 to 1). */
export interface MovingPiece extends Point {
  width: number;
}

/** What a stage shows. */
interface Scene {
  board: Board;
  pieces: Piece[]; // for which trays have room
  shown?: Piece[] | undefined; // now; else the same
  near?: Seat; // whose side is near
  heads?: { above: number; beside: number }; // pixels of a tray for the name of its seat
  faced?: boolean; // does the other one sit across?
}

export class BoardStage {
  space = $state({ width: 0, height: 0 }); // pixels that the board may take
  surface: HTMLElement | undefined; // of the board
  sprites = $state.raw<Sprite[]>([]);
  moving = $state.raw(new Map<number, MovingPiece>());

  readonly fit = $derived.by(() => {
    const { board, pieces, near, heads, faced } = this.scene();
    return fitBoard(board, this.space, this.drawing.margin, pieces, near, heads, faced);
  });
  readonly #shown = $derived.by(() => this.scene().shown ?? this.scene().pieces);
  readonly piecesAt = $derived.by(() => groupBy(this.#shown, ({ place }) => place));

  /** `beforePly` shows the throw of a ply; `onland` is called when a piece has arrived. */
  constructor(
    readonly scene: () => Scene,
    readonly beforePly?: (ply: Ply) => Promise<void> | undefined,
    readonly onland?: (travel: Travel) => void,
  ) {
    $effect(() => {
      const before = untrack(() => this.sprites);
      this.sprites = matchSprites(before, this.#shown);
    });
  }

  get drawing(): Drawing {
    return drawingOf(this.scene().board.kind);
  }

  get layout(): Layout {
    return this.fit.layout;
  }

  /** A point of the window as one of the board. */
  pointAt(x: number, y: number): Point {
    const { left = 0, top = 0 } = this.surface?.getBoundingClientRect() ?? {};
    return { x: (x - left) / this.fit.scale, y: (y - top) / this.fit.scale };
  }

  topmost(place: string): Sprite | undefined {
    return this.sprites.findLast((sprite) => sprite.place === place);
  }

  /** Leave a piece where it was dragged to, until the move is acknowledged. */
  putDown(sprite: Sprite, place: string): void {
    this.moving = new Map([[sprite.id, { ...this.layout.spot(place), width: 1 }]]);
  }

  /** Show a piece at the end of its move. */
  preview(picks: string[]): void {
    const [from, to] = [picks[0] ?? "", picks.at(-1) ?? ""];
    const sprite = from !== to && this.topmost(from);
    if (sprite) this.putDown(sprite, to);
  }

  /** Put pieces back that were dragged or previewed, and not played. */
  putBack(): void {
    this.moving = new Map();
  }

  /** Animate a ply: its throw, the piece that moves, then those that it sends away. */
  async animate(ply: Ply): Promise<void> {
    await this.beforePly?.(ply);
    const [mover, ...others] = ply.travels;
    if (!mover) return;
    await this.#move(mover);
    await Promise.all(others.map((travel) => this.#move(travel)));
  }

  async #move(travel: Travel): Promise<void> {
    const sprite = findMover(this.sprites, travel);
    const arrival = travel.path.at(-1);
    if (!sprite || !arrival) return;
    const way = this.#route(sprite, travel.path, arrival);
    await tween(moveDuration(travel.path.length), (share) => {
      const width = travel.becomes ? Math.abs(Math.cos(Math.PI * share)) : 1;
      this.moving = new Map(this.moving).set(sprite.id, { ...pointAlong(way, ease(share)), width });
      if (share > 0.5) this.#flip(sprite.id, travel.becomes);
    });
    this.onland?.(travel);
    this.sprites = moveSprite(this.sprites, sprite.id, arrival, travel.becomes);
    this.moving = new Map([...this.moving].filter(([id]) => id !== sprite.id));
  }

  #route(sprite: Sprite, path: string[], arrival: string): Point[] {
    const { layout } = this;
    const end = layout.spot(arrival, this.#spritesAt(arrival).length);
    const putDown = this.moving.get(sprite.id); // it was dragged there already
    if (putDown) return [putDown, end];
    const start = layout.spot(sprite.place, this.#spritesAt(sprite.place).indexOf(sprite));
    return [start, ...path.slice(1, -1).map((place) => layout.spot(place)), end];
  }

  #flip(id: number, becomes: string): void {
    this.sprites = this.sprites.map((sprite) => (sprite.id === id ? flipSprite(sprite, becomes) : sprite));
  }

  #spritesAt(place: string): Sprite[] {
    return this.sprites.filter((sprite) => sprite.place === place);
  }
}
