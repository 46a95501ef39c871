/** Requests to the server, other than those of a game being played. */

import { network } from "./network";
import type { Catalogue, Home } from "../protocol";

/** Data that the server embeds in the page, which needs no request: the first page, and the texts of a game. */
interface Embedded {
  lang?: string;
  home?: Home;
  messages?: Record<string, string>;
}

export const embedded = JSON.parse(
  globalThis.document?.getElementById("told")?.textContent ?? "{}",
) as Embedded;

/** A response with an error status: `message` is a sentence for people, in the requested language. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** The response to a request; throws ApiError for an error status. */
export async function fetchOk(path: string, init?: RequestInit): Promise<Response> {
  const answer = await network.fetch(path, init);
  if (answer.ok) return answer;
  const body = (await answer.json().catch(() => null)) as { error?: string } | null;
  throw new ApiError(body?.error ?? "", answer.status); // without a sentence, something else answered in its place
}

export const fetchJson = async <T>(path: string, init?: RequestInit): Promise<T> =>
  (await fetchOk(path, init)).json() as T;

const catalogues = new Map<string, Promise<Catalogue>>();

/** The catalogue of games, fetched once per language. */
export function fetchCatalogue(lang: string): Promise<Catalogue> {
  const found = catalogues.get(lang) ?? fetchJson<Catalogue>(`/api/catalogue?lang=${lang}`);
  catalogues.set(lang, found);
  found.catch(() => catalogues.delete(lang)); // the next time may go better
  return found;
}

/** What the first page shows. */
export const fetchHome = (lang: string): Promise<Home> => fetchJson(`/api/home?lang=${lang}`);

/** The texts of the page, or only those that a game begins with. */
export const fetchMessages = async (lang: string, ofGame: boolean): Promise<Record<string, string>> =>
  (ofGame && embedded.lang === lang && embedded.messages) ||
  fetchJson(`/api/messages?lang=${lang}${ofGame ? "&of=game" : ""}`);

/** A request that posts a value as JSON. */
export const jsonRequest = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

export const postJson = <T>(path: string, lang: string, body: unknown): Promise<T> =>
  fetchJson(`${path}?lang=${lang}`, jsonRequest(body));

export const gamePath = (id: string): string => `/api/games/${encodeURIComponent(id)}`;
