/** What the board for analysis asks the server. */

import * as api from "../api";
import type {
  EditorAsked,
  Editor,
  Line,
  LineAsked,
  PositionAsked,
  PositionTold,
  Tree as WrittenTree,
  TreeRead,
} from "../protocol";

export const line = (asked: LineAsked, lang: string): Promise<Line> =>
  api.post("/api/analysis/line", lang, asked);

/** What positions are put together from. */
export const editor = (asked: EditorAsked, lang: string): Promise<Editor> =>
  api.post("/api/analysis/editor", lang, asked);

/** Whether a position that was put together can be. */
export const position = (asked: PositionAsked, lang: string): Promise<PositionTold> =>
  api.post("/api/analysis/position", lang, asked);

/** One game of a text of records. */
export const read = (text: string, number: number, lang: string): Promise<TreeRead> =>
  api.ask(`/api/analysis/read?lang=${lang}&number=${number}`, { method: "POST", body: text });

/** The record of a tree, as text. */
export async function written(tree: WrittenTree, format: "text" | "json", lang: string): Promise<string> {
  const answer = await api.answered(`/api/analysis/written?lang=${lang}&format=${format}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(tree),
  });
  return answer.text();
}

/** The record of a game that was played here. */
export const recordOf = async (id: string): Promise<string> =>
  (await api.answered(api.recordAddress(id, "json"))).text();
