/** What browser and server say to each other (docs/web-protocol.md).  Made by scripts/protocol.py; do not edit. */

export const SEATS: readonly Seat[] = ["first", "second"];
export const VERSION = 1; // of all this
export const NO_GAME = 4404; // closes the socket of a game that is not there
export const SECONDS_TO_CLAIM = 300; // away, and the win can be claimed
export const SECONDS_BETWEEN_PINGS = 20;
export const SECONDS_TO_PONG = 5; // else the socket is dead

export type Throws = "" | "sticks" | "coins";

/** A piece on a place; several on one square are listed from the bottom up. */
export interface Piece {
  place: string;
  seat: number;
  kind: string;
  side: string;
}

/** One piece on its way: the places it visits, the first where it stood, the last where it comes to stand. */
export interface Travel {
  path: string[];
  seat: number;
  kind: string;
  becomes: string;
}

export type ResultWord = "p1win" | "p2win" | "draw";

export type Seat = "first" | "second";

export type Actor = "first" | "second" | "chance";

export type ToMove = "first" | "second" | "chance" | "nobody";

export type Offerable = "draw" | "takeback";

export type Occasion = "capture" | "win" | "loss";

export type Greeting = "hello" | "good_luck" | "well_played" | "oops" | "thanks" | "good_bye";

/** One square; x grows to the right, y downwards, in units of one square. */
export interface Square {
  name: string;
  x: number;
  y: number;
  mark?: string;
  label?: string;
  start?: number | null;
  effects?: string[];
}

/** A board and what lies beside it. */
export interface Board {
  kind: string;
  width: number;
  height: number;
  squares: Square[];
  areas: string[];
  track: string[];
  throws: Throws;
  first: string;
  second: string;
}

/** An action that the seat to move may play. */
export interface Action {
  text: string;
  picks: string[];
  spoken: string;
}

/** A throw or lot that is due; a person has to ask for it where it is `awaited`. With own sticks, `results` are what can come up: the throws with one, two, three, four and no marked sides. */
export interface AwaitedThrow {
  seat: Actor;
  kind: "throw" | "lot";
  awaited: boolean;
  results?: string[];
}

/** What the throws follow from, and the link of the last one, from which all before it follow. */
export interface Proof {
  game: string;
  ruleset: string;
  start: string;
  head: string;
  seals: [string, string];
  parts: [string, string];
  adds: Seat[];
  waits: Seat[];
  number: number;
  link: string;
}

/** How a game ended. */
export interface Result {
  word: ResultWord;
  kind: string;
  returns: [number, number];
  score: [number, number] | null;
  text: string;
  to?: Record<Seat, string>;
  short?: string;
}

/** What a seat has offered, and the same as a sentence. */
export interface Offer {
  what: Offerable;
  by: Seat;
  text: string;
  to?: Record<Seat, string>;
}

/** Something of how far a seat has come: for its plate, and as it is said aloud. */
export interface Standing {
  brief: string;
  aloud: string;
}

/** A position and what can be done in it. */
export interface State {
  at: number;
  to_move: ToMove;
  position: string;
  pieces: Piece[];
  legal: Action[];
  situation: string[];
  throw: AwaitedThrow | null;
  takeback: number | null;
  result: Result | null;
  offer?: Offer | null;
  may_ask?: Seat[];
  asked?: string[];
  goals?: [string[], string[]];
  standing?: Record<Seat, Standing[]>;
}

/** Nobody is at a seat, and for how many seconds. */
export interface Away {
  seat: Seat;
  seconds: number;
  gone?: boolean;
}

/** Who is not there, and how many watch. */
export interface Attendance {
  away: Away[];
  watchers: number;
}

/** An action as it was played. */
export interface Ply {
  at: number;
  seat: Actor;
  action: string;
  spoken: string;
  turn: number;
  heads: number | null;
  value: number | null;
  travels: Travel[];
}

/** The match that a game is part of; `points` are by seat of this game, which counts once it is over. */
export interface Match {
  game: number;
  points: [string, string];
  note: string;
  next: string | null;
  to?: Record<Seat, string>;
  swapped?: boolean;
}

