/** Records of games: where they are, and what the server makes of them. */

import * as api from "../server/api";
import type { RecentGame } from "../user/storage";
import type { Tree, TreeRead } from "../protocol";
import { SERVER } from "../address/site";

const pathOf = (id: string, format: "text" | "json"): string => `${api.gamePath(id)}/record?format=${format}`;

/** Where the record of a game that was played here is. */
export const recordAddress = (id: string, format: "text" | "json"): string => SERVER + pathOf(id, format);

/** One game of a text of records. */
export const readRecord = (text: string, number: number, lang: string): Promise<TreeRead> =>
  api.fetchJson(`/api/analysis/read?lang=${lang}&number=${number}`, { method: "POST", body: text });

/** The record of a tree, as text. */
export async function writeRecord(tree: Tree, format: "text" | "json", lang: string): Promise<string> {
  const path = `/api/analysis/written?lang=${lang}&format=${format}`;
  return (await api.fetchOk(path, api.jsonRequest(tree))).text();
}

/** The record of a game that was played here. */
export const fetchRecord = async (id: string): Promise<string> =>
  (await api.fetchOk(pathOf(id, "json"))).text();

/** The records of games, one after another: the latest last, as they come into the list when they are brought in. */
export async function fetchAllRecords(games: RecentGame[]): Promise<string> {
  const texts = games.toReversed().map(async ({ id }) => (await api.fetchOk(pathOf(id, "text"))).text());
  return (await Promise.all(texts)).map((text) => `${text.trimEnd()}\n`).join("\n");
}

/** Hand the reader a text as a file. */
export function download(text: string, name: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href));
}
