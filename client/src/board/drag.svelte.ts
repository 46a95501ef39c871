/** Dragging a piece, instead of pressing twice. */

import type { Point } from "../drawings/layout";
import type { BoardStage } from "./stage.svelte";

interface Callbacks {
  mayStart(place: string): boolean;
  onpick(place: string): void;
  ondrop(target: string | undefined, from: string): void; // perhaps beside all places
}

const SLOP = 6; // pixels that a press may move before it is a drag

export class Drag {
  from = $state("");
  at = $state.raw<Point>();
  justEnded = false; // then the next click is part of the drag

  constructor(
    readonly stage: BoardStage,
    readonly callbacks: Callbacks,
  ) {}

  begin(event: PointerEvent, place: string): void {
    this.justEnded = false;
    if (event.button || !event.isPrimary || !this.callbacks.mayStart(place)) return;
    const start = { x: event.clientX, y: event.clientY };
    const move = (next: PointerEvent): void => {
      if (!this.at && Math.hypot(next.clientX - start.x, next.clientY - start.y) < SLOP) return;
      if (!this.at) this.callbacks.onpick(place);
      this.from = place;
      this.at = this.stage.pointAt(next.clientX, next.clientY);
    };
    const end = (last: PointerEvent): void => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (!this.at) return;
      this.stop();
      this.justEnded = true;
      setTimeout(() => (this.justEnded = false));
      const below = document.elementFromPoint(last.clientX, last.clientY);
      const target = below?.closest<HTMLElement>("[data-point]")?.dataset.point;
      if (last.type === "pointerup" && target !== place) this.callbacks.ondrop(target, place);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  stop(): void {
    this.at = undefined;
    this.from = "";
  }
}
