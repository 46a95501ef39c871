/** Questions to the server that are no play. */

import type { Board, Catalogue, Ply, SeatWish, State } from "./protocol";

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

export interface Start {
  board: Board;
  state: State;
}

/** What a figure of a rules page shows: the state before and after each of its plies. */
export interface Diagram {
  board: Board;
  states: State[];
  plies: Ply[];
}

export const catalogue = (lang: string): Promise<Catalogue> => ask(`/api/catalogue?lang=${lang}`);

export const messages = (lang: string): Promise<Record<string, string>> => ask(`/api/messages?lang=${lang}`);

export const rules = (preset: string, lang: string): Promise<{ title: string; html: string }> =>
  ask(`/api/rules/${encodeURIComponent(preset)}?lang=${lang}`);

export const board = (ruleset: string): Promise<Start> => ask(`/api/board/${encodeURIComponent(ruleset)}`);

export const recordAddress = (id: string, format: "text" | "json"): string =>
  `/api/games/${encodeURIComponent(id)}/record?format=${format}`;

/** A game and the key to its persons' seats. */
export interface Made {
  id: string;
  key: string;
}

const make = (lang: string, body: unknown): Promise<Made> =>
  ask(`/api/games?lang=${lang}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

export const newGame = (ruleset: string, first: SeatWish, second: SeatWish, lang: string): Promise<Made> =>
  make(lang, { ruleset, first, second });

/** The next game of a match, made by whoever asks first. */
export const nextGame = (after: Made, lang: string): Promise<Made> => make(lang, { after });