/** Whom the computer plays, and what is said at a capture, a win and a loss of that side. */
export interface Character {
  name: string;
  number: number;
  level: string;
  line: string;
  words: Record<Occasion, string>;
}

/** Who plays a seat, and what its pieces are called. */
export interface Player {
  kind: "person" | "computer";
  level: string | null;
  name: string;
  nickname?: string;
  awaited?: boolean;
  character?: Character | null;
}

/** Come in: the first message. With a key one plays the seats that it opens, without one watches. The key is sent here and in no address, since proxies write addresses down. To come back, say what is `known`. */
export interface EnterRequest {
  type: "enter";
  key?: string;
  known?: string;
}

/** Is the server still there? It answers with `pong`. */
export interface PingRequest {
  type: "ping";
}

/** Play an action of the seat to move. */
export interface PlayRequest {
  type: "play";
  at: number;
  action: string;
  id?: string;
}

/** Throw the sticks, or draw lots; with own sticks, `result` says what came up. */
export interface ThrowRequest {
  type: "throw";
  at: number;
  id?: string;
  result?: string;
}

/** Take back as far as the state says; where another person plays too, ask whether one may. */
export interface TakebackRequest {
  type: "takeback";
  at: number;
  id?: string;
}

/** Give the game up. */
export interface ResignRequest {
  type: "resign";
  at: number;
  id?: string;
}

/** Offer a draw. */
export interface OfferRequest {
  type: "offer";
  at: number;
  id?: string;
}

/** Accept what the other side has offered, if it is this. */
export interface AcceptRequest {
  type: "accept";
  at: number;
  what: Offerable;
  id?: string;
}

/** Decline what the other side has offered, or take back one's own offer. */
export interface DeclineRequest {
  type: "decline";
  at: number;
  id?: string;
}

/** Take the win, since the other side has left the game. */
export interface ClaimRequest {
  type: "claim";
  at: number;
  id?: string;
}

/** Why can nothing be done with this place? */
export interface WhyRequest {
  type: "why";
  at: number;
  place: string;
}

/** Go by another name; `at` may be any. */
export interface NameRequest {
  type: "name";
  at: number;
  seat: Seat;
  name: string;
}

/** Say something friendly; `at` may be any. */
export interface GreetRequest {
  type: "greet";
  at: number;
  greeting: Greeting;
}

/** Add a number to the throws: the one that was sealed, or openly where it was not; `at` may be any. */
export interface PartRequest {
  type: "part";
  at: number;
  part: string;
}

/** Take back the own seal before the first throw, and add nothing to this game; `at` may be any. */
export interface NoPartRequest {
  type: "nopart";
  at: number;
}

export type Wish =
  | PlayRequest
  | ThrowRequest
  | TakebackRequest
  | ResignRequest
  | OfferRequest
  | AcceptRequest
  | DeclineRequest
  | ClaimRequest;

export type RoomRequest =
  | PlayRequest
  | ThrowRequest
  | TakebackRequest
  | ResignRequest
  | OfferRequest
  | AcceptRequest
  | DeclineRequest
  | ClaimRequest
  | WhyRequest
  | NameRequest
  | GreetRequest
  | PartRequest
  | NoPartRequest;

export type FromClient =
  | PlayRequest
  | ThrowRequest
  | TakebackRequest
  | ResignRequest
  | OfferRequest
  | AcceptRequest
  | DeclineRequest
  | ClaimRequest
  | WhyRequest
  | NameRequest
  | GreetRequest
  | PartRequest
  | NoPartRequest
  | PingRequest;

/** The first message to a client that knows a part of the story: all that can have changed since. */
export interface WelcomeBack {
  type: "back";
  v: number;
  story: Ply[];
  seats: Record<Seat, Player>;
  yours: Seat[];
  match: Match;
  state: State;
  since?: number;
  watching?: boolean;
  inviting?: boolean;
  presence?: Attendance | null;
  proof?: Proof | null;
}

