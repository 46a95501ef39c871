/** What can be wrong with the throws of a game. */

export type Why =
  | "name" // the proof is that of another game
  | "rules" // ruleset or start are not those that are shown
  | "unclear" // what was told could not be understood
  | "withheld" // there was a proof, and now there is none
  | "head" // a chain is not the one that was shown before
  | "copied" // a chain begins as another one does
  | "chain" // a chain was begun after a link of its first number had been given: then this number is passed over
  | "elsewhere" // another browser, or somebody else, adds links for the seat of this one
  | "early" // its link was asked for, and then the throw was not due
  | "gap" // a number was passed over, or used twice
  | "link" // a link does not lead to the one before
  | "result" // the throw does not follow from the links
  | "left out" // the own link was given, and the thrower has thrown without it: it may have come too late
  | "missing" // a link has to count, and does not
  | "named" // other links count than those that this page has named
  | "story" // it was told otherwise before
  | "unasked" // it was passed over without this page having asked or agreed
  | "undone"; // it was passed over as the server was restored, though it was thrown or its link given

export interface Fault {
  number: number; // of the throw; 0 where it is the whole game
  why: Why;
}

/** After these nothing can be relied on: the page gives no link any more. */
const FATAL: Why[] = [
  "name",
  "rules",
  "unclear",
  "withheld",
  "head",
  "copied",
  "early",
  "gap",
  "link",
  "result",
  "named",
  "story",
  "unasked",
];

/** These may be the player's own doing, on another device. */
const OWN: Why[] = ["elsewhere", "unasked"];

export const mayBeOwn = ({ why }: Fault): boolean => OWN.includes(why);

export const isFatal = ({ why }: Fault): boolean => FATAL.includes(why);
