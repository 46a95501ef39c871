/** What the server says and is told: docs/web-protocol.md as types. */

export type Seat = "first" | "second";
export const SEATS: readonly Seat[] = ["first", "second"];

export interface Square {
  name: string;
  x: number;
  y: number;
  mark: string;
  label: string;
  start: number | null;
}

export interface Board {
  kind: string;
  width: number;
  height: number;
  squares: Square[];
  areas: string[];
  track: string[];
  throws: "" | "sticks" | "coins";
  first: string;
  second: string;
}

export interface Piece {
  place: string;
  seat: number;
  kind: string;
  side: string;
}

export interface Travel {
  path: string[];
  seat: number;
  kind: string;
  flies: boolean;
  becomes: string;
}

export interface Action {
  text: string;
  picks: string[];
  spoken: string;
}

export interface AwaitedThrow {
  seat: Seat | null;
  kind: "throw" | "lot";
  awaited: boolean;
}

export interface Result {
  word: "p1win" | "p2win" | "draw";
  kind: string;
  returns: [number, number];
  score: [number, number] | null;
  text: string;
}

export interface State {
  at: number;
  to_move: Seat | "chance" | "nobody";
  position: string;
  pieces: Piece[];
  legal: Action[];
  situation: string[];
  throw: AwaitedThrow | null;
  takeback: number | null;
  result: Result | null;
}

export interface Ply {
  at: number;
  seat: Seat | null;
  action: string;
  spoken: string;
  turn: number;
  heads: number | null;
  value: number | null;
  travels: Travel[];
}

/** The match that a game belongs to; `points` by seat of this game, which counts once it is over. */
export interface Match {
  game: number;
  points: [string, string];
  note: string;
  next: string | null;
}

export interface Player {
  kind: "person" | "computer";
  level: string | null;
  name: string;
}

export interface Welcome {
  type: "welcome";
  ruleset: string;
  title: string;
  seats: Record<Seat, Player>;
  yours: Seat[];
  board: Board;
  match: Match;
  story: Ply[];
  state: State;
}

export type FromServer =
  | Welcome
  | { type: "played"; match: Match; ply: Ply; state: State }
  | { type: "takenback"; at: number; match: Match; story: Ply[]; state: State }
  | { type: "followed"; match: Match; state: State }
  | { type: "why"; place: string; text: string }
  | { type: "thinking"; seat: Seat; compiling: number }
  | { type: "refused"; reason: string }
  | { type: "failed"; reason: string };

export type FromClient =
  | { type: "play"; at: number; action: string }
  | { type: "throw"; at: number }
  | { type: "takeback"; at: number }
  | { type: "why"; at: number; place: string };

export interface SeatWish {
  kind: "person" | "computer";
  level?: string;
}

export interface OptionValue {
  value: string;
  text: string;
}

export interface RuleOption {
  name: string;
  text: string;
  cites: string;
  kind: "choice" | "switch" | "number";
  ours: boolean;
  default: Record<string, string>;
  values: OptionValue[];
}

export interface System {
  id: string;
  family: string;
  title: string;
  seats: Record<Seat, string>;
  throws: "" | "sticks" | "coins";
  levels: string[]; // those it offers, from weak to strong
  presets: { id: string; text: string }[];
  options: RuleOption[];
}

export interface Level {
  id: string;
  number: number; // 1 for the weakest of all
  name: string;
  text: string;
}

export interface Catalogue {
  version: string;
  systems: System[];
  levels: Level[];
  languages: { id: string; name: string }[];
}
