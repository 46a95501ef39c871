/** Questions to the server that are no play. */

import type { Catalogue, GameKey, NewGame, NextGame, RulesPage } from "./protocol";

/** An answer that is no answer: `message` is a sentence for people, in the language asked for. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(path, init);
  const body: unknown = await answer.json().catch(() => null);
  if (!answer.ok) {
    const sentence = (body as { error?: string } | null)?.error;
    throw new ApiError(sentence ?? `${answer.status} ${answer.statusText}`, answer.status);
  }
  return body as T;
}

const catalogues = new Map<string, Promise<Catalogue>>();

/** What can be played; asked for once a language. */
export function catalogue(lang: string): Promise<Catalogue> {
  const found = catalogues.get(lang) ?? ask<Catalogue>(`/api/catalogue?lang=${lang}`);
  catalogues.set(lang, found);
  found.catch(() => catalogues.delete(lang)); // the next time may go better
  return found;
}

export const messages = (lang: string): Promise<Record<string, string>> => ask(`/api/messages?lang=${lang}`);

export const rules = (preset: string, lang: string): Promise<RulesPage> =>
  ask(`/api/rules/${encodeURIComponent(preset)}?lang=${lang}`);

export const recordAddress = (id: string, format: "text" | "json"): string =>
  `/api/games/${encodeURIComponent(id)}/record?format=${format}`;

const make = (lang: string, body: NewGame | NextGame): Promise<GameKey> =>
  ask(`/api/games?lang=${lang}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

export const newGame = (game: NewGame, lang: string): Promise<GameKey> => make(lang, game);

/** The next game of a match, made by whoever asks first. */
export const nextGame = (after: GameKey, lang: string): Promise<GameKey> => make(lang, { after });
