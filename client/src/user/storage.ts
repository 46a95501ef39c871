/** What this browser remembers; one that refuses to (private windows, full storage) forgets it with the page. */

import type { GameKey, Seat } from "../protocol";
import { STANDALONE, BASE } from "../address/site";

export interface StoredValue<T> {
  get(): T | null;
  set(value: T): void;
  isPersistent(): boolean; // beyond this page
  forget(): void;
}

export const PREFIX = `ibau${BASE}.`; // other pages of the same host have other games

/** What was to be stored and could not be, as JSON by its key. */
export const unstored = new Map<string, string>();

let isLeft = false;

/** Store nothing more: the page is being left, and the next visitor starts afresh. */
export function stopStoring(): void {
  isLeft = true;
}

/** One value under one name, as JSON. */
export function storedValue<T>(name: string): StoredValue<T> {
  const key = PREFIX + name;
  return {
    get(): T | null {
      try {
        return JSON.parse(unstored.get(key) ?? localStorage.getItem(key) ?? "null") as T | null;
      } catch {
        return null; // not allowed to read, or not written by us
      }
    },
    set(value: T): void {
      if (isLeft) return;
      const text = JSON.stringify(value);
      try {
        localStorage.setItem(key, text);
        unstored.delete(key);
      } catch {
        unstored.set(key, text);
      }
    },
    isPersistent: () => !unstored.has(key),
    forget(): void {
      unstored.delete(key);
      try {
        localStorage.removeItem(key);
      } catch {
        // it was never stored
      }
    },
  };
}

export type SideChoice = "lot" | "first" | "second";

/** The opponent: the computer, a person at this screen, or one elsewhere; or two others play. */
export type Company = "computer" | "here" | "friend" | "others";

/** How two people sit at one screen: side by side, face to face with the screen flat between them, or passing it on. */
export type Seating = "side" | "face" | "pass";

/** What was chosen last for a new game. */
export interface LastChoices {
  company: Company;
  seating: Seating;
  level: number;
  sideChoice: SideChoice;
}

/** What this browser adds to the throws of a game from one seat (docs/web-protocol.md). */
export interface Part {
  part: string;
  head?: string; // as this browser saw it first
  given?: string | undefined; // for what it was given, once: the seal of the other seat, else its part, '' for neither
  perhaps?: boolean; // was it announced for a game that another's request may have begun?
  takenBack?: boolean; // before the first throw, in this browser
}

/** A game that was played in this browser. */
export interface RecentGame {
  id: string;
  key: string; // the one that was used last
  otherKeys?: string[]; // where this browser has several
  title: string;
  when: number;
  over: boolean;
  seating?: Seating; // of two people here
  explains?: boolean; // is every move explained?
  invitations?: Partial<Record<Seat, string>>; // to the seats that others are to take
  parts?: Partial<Record<Seat, Part>>;
  violation?: { number: number; reason: string }; // what did not check out first of its throws
}

const MAX_GAMES = STANDALONE ? 1000 : 12; // games that may go: where there is no server, no other list has them
/** Latest first. */
export const games = storedValue<RecentGame[]>("games");

/** Latest first. */
export const recentGames = (): RecentGame[] => games.get() ?? [];

export const recentGame = (id: string): RecentGame | undefined =>
  recentGames().find((game) => game.id === id);

/** Does this browser store anything beyond the page? */
export function canStore(): boolean {
  const trial = storedValue<number>("trial");
  trial.set(1);
  const isThere = trial.get() === 1 && trial.isPersistent();
  trial.forget();
  return isThere;
}

/** Will this browser still know the key of a game when the page is opened again? */
export const keepsKey = (id: string, key: string): boolean =>
  games.isPersistent() && recentGame(id)?.key === key;

/** All keys to a game, the one that was used last first. */
export const keysOf = ({ key, otherKeys = [] }: Pick<RecentGame, "key" | "otherKeys">): string[] =>
  [key, ...otherKeys].filter(Boolean);

/** Another key to the same game; called again and again, it goes through all of them. */
export const otherKeyTo = ({ id, key }: GameKey): string | undefined =>
  keysOf(recentGame(id) ?? { key }).find((other) => other !== key);

/** Put a game on top of the list, with changes; known keys stay. */
export function rememberGame(id: string, changes: Partial<RecentGame>): void {
  const before = recentGame(id) ?? { id, key: "", title: "", when: 0, over: false };
  const key = changes.key || before.key;
  const otherKeys = [...(before.otherKeys ?? []), before.key].filter((other) => other && other !== key);
  const others = recentGames().filter((game) => game.id !== id);
  games.set(gamesToKeep([{ ...before, ...changes, key, otherKeys, when: Date.now() }, ...others]));
}

/** The games to keep: all that are not over and have a key, which cannot be had again, and the latest of the others. */
function gamesToKeep(games: RecentGame[]): RecentGame[] {
  const isNeeded = ({ key, over }: RecentGame): boolean => !!key && !over;
  let room = MAX_GAMES - games.filter(isNeeded).length;
  return games.filter((game) => isNeeded(game) || room-- > 0);
}
