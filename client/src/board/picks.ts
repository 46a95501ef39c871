/** Choosing a legal action by pointing at its `picks` places in order. */

import type { Action } from "../protocol";

const beginsWith = (picks: string[], chosen: string[]): boolean =>
  chosen.every((place, n) => picks[n] === place);

/** The places that may be pointed at next. */
export function nextPlaces(legal: Action[], chosen: string[]): Set<string> {
  const places = legal
    .filter((action) => beginsWith(action.picks, chosen))
    .map((action) => action.picks[chosen.length]);
  return new Set(places.filter((place) => place !== undefined));
}

/** The actions that these places name completely. */
export const matchingActions = (legal: Action[], chosen: string[]): Action[] =>
  chosen.length
    ? legal.filter((action) => action.picks.length === chosen.length && beginsWith(action.picks, chosen))
    : [];

/** The actions that need no pointing, such as passing. */
export const buttonActions = (legal: Action[]): Action[] => legal.filter((action) => !action.picks.length);

export type PressEffect =
  | { kind: "play"; action: Action }
  | { kind: "choose"; chosen: string[] } // go on pointing, or choose among the actions named so far
  | { kind: "refuse" };

/** What pointing at a place means when some places have been chosen. */
export function interpretPress(legal: Action[], chosen: string[], place: string): PressEffect {
  if (chosen.at(-1) === place && !nextPlaces(legal, chosen).has(place)) {
    return { kind: "choose", chosen: chosen.slice(0, -1) };
  }
  for (const places of [[...chosen, place], [place]]) {
    const complete = matchingActions(legal, places);
    const more = nextPlaces(legal, places).size;
    const [action] = complete;
    if (action && complete.length === 1 && !more) return { kind: "play", action };
    if (complete.length || more) return { kind: "choose", chosen: places };
  }
  return { kind: "refuse" };
}
