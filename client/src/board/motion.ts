/** Animation: durations, easing, and points along a path. */

import type { Point } from "../drawings/layout";

const SHORTEST = 150; // milliseconds
const LONGEST = 350;
const PER_STEP = 45;

export const skipsMotion = (): boolean =>
  document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The duration of a path over this many places, in milliseconds. */
export const moveDuration = (places: number): number =>
  Math.min(LONGEST, SHORTEST + PER_STEP * Math.max(0, places - 1));

/** Ease in and out. */
export const ease = (share: number): number => (share < 0.5 ? 4 * share ** 3 : 1 - (2 - 2 * share) ** 3 / 2);

/** The point at a share (0 to 1) of a path, by its length. */
export function pointAlong(path: Point[], share: number): Point {
  const [start] = path;
  if (!start) throw new Error("a way has at least one point");
  const lengths = path.slice(1).map((point, n) => distance(path[n] as Point, point));
  let rest = share * lengths.reduce((sum, length) => sum + length, 0);
  for (const [n, length] of lengths.entries()) {
    const [from, to] = [path[n] as Point, path[n + 1] as Point];
    if (rest <= length || n === lengths.length - 1) {
      const part = length ? Math.min(1, rest / length) : 1;
      return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
    }
    rest -= length;
  }
  return start;
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Call `show` with shares from 0 to 1 for this many milliseconds; at once with 1 if motion is reduced. */
export function tween(duration: number, show: (share: number) => void): Promise<void> {
  if (skipsMotion()) {
    show(1);
    return Promise.resolve();
  }
  return new Promise((done) => {
    const start = performance.now();
    let over = false;
    const frame = (now: number): void => {
      if (over) return;
      const share = document.hidden ? 1 : Math.min(1, Math.max(0, (now - start) / duration));
      show(share);
      over = share === 1;
      if (over) done();
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    // A hidden page gets no more frames; it must not hold up the game.
    setTimeout(() => frame(start + duration), duration + 200);
  });
}

/** Wait, unless motion is reduced. */
export const pause = (duration: number): Promise<void> =>
  skipsMotion() ? Promise.resolve() : new Promise((done) => setTimeout(done, duration));
