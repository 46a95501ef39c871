/** Moving the focus over a board with the keyboard. */

import type { Box } from "../drawings/layout";

/** The distance from one interval to another, negative if that lies before it; 0 if they overlap. */
const gapTo = (from: number, length: number, to: number, other: number): number =>
  to > from + length ? to - from - length : Math.min(0, to + other - from);

/** The place nearest to `from` in a direction of the screen, for the arrow keys; `from` itself at the edge. */
export function neighbour(places: Map<string, Box>, from: string, dx: number, dy: number): string {
  const start = places.get(from);
  if (!start) return from;
  let nearest = from;
  let least = Infinity;
  for (const [place, box] of places) {
    const across = gapTo(start.x, start.width, box.x, box.width);
    const down = gapTo(start.y, start.height, box.y, box.height);
    const ahead = across * dx + down * dy;
    const aside = Math.abs(across * dy) + Math.abs(down * dx);
    if (ahead <= 1 || aside > ahead * 1.5) continue;
    const distance = ahead + 2 * aside;
    if (distance < least) [nearest, least] = [place, distance];
  }
  return nearest;
}

/** Focus the next or previous place of a class. */
export function focusNext(among: string, step: 1 | -1): void {
  const places = [...document.querySelectorAll<HTMLElement>(`.grid .${among}`)];
  const at = places.indexOf(document.activeElement as HTMLElement);
  places.at((at < 0 && step < 0 ? at : at + step) % places.length)?.focus();
}
