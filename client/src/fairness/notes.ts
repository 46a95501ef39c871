/** What this browser keeps of the throws of a game as they were told, so that they cannot be told otherwise later. */

import { notedGames } from "../forgetting";
import { notesOf, recentGame } from "../memory";
import type { Chain, Result, Seat } from "../protocol";
import { hashOf } from "./sha256";
import type { Fault } from "./faults";

const DIGITS = 16; // of the digest of a story
export const PASSED_OVER = "x"; // instead of the letter that says which links counted

/** A chain that this browser has drawn. */
export interface Drawn {
  first: number; // its first number
  head: string;
  last: string; // its last link
  burnt?: boolean; // the last link was given
}

/** What was given last, and never will be for another story. */
export interface Given {
  number: number;
  story: string; // the digest; '' where the number is only to be passed over
  counts?: Seat[]; // whose links count, as the thrower's page has said
}

export interface Notes {
  when: number; // milliseconds since 1970
  ruleset: string;
  start: string;
  since: number; // throws that had fallen when this browser came to know the game
  waits?: boolean; // was it said that each throw waits for the browsers of both?
  drawn: Drawn[];
  chains: Chain[]; // as they were told
  throws: string[]; // by number, from 1 on: "bt3" and the digest of the story before, or PASSED_OVER
  given?: Given;
  passed?: number; // up to which this browser has asked to pass over
  agreed?: string; // the story from which the player would take back
  offered?: string; // the story in which the player has offered a draw
  amiss: Fault[];
}

export const begun = (ruleset: string, start: string, since: number): Notes => ({
  when: 0,
  ruleset,
  start,
  since,
  drawn: [],
  chains: [],
  throws: [],
  amiss: [],
});

/** The digest of the actions of a story. */
export const digestOf = (actions: readonly string[]): string => hashOf(...actions).slice(0, DIGITS);

/** A throw as it is noted. */
export const noted = (letter: string, action: string, story: string): string => letter + action + story;

/** Letter, action and digest of a throw that was noted. */
export const readNote = (note: string): [letter: string, action: string, story: string] => [
  note.slice(0, 1),
  note.slice(1, -DIGITS),
  note.slice(-DIGITS),
];

/** Where the notes of a game are. */
export interface Book {
  get(): Notes | null;
  set(notes: Notes): void;
}

/** Where this browser keeps those of a game; where there is no room, the oldest games go of which nothing else is known. */
export const bookOf = (id: string): Book => ({
  get: () => notesOf<Notes>(id).get(),
  set(notes: Notes): void {
    const place = notesOf<Notes>(id);
    place.set(notes);
    if (place.lasts()) return;
    const age = (other: string): number => notesOf<Notes>(other).get()?.when ?? 0;
    const others = notedGames().filter((other) => other !== id && !recentGame(other));
    for (const other of others.sort((one, another) => age(one) - age(another))) {
      notesOf(other).forget();
      place.set(notes);
      if (place.lasts()) return;
    }
  },
});

/** Where those are kept of a game that is only watched: as long as the page lives. */
export function looseBook(): Book {
  let kept: Notes | null = null;
  return { get: () => kept, set: (notes) => void (kept = notes) };
}

/** The notes as a file, which `ibau verify --commitments` compares with a record, and the game as it stands. */
export function exported(
  game: string,
  notes: Notes,
  story: readonly string[],
  result: Result | null,
): string {
  const numbered = notes.throws.map((note, n) => ({ number: n + 1, note }));
  const told = numbered.filter(({ note }) => note !== PASSED_OVER);
  return JSON.stringify({
    ibau: "notes 1",
    game,
    ruleset: notes.ruleset,
    start: notes.start,
    chains: notes.chains.map(({ party, first, head, given, link }) => ({ party, first, head, given, link })),
    throws: told.map(({ number, note }) => {
      const [letter, action, story] = readNote(note);
      return { number, letter, action, story };
    }),
    spent: numbered.filter(({ note }) => note === PASSED_OVER).map(({ number }) => number),
    last: {
      at: story.length,
      story: digestOf(story),
      result: result?.word ?? "",
      kind: result?.kind ?? "",
    },
  });
}
