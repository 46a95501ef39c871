/** The pieces on the screen and their motion: where each is, and where those on their way are. */

import { durationOf, eased, pointOn, tween } from "./motion";
import { matched, moved, traveller, turned, type Sprite } from "./sprites";
import type { Piece, Ply, Travel } from "../protocol";
import type { Stage } from "./controller.svelte";
import type { Layout, Point } from "../drawings/layout";

/** Where a sprite on its way is, and how much of its width is seen while it turns over (0 to 1). */
export interface MovingPiece extends Point {
  width: number;
}

export class BoardStage implements Stage {
  sprites = $state.raw<Sprite[]>([]);
  moving = $state.raw(new Map<number, MovingPiece>());

  /** `before` shows what comes before the pieces of a ply move: its throw; `landed` is called when one has come to stand. */
  constructor(
    readonly layout: () => Layout,
    readonly before?: (ply: Ply) => Promise<void> | undefined,
    readonly landed?: (travel: Travel) => void,
  ) {}

  /** Show pieces where they stand. */
  set(pieces: Piece[]): void {
    this.sprites = matched(this.sprites, pieces);
  }

  topmost(place: string): Sprite | undefined {
    return this.sprites.findLast((sprite) => sprite.place === place);
  }

  /** Leave a piece where it was dragged to, until that is acknowledged. */
  putDown(sprite: Sprite, place: string): void {
    this.moving = new Map([[sprite.id, { ...this.layout().spot(place), width: 1 }]]);
  }

  /** Show a piece where it would go. */
  preview(picks: string[]): void {
    const [from, to] = [picks[0] ?? "", picks.at(-1) ?? ""];
    const sprite = from !== to && this.topmost(from);
    if (sprite) this.putDown(sprite, to);
  }

  /** What was put down and is not acknowledged goes back. */
  settle(): void {
    this.moving = new Map();
  }

  /** First the throw, then the piece that moves, then those it sends away. */
  async animate(ply: Ply): Promise<void> {
    await this.before?.(ply);
    const [mover, ...others] = ply.travels;
    if (!mover) return;
    await this.#go(mover);
    await Promise.all(others.map((travel) => this.#go(travel)));
  }

  async #go(travel: Travel): Promise<void> {
    const sprite = traveller(this.sprites, travel);
    const arrival = travel.path.at(-1);
    if (!sprite || !arrival) return;
    const way = this.#way(sprite, travel.path, arrival);
    await tween(durationOf(travel.path.length), (share) => {
      const width = travel.becomes ? Math.abs(Math.cos(Math.PI * share)) : 1;
      this.moving = new Map(this.moving).set(sprite.id, { ...pointOn(way, eased(share)), width });
      if (share > 0.5) this.#turn(sprite.id, travel.becomes);
    });
    this.landed?.(travel);
    this.sprites = moved(this.sprites, sprite.id, arrival, travel.becomes);
    this.moving = new Map([...this.moving].filter(([id]) => id !== sprite.id));
  }

  #way(sprite: Sprite, path: string[], arrival: string): Point[] {
    const layout = this.layout();
    const end = layout.spot(arrival, this.#lying(arrival).length);
    const putDown = this.moving.get(sprite.id); // it was dragged there already
    if (putDown) return [putDown, end];
    const start = layout.spot(sprite.place, this.#lying(sprite.place).indexOf(sprite));
    return [start, ...path.slice(1, -1).map((place) => layout.spot(place)), end];
  }

  #turn(id: number, becomes: string): void {
    this.sprites = this.sprites.map((sprite) => (sprite.id === id ? turned(sprite, becomes) : sprite));
  }

  #lying(place: string): Sprite[] {
    return this.sprites.filter((sprite) => sprite.place === place);
  }
}