/** Everything about the game; the first message, and the one whenever a client has fallen behind. */
export interface Welcome {
  type: "welcome";
  v: number;
  story: Ply[];
  seats: Record<Seat, Player>;
  yours: Seat[];
  match: Match;
  state: State;
  ruleset: string;
  title: string;
  board: Board;
  since?: number;
  watching?: boolean;
  inviting?: boolean;
  presence?: Attendance | null;
  proof?: Proof | null;
  own_sticks?: boolean;
  elsewhere?: boolean;
  start?: string;
}

/** An action was played and is stored. */
export interface Played {
  type: "played";
  match: Match;
  ply: Ply;
  state: State;
  number?: number;
  link?: string;
}

/** Something happened that is no ply: `text` says what. Plies were taken back that are not before `state.at`. */
export interface Changed {
  type: "changed";
  text: string;
  seats: Record<Seat, Player>;
  match: Match;
  state: State;
  proof?: Proof | null;
}

/** What was wished under this id has been done already. */
export interface Done {
  type: "done";
  id: string;
}

/** The answer to `ping`. */
export interface Pong {
  type: "pong";
}

/** Somebody has come or gone. */
export interface Presence {
  type: "presence";
  presence: Attendance;
}

/** A player says something friendly. */
export interface Greeted {
  type: "greeted";
  seat: Seat;
  greeting: Greeting;
  text: string;
}

/** Why nothing can be done with a place. */
export interface Why {
  type: "why";
  place: string;
  text: string;
}

/** The computer thinks. */
export interface Thinking {
  type: "thinking";
  seat: Seat;
}

/** The request was not carried out. */
export interface Refused {
  type: "refused";
  reason: string;
}

/** The server cannot go on with this game just now. */
export interface Failed {
  type: "failed";
  reason: string;
}

export type FromServer =
  | Welcome
  | WelcomeBack
  | Played
  | Changed
  | Done
  | Pong
  | Presence
  | Greeted
  | Why
  | Thinking
  | Refused
  | Failed;

/** A seat for the person who holds the key, or a free one, to be taken by invitation. */
export interface NewPerson {
  kind: "person";
  free?: boolean;
  name?: string;
}

/** A seat for the server. */
export interface NewComputer {
  kind: "computer";
  level: string;
}

export type NewSeat = NewPerson | NewComputer;

/** The body of `POST /api/games`. */
export interface NewGame {
  ruleset: string;
  first: NewSeat;
  second: NewSeat;
  adds?: boolean;
  seal?: string;
  own_sticks?: boolean;
  start?: string;
}

/** The name of a game and a key to seats of persons. */
export interface GameKey {
  id: string;
  key: string;
}

/** The secret that invites to a free seat. */
export interface MadeInvitation {
  seat: Seat;
  invitation: string;
}

/** A game that was begun: its name, the key of the person who began it, and the invitations to its free seats. */
export interface MadeGame {
  id: string;
  key: string;
  invitations?: MadeInvitation[];
}

/** The body of `POST /api/games` that goes on with a match. */
export interface NextGame {
  after: GameKey;
  adds?: boolean;
  seal?: string;
}

/** A game that was played elsewhere and is kept now; which one of the text it was, and whether others follow. */
export interface BroughtGame {
  id: string;
  key: string;
  title: string;
  number: number;
  more: boolean;
  over: boolean;
  note?: string;
}

/** The body of `POST /api/games/ID/invitation`: what is it to? */
export interface InvitationKey {
  invitation: string;
}

/** The body of `POST /api/games/ID/invitation/accept`; `browser` is a secret by which a browser is known again. A browser that adds to the throws says its part, or only its seal where the other seat is still free. */
export interface Acceptance {
  invitation: string;
  browser: string;
  name?: string;
  part?: string;
  seal?: string;
}

/** The body of `POST /api/games/ID/invitation/renew` and `…/withdraw`. */
export interface SeatToInviteTo {
  key: string;
  seat: Seat;
}

/** An option of the rules, and what holds in a game. */
export interface Variant {
  text: string;
  value: string;
}

