/** What can be shared, and where others find it: a game after some of its actions, or a position. */

export interface SharedGame {
  id: string;
  ply: number;
  review?: boolean; // of the review, rather than of the game?
}

export interface SharedPosition {
  ruleset: string;
  position: string;
}

export type Shared = SharedGame | SharedPosition;

const encode = encodeURIComponent;
const isGame = (shared: Shared): shared is SharedGame => "id" in shared;

/** Where a new game begins from a position. */
export const newGameAddress = ({ ruleset, position }: SharedPosition): string =>
  `/new/${encode(ruleset)}?position=${encode(position)}`;

/** The address of its page. */
export const pageAddress = (shared: Shared): string =>
  isGame(shared)
    ? `/${shared.review ? "review" : "game"}/${encode(shared.id)}`
    : `/analysis/${encode(shared.ruleset)}?position=${encode(shared.position)}`;

/** The page for a frame of another one. */
export const embedAddress = (shared: Shared): string =>
  isGame(shared)
    ? `/embed/${encode(shared.id)}`
    : `/embed/position/${encode(shared.ruleset)}?position=${encode(shared.position)}`;

/** A picture; one that is `moving` shows the last actions. */
export function pictureAddress(
  shared: Shared,
  form: "svg" | "png",
  look: Record<string, string>,
  moving = false,
): string {
  const what: Record<string, string> = isGame(shared)
    ? { ply: String(shared.ply) }
    : { position: shared.position };
  const path = isGame(shared) ? `games/${encode(shared.id)}` : `positions/${encode(shared.ruleset)}`;
  return `/api/${path}/${moving ? "moving" : "picture"}.${form}?${new URLSearchParams({ ...what, ...look })}`;
}

/** The card with which programs show a link to a finished game. */
export const cardAddress = ({ id }: SharedGame, lang: string): string =>
  `/api/games/${encode(id)}/card.png?lang=${lang}`;

/** The HTML that embeds the board in another page. */
export const embedCode = (address: string, title: string): string =>
  `<iframe src="${address}" title="${title.replace(/"/g, "&quot;")}" width="480" height="420" style="border: 0" loading="lazy"></iframe>`;
