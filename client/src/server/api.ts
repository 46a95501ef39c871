/** Questions to the server that are no play. */

import { network } from "./network";
import type { Catalogue, Home } from "../protocol";

/** What the server has put into the page, so that nobody asks for it: the first page, and the texts of a game. */
interface Told {
  lang?: string;
  home?: Home;
  messages?: Record<string, string>;
}

export const told = JSON.parse(globalThis.document?.getElementById("told")?.textContent ?? "{}") as Told;

/** An answer that is no answer: `message` is a sentence for people, in the language asked for. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** An answer that is one; else it throws an ApiError. */
export async function answered(path: string, init?: RequestInit): Promise<Response> {
  const answer = await network.fetch(path, init);
  if (answer.ok) return answer;
  const body = (await answer.json().catch(() => null)) as { error?: string } | null;
  throw new ApiError(body?.error ?? "", answer.status); // without a sentence, something else answered in its place
}

export const ask = async <T>(path: string, init?: RequestInit): Promise<T> =>
  (await answered(path, init)).json() as T;

const catalogues = new Map<string, Promise<Catalogue>>();

/** What can be played; asked for once a language. */
export function catalogue(lang: string): Promise<Catalogue> {
  const found = catalogues.get(lang) ?? ask<Catalogue>(`/api/catalogue?lang=${lang}`);
  catalogues.set(lang, found);
  found.catch(() => catalogues.delete(lang)); // the next time may go better
  return found;
}

/** What the first page shows. */
export const home = (lang: string): Promise<Home> => ask(`/api/home?lang=${lang}`);

/** The texts of the page, or only those that a game begins with. */
export const messages = async (lang: string, ofGame: boolean): Promise<Record<string, string>> =>
  (ofGame && told.lang === lang && told.messages) ||
  ask(`/api/messages?lang=${lang}${ofGame ? "&of=game" : ""}`);

/** A request that posts a value as JSON. */
export const json = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

export const post = <T>(path: string, lang: string, body: unknown): Promise<T> =>
  ask(`${path}?lang=${lang}`, json(body));

export const game = (id: string): string => `/api/games/${encodeURIComponent(id)}`;
