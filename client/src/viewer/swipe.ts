import type { Stepping } from "./viewer.svelte";

const FAR = 48; // pixels

/** Has a finger that is drawn across step to and fro, unless it drags something. */
export const swipe =
  (stepping: () => Stepping | undefined) =>
  (element: HTMLElement): (() => void) => {
    let from: Touch | undefined;
    const down = (event: TouchEvent): void => {
      const [finger, ...others] = event.touches;
      from = others.length || drags(event.target) ? undefined : finger;
    };
    const up = ({ changedTouches: [to] }: TouchEvent): void => {
      const [dx, dy] = from && to ? [to.clientX - from.clientX, to.clientY - from.clientY] : [0, 0];
      from = undefined;
      if (Math.abs(dx) < FAR || Math.abs(dx) < 2 * Math.abs(dy)) return;
      if (dx > 0) stepping()?.back();
      else stepping()?.on();
    };
    element.addEventListener("touchstart", down, { passive: true });
    element.addEventListener("touchend", up, { passive: true });
    return () => {
      element.removeEventListener("touchstart", down);
      element.removeEventListener("touchend", up);
    };
  };

/** What a finger drags, it does not scroll. */
const drags = (target: EventTarget | null): boolean =>
  target instanceof Element && getComputedStyle(target).touchAction === "none";
