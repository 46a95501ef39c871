/** Lines of actions and their positions, from the server. */

import * as api from "../server/api";
import { fetchDrawings } from "../drawings";
import type { Board, Line, LineViewRequest, Start, State } from "../protocol";

/** The start of a game by a ruleset. */
export const fetchStart = (ruleset: string, lang: string): Promise<Start> =>
  api.fetchJson(`/api/board/${encodeURIComponent(ruleset)}?lang=${lang}`);

export const fetchLine = (request: LineViewRequest, lang: string): Promise<Line> =>
  api.postJson("/api/line", lang, request);

/** A position to look at, and the board that it is on. */
export interface Position {
  board: Board;
  state: State;
}

/** The position that a text means in a ruleset, "" being the start of its rules. */
export async function fetchPosition(ruleset: string, start: string, lang: string): Promise<Position> {
  const [{ board }, { states }] = await Promise.all([
    fetchStart(ruleset, lang),
    fetchLine({ ruleset, start }, lang),
  ]);
  await fetchDrawings(board.kind);
  return { board, state: states[0] as State };
}
