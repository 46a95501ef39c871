/** What can be shared, and where others find it: a game after some of its actions, or a position. */

export interface SharedGame {
  id: string;
  at: number;
  review?: boolean; // is it looked back on?
}

export interface SharedPosition {
  ruleset: string;
  position: string;
}

export type Shared = SharedGame | SharedPosition;

const part = encodeURIComponent;
const isGame = (shared: Shared): shared is SharedGame => "id" in shared;

/** Where a new game begins from a position. */
export const playFrom = ({ ruleset, position }: SharedPosition): string =>
  `/new/${part(ruleset)}?position=${part(position)}`;

/** The page on which it is looked at. */
export const pageOf = (shared: Shared): string =>
  isGame(shared)
    ? `/${shared.review ? "review" : "game"}/${part(shared.id)}`
    : `/analysis/${part(shared.ruleset)}?position=${part(shared.position)}`;

/** The page for a frame of another one. */
export const framedPageOf = (shared: Shared): string =>
  isGame(shared)
    ? `/embed/${part(shared.id)}`
    : `/embed/position/${part(shared.ruleset)}?position=${part(shared.position)}`;

/** A picture; one that is `moving` shows the last actions. */
export function pictureOf(
  shared: Shared,
  form: "svg" | "png",
  look: Record<string, string>,
  moving = false,
): string {
  const what: Record<string, string> = isGame(shared)
    ? { ply: String(shared.at) }
    : { position: shared.position };
  const path = isGame(shared) ? `games/${part(shared.id)}` : `positions/${part(shared.ruleset)}`;
  return `/api/${path}/${moving ? "moving" : "picture"}.${form}?${new URLSearchParams({ ...what, ...look })}`;
}

/** The card with which programs show a link to a finished game. */
export const cardOf = ({ id }: SharedGame, lang: string): string =>
  `/api/games/${part(id)}/card.png?lang=${lang}`;

/** What to write into another page, so that it shows the board. */
export const frameOf = (address: string, title: string): string =>
  `<iframe src="${address}" title="${title.replace(/"/g, "&quot;")}" width="480" height="420" style="border: 0" loading="lazy"></iframe>`;