/** What an invitation is to. */
export interface Invitation {
  status: "open" | "used" | "withdrawn";
  text: string;
  ruleset: string;
  title: string;
  preset: string;
  variants: Variant[];
  seat: Seat;
  side: string;
  by: string;
  own_sticks?: boolean;
  proof?: Proof | null;
}

/** The body of `POST /api/games/ID/code` and `…/leave`. */
export interface SeatKey {
  key: string;
}

/** A code to come to one's seat on another device, and the body of `POST /api/codes`, which redeems it. */
export interface SeatCode {
  code: string;
}

/** The body of `POST /api/games/told`. */
export interface GamesAsked {
  games: GameKey[];
}

/** How a game stands, for a person who has the key. */
export interface GameTold {
  id: string;
  title: string;
  players: string;
  turn: string;
  yours: boolean;
  over: boolean;
}

/** The games that were asked for, and those that do not exist. */
export interface GamesTold {
  games: GameTold[];
  missing: string[];
}

export type Certainty = "exact" | "sure" | "likely" | "unsure";

export type Kind = "choice" | "forced" | "throw" | "lot" | "opening";

export type Size = "" | "slight" | "slip" | "mistake" | "blunder";

/** Something that both sides did and anybody can count. */
export interface Fact {
  name: string;
  counts: Record<Seat, number>;
}

/** The game that is looked back on; the first line of `GET /api/games/ID/review`. */
export interface ReviewBegun {
  type: "begun";
  ruleset: string;
  start: string;
  title: string;
  seats: Record<Seat, Player>;
  board: Board;
  story: Ply[];
  result: Result | null;
  facts: Fact[];
}

/** What a ply changed; `before` and `after` are values for the first seat, -1 to 1. They come in any order. */
export interface ReviewedPly {
  type: "ply";
  at: number;
  kind: Kind;
  before: number;
  after: number;
  certainty: Certainty;
  mistake?: number;
  size?: Size;
  luck?: number;
  text?: string;
  better?: Action | null;
  line?: string[];
}

/** How a side has played: `good` says it in short; mistakes and luck are sums of values. */
export interface ReviewTotal {
  good: string;
  mistakes: number;
  luck: number;
  counts: Record<string, number>;
  choices: number;
  throws: number;
}

/** All that is known so far, together. */
export interface ReviewSummed {
  type: "summed";
  known: number;
  complete: boolean;
  before: number;
  after: number;
  totals: Record<Seat, ReviewTotal>;
  lot: number;
  good: string;
  said: string[];
  reach: number;
  turning_points: number[];
}

/** The work cannot go on just now. */
export interface ReviewFailed {
  type: "failed";
  reason: string;
}

export type ReviewLine = ReviewBegun | ReviewedPly | ReviewSummed | ReviewFailed;

/** A line, and the body of `POST /api/analysis/advice`: where it begins, and what was played from there. */
export interface LineAsked {
  ruleset: string;
  start?: string;
  actions?: string[];
}

/** The body of `POST /api/line`: the answer begins after `since` actions, with -1 before the last one. */
export interface LineLookedAt {
  ruleset: string;
  start?: string;
  actions?: string[];
  since?: number;
}

/** Where a line leads: positions, and the actions that lead to all but the first. In the last position the caller acts for both sides; `sixteenths` are the chances of what may be thrown there. */
export interface Line {
  states: State[];
  plies: Ply[];
  sixteenths?: number[];
}

/** An action of a tree; `parent` is the number of the one it follows, -1 for the start. */
export interface Node {
  parent: number;
  action: string;
  turn?: number;
  seat?: Actor;
  comment?: string;
  before?: string;
}

/** How players ended a game themselves. */
export interface Settlement {
  kind: string;
  word: string;
}

/** A record with its variations, and the body of `POST /api/analysis/written`, which makes a record of it. The first action that follows another goes on with the line, others are variations. */
export interface Tree {
  ruleset: string;
  start?: string;
  comment?: string;
  tags?: Record<string, string>;
  settled?: Settlement | null;
  nodes?: Node[];
  changed?: boolean;
}

