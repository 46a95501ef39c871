/** The pieces on the screen and their animation. */

import { moveDuration, ease, pointAlong, tween } from "./motion";
import { matchSprites, moveSprite, findMover, flipSprite, type Sprite } from "./sprites";
import type { Piece, Ply, Travel } from "../protocol";
import type { Stage } from "./controller.svelte";
import type { Layout, Point } from "../drawings/layout";

/** The position of a moving sprite, and its visible width while it turns over (0 to 1). */
export interface MovingPiece extends Point {
  width: number;
}

export class BoardStage implements Stage {
  sprites = $state.raw<Sprite[]>([]);
  moving = $state.raw(new Map<number, MovingPiece>());

  /** `beforePly` shows the throw of a ply; `onland` is called when a piece has arrived. */
  constructor(
    readonly layout: () => Layout,
    readonly beforePly?: (ply: Ply) => Promise<void> | undefined,
    readonly onland?: (travel: Travel) => void,
  ) {}

  /** Show pieces where they stand. */
  set(pieces: Piece[]): void {
    this.sprites = matchSprites(this.sprites, pieces);
  }

  topmost(place: string): Sprite | undefined {
    return this.sprites.findLast((sprite) => sprite.place === place);
  }

  /** Leave a piece where it was dragged to, until the move is acknowledged. */
  putDown(sprite: Sprite, place: string): void {
    this.moving = new Map([[sprite.id, { ...this.layout().spot(place), width: 1 }]]);
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
    const layout = this.layout();
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
