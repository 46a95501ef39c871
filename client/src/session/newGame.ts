/** How a new game begins: its ruleset, and who plays where. */

import { postJson } from "../server/api";
import {
  canStore,
  recentGame,
  rememberGame,
  type Company,
  type RecentGame,
  type Seating,
  type SideChoice,
} from "../user/storage";
import type { GameKey, MadeGame, NewGame, NewSeat, NextGame, RuleOption, Seat } from "../protocol";
import { STANDALONE } from "../address/site";
import { language } from "../user/i18n.svelte";
import { goToGame } from "../user/gameAddress";

const PERSON = { kind: "person" } as const;

/** A preset and the options that differ from it, in the notation of rulesets: "seega+chain=none". */
export function rulesetText(preset: string, options: RuleOption[], values: Record<string, string>): string {
  const changes = options
    .filter((option) => (values[option.name] ?? option.default[preset]) !== option.default[preset])
    .map((option) => `${option.name}=${values[option.name]}`);
  return [preset, ...changes.sort()].join("+");
}

/** The preset that a ruleset's text begins with, and the options that differ from it. */
export function presetAndValues(ruleset: string): [string, Record<string, string>] {
  const [preset = "", ...changes] = ruleset.split("+");
  return [preset, Object.fromEntries(changes.map((change) => change.split("=", 2) as [string, string]))];
}

/** The seat of the reader, drawn at random if that was chosen. */
function drawSeat(sideChoice: SideChoice): Seat {
  if (sideChoice !== "lot") return sideChoice;
  const [bit = 0] = crypto.getRandomValues(new Uint8Array(1));
  return bit & 1 ? "second" : "first";
}

/** What announces that this browser adds to the throws, and the part that it adds; sealed where another person is to come. */
async function contribution(isSealed: boolean): Promise<{ adds?: boolean; seal?: string; part?: string }> {
  if (STANDALONE || !canStore()) return {};
  return { adds: true, ...(isSealed && (await import("../fairness/part")).newSealedPart()) };
}

/** Make a game, and go to it. */
async function createGame(
  game: NewGame,
  details: (made: MadeGame) => Partial<RecentGame>,
  sealed?: Seat,
): Promise<void> {
  const { part, ...adding } = await contribution(!!sealed);
  const found = await postJson<MadeGame>("/api/games", language.id, { ...game, ...adding } satisfies NewGame);
  goToGame(found, { ...details(found), ...(sealed && part && { parts: { [sealed]: { part } } }) });
}

/** The next game of a match, made when the first player asks for it. */
export async function nextGame(after: GameKey, isRemote: boolean): Promise<string> {
  const { part, ...adding } = await contribution(isRemote);
  const { id } = await postJson<GameKey>("/api/games", language.id, { after, ...adding } satisfies NextGame);
  const stored = part && { part, perhaps: true };
  if (stored && !recentGame(id)?.parts) rememberGame(id, { parts: { first: stored, second: stored } }); // at whichever seat
  return id;
}

/** Begin a game in front of this screen, and go to it. */
export const startGame = (game: NewGame, title: string, seating: Seating): Promise<void> =>
  createGame(game, () => ({ title, seating }));

/** The seats of a game against the computer. */
export function againstComputer(level: string, sideChoice: SideChoice): Record<Seat, NewSeat> {
  const computer = { kind: "computer", level } as const;
  return drawSeat(sideChoice) === "first"
    ? { first: PERSON, second: computer }
    : { first: computer, second: PERSON };
}

/** Begin a first game: against the computer at its gentlest, with every move explained. */
export const startExplained = (preset: string, title: string, weakestLevel: string): Promise<void> =>
  createGame({ ruleset: preset, ...againstComputer(weakestLevel, "first"), own_sticks: false }, () => ({
    title,
    explains: true,
  }));

/** The seats of two people at one screen; without a name, a player is called by the colour of the pieces. */
export const twoPeople = (names: Record<Seat, string>): Record<Seat, NewSeat> => ({
  first: { ...PERSON, name: names.first.trim() },
  second: { ...PERSON, name: names.second.trim() },
});

/** Begin a game whose free seats are for people elsewhere, and go to it. */
export async function startInvitation(
  ruleset: string,
  company: Company,
  sideChoice: SideChoice,
  name: string,
  title: string,
  options: Pick<NewGame, "own_sticks" | "start">,
): Promise<void> {
  const mine = company === "friend" ? drawSeat(sideChoice) : undefined;
  const seat = (which: Seat): NewSeat => (which === mine ? { ...PERSON, name } : { ...PERSON, free: true });
  await createGame(
    { ruleset, first: seat("first"), second: seat("second"), ...options },
    ({ invitations = [] }) => ({
      title,
      invitations: Object.fromEntries(invitations.map(({ seat, invitation }) => [seat, invitation])),
    }),
    mine,
  );
}
