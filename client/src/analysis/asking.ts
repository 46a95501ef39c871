/** What the board for analysis asks the server. */

import * as api from "../api";
import type { EditorAsked, Editor, PositionAsked, PositionTold } from "../protocol";

/** What positions are put together from. */
export const editor = (asked: EditorAsked, lang: string): Promise<Editor> =>
  api.post("/api/analysis/editor", lang, asked);

/** Whether a position that was put together can be. */
export const position = (asked: PositionAsked, lang: string): Promise<PositionTold> =>
  api.post("/api/analysis/position", lang, asked);
