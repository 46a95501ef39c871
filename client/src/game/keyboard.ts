/** For those who play by the keyboard: loaded, with its texts, at the first key. */

import { language } from "../words.svelte";

export { default as TypedMove } from "./TypedMove.svelte";

/** Go from one place that can be pointed at to the next, by their class. */
export function goRound(among: string, step: 1 | -1): void {
  const places = [...document.querySelectorAll<HTMLElement>(`.grid .${among}`)];
  const at = places.indexOf(document.activeElement as HTMLElement);
  places.at((at < 0 && step < 0 ? at : at + step) % places.length)?.focus();
}

await language.complete();