/** One game of a text of records: which it is, and whether others follow. */
export interface TreeRead {
  number: number;
  more: boolean;
  tree: Tree;
}

/** What a seat may have on the board. */
export interface PieceKind {
  seat: number;
  kind: string;
  side: string;
}

/** A word of a position text, and what it means. */
export interface WordChoice {
  word: string;
  said: string;
}

/** A word of a position text that the board does not tell: one of a few, or as it is typed. */
export interface Word {
  label: string;
  choices: WordChoice[];
  typed: "" | "number" | "list";
}

/** The body of `POST /api/analysis/editor`: the position that one begins with. */
export interface EditorAsked {
  ruleset: string;
  position?: string;
}

/** What positions are put together from; `values` are the words of the position that was asked about. */
export interface Editor {
  kinds: PieceKind[];
  together: [string, string][];
  words: Word[];
  values: string[];
  cleared: string[];
  pieces: Piece[];
}

/** The body of `POST /api/analysis/position`: what was put together. */
export interface PositionAsked {
  ruleset: string;
  pieces: Piece[];
  words: string[];
}

/** The position as text, '' where it cannot be; what is asked in it, or why it cannot be; its pieces on squares. */
export interface PositionTold {
  position: string;
  said: string;
  pieces?: Piece[];
}

/** What an action is worth to the player who decides, from -1 to 1, and how it goes on at best. */
export interface Advice {
  action: string;
  value: number;
  depth: number;
  line: string[];
  exact?: boolean;
  plies?: number | null;
}

/** The best actions at one depth; a line of the answer to `POST /api/analysis/advice`. */
export interface Advised {
  type: "advised";
  best: Advice[];
}

/** What a throw or lot would be worth. */
export interface Chance {
  action: string;
  value: number;
  exact?: boolean;
}

/** What a position is worth before a throw, to the player who throws: the exact mean of what it is after each. */
export interface Foreseen {
  type: "foreseen";
  value: number;
  depth: number;
  chances: Chance[];
}

/** There is none, or no more of it, and why. */
export interface NoAdvice {
  type: "none";
  reason: string;
}

export type AdviceAnswer = Advised | Foreseen | NoAdvice;

/** The body of `POST /api/games/ID/hint` and of `.../explained`, for the position after `at` actions. */
export interface HintAsked {
  key: string;
  at: number;
}

/** What was done in the last two turns after `at` actions, and why it matters: a sentence or two for each move. */
export interface Explained {
  at: number;
  moves: string[];
}

/** A hint, which gives away more with each sentence; `places` are pointed at to choose the action. */
export interface Hint {
  at: number;
  action: string;
  places: string[];
  where: string;
  what: string;
  why: string;
}

/** An action that does what a lesson asks, and what the lesson plays then: each ply and the state after it. */
export interface Right {
  action: string;
  plies: Ply[];
  states: State[];
  then: Moment | null;
}

/** Something that the learner is asked to do: any other action is answered with `wrong`. */
export interface Moment {
  right: Right[];
  wrong: string;
  lit: string[];
  shown: string[];
  refusals: Record<string, string>;
}

/** An idea, and a position in which to try it; what is asked is the situation of its states. */
export interface Step {
  title: string;
  idea: string;
  state: State;
  moment: Moment;
}

/** A lesson, which a page can give by itself. */
export interface Lesson {
  system: string;
  usual: string;
  gentlest: string;
  title: string;
  learner: Seat;
  seats: Record<Seat, Player>;
  board: Board;
  steps: Step[];
  short: number;
  puzzles: number;
}

/** A puzzle in a list; `hardness` is a word, and `themes` are numbers of those of the list. */
export interface PuzzleTold {
  id: string;
  hardness: string;
  themes: number[];
}

/** The puzzles of a game, the easiest first. */
export interface Puzzles {
  system: string;
  usual: string;
  title: string;
  themes: string[];
  puzzles: PuzzleTold[];
}

