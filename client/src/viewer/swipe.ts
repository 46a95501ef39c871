import type { PlyNavigation } from "./viewer.svelte";

const MIN_DISTANCE = 48; // pixels

/** Steps back or on by a horizontal swipe, unless it drags something. */
export const swipe =
  (stepping: () => PlyNavigation | undefined) =>
  (element: HTMLElement): (() => void) => {
    let from: Touch | undefined;
    const down = (event: TouchEvent): void => {
      const [finger, ...others] = event.touches;
      from = others.length || drags(event.target) ? undefined : finger;
    };
    const up = ({ changedTouches: [to] }: TouchEvent): void => {
      const [dx, dy] = from && to ? [to.clientX - from.clientX, to.clientY - from.clientY] : [0, 0];
      from = undefined;
      if (Math.abs(dx) < MIN_DISTANCE || Math.abs(dx) < 2 * Math.abs(dy)) return;
      if (dx > 0) stepping()?.back();
      else stepping()?.next();
    };
    element.addEventListener("touchstart", down, { passive: true });
    element.addEventListener("touchend", up, { passive: true });
    return () => {
      element.removeEventListener("touchstart", down);
      element.removeEventListener("touchend", up);
    };
  };

/** Is an element dragged by touch, rather than scrolled? */
const drags = (target: EventTarget | null): boolean =>
  target instanceof Element && getComputedStyle(target).touchAction === "none";
