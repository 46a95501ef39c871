/** Records of games: where they are, and what the server makes of them. */

import * as api from "../server/api";
import type { RecentGame } from "../user/storage";
import type { Tree, TreeRead } from "../protocol";
import { SERVER } from "../address/site";

const record = (id: string, format: "text" | "json"): string => `${api.game(id)}/record?format=${format}`;

/** Where the record of a game that was played here is. */
export const recordAddress = (id: string, format: "text" | "json"): string => SERVER + record(id, format);

/** One game of a text of records. */
export const read = (text: string, number: number, lang: string): Promise<TreeRead> =>
  api.fetchJson(`/api/analysis/read?lang=${lang}&number=${number}`, { method: "POST", body: text });

/** The record of a tree, as text. */
export async function written(tree: Tree, format: "text" | "json", lang: string): Promise<string> {
  const path = `/api/analysis/written?lang=${lang}&format=${format}`;
  return (await api.fetchOk(path, api.json(tree))).text();
}

/** The record of a game that was played here. */
export const recordOf = async (id: string): Promise<string> => (await api.fetchOk(record(id, "json"))).text();

/** The records of games, one after another: the latest last, as they come into the list when they are brought in. */
export async function allRecords(games: RecentGame[]): Promise<string> {
  const texts = games.toReversed().map(async ({ id }) => (await api.fetchOk(record(id, "text"))).text());
  return (await Promise.all(texts)).map((text) => `${text.trimEnd()}\n`).join("\n");
}

/** Hand the reader a text as a file. */
export function download(text: string, name: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href));
}