/** A puzzle; what is asked is the situation of its state. */
export interface Puzzle {
  id: string;
  system: string;
  title: string;
  solver: Seat;
  hardness: string;
  meaning: string;
  seats: Record<Seat, Player>;
  board: Board;
  state: State;
  refusals: Record<string, string>;
}

/** What a player can try again after a game: positions in which another action was better, in the order of play. */
export interface Mistakes {
  title: string;
  mistakes: string[];
}

/** The body of `POST /api/puzzles/RULESET/ID/try` and of `POST /api/games/ID/mistakes/NUMBER/try`. */
export interface TrySaid {
  action: string;
}

/** What comes of a try: how it goes on, the action first, each ply and the state after it. After the solution it is played as far as is known, after another action up to the answer of the other side. */
export interface Try {
  right: boolean;
  text: string;
  plies: Ply[];
  states: State[];
}

/** A board, and the state in which its game begins. */
export interface Start {
  board: Board;
  state: State;
}

/** A value of an option, and what it means and does where that needs saying and is known. */
export interface OptionValue {
  value: string;
  text: string;
  effect: string;
}

/** An option of the rules; `default` is its value under each preset. */
export interface RuleOption {
  name: string;
  text: string;
  cites: string;
  kind: "choice" | "switch" | "number";
  ours: boolean;
  default: Record<string, string>;
  values: OptionValue[];
  effects: string[];
}

/** A ruleset that has a name, and what it does against the usual one. */
export interface Preset {
  id: string;
  text: string;
  effect: string;
}

/** A game, the levels it offers from weak to strong, and its options. */
export interface System {
  id: string;
  family: string;
  title: string;
  label: string;
  suits: string[];
  opening: string;
  aim: string;
  seats: Record<Seat, string>;
  throws: Throws;
  start: Start;
  lesson: number;
  puzzles: number;
  levels: string[];
  usual: string;
  presets: Preset[];
  options: RuleOption[];
  measured: string;
}

/** A level of the computer; 1 is the weakest. */
export interface Level {
  id: string;
  number: number;
  name: string;
  text: string;
  character: string;
  line: string;
}

/** A language, and what it calls itself. */
export interface Language {
  id: string;
  name: string;
}

/** Everything that the page shows where a game is chosen. */
export interface Catalogue {
  version: string;
  systems: System[];
  levels: Level[];
  languages: Language[];
}

/** A part of a rules page; `id` is that of an element of its HTML. */
export interface RulesSection {
  id: string;
  title: string;
}

/** A page as the browser shows it; the title is not repeated in the HTML. */
export interface RulesPage {
  title: string;
  contents: RulesSection[];
  html: string;
  kit?: string;
}

/** What a figure of a rules page shows: the states before and after each of its plies. */
export interface Diagram {
  ruleset: string;
  board: Board;
  states: State[];
  plies: Ply[];
}

/** A game among the others: its board as a picture, without words for its squares. */
export interface OfferedGame {
  id: string;
  family: string;
  title: string;
  label: string;
  lesson: number;
  puzzles: number;
  usual: string;
  board: Board;
  pieces: Piece[];
}

/** An action of a recorded game: what it is called, and what travels. */
export interface ShownPly {
  spoken: string;
  travels: Travel[];
}

/** The end of a recorded game: its plies, and the pieces before each and after the last. */
export interface ShownGame {
  system: string;
  level: string;
  plies: ShownPly[];
  pieces: Piece[][];
}

/** The puzzle of a day, in a word; days are counted. */
export interface DailyTold {
  day: number;
  id: string;
  system: string;
  title: string;
  hardness: string;
}

/** The first page. */
export interface Home {
  systems: OfferedGame[];
  shown: ShownGame;
  daily: DailyTold | null;
}

/** What the screens of a museum, and those who look after them, ask for now and then. */
export interface KioskTold {
  started: string;
  games: number;
  games_today: number;
}

/** The puzzle of today; those of other days have other numbers. */
export interface Daily {
  day: number;
  puzzle: Puzzle;
}
