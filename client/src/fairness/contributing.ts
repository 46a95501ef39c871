/** What this browser adds to the throws of a game under number 1 of the scheme, whenever that is asked of it. */

import type { FromClient, State, Welcome } from "../protocol";
import { committed, due } from "./parts";

const PATIENCE = 3000; // milliseconds in which another device at this seat may know what this one does not

/** How a game stands. */
interface Game {
  readonly id: string;
  readonly welcome: Welcome | undefined;
  readonly state: State | undefined;
}

const waiting = new WeakSet<Game>(); // for what this browser added, until it is taken to be lost

/** Add what is asked for; where it was lost, and no other device has it, something else. */
export function contribute(game: Game, say: (message: FromClient) => void, isLost = false): void {
  const { id, welcome, state } = game;
  if (!state?.parts || !welcome?.yours.length) return;
  const found = due(id, welcome, state.parts);
  if (found !== "lost") void (found && say(found));
  else if (isLost) say(committed(id));
  else if (!waiting.has(game)) {
    waiting.add(game);
    setTimeout(() => contribute(game, say, true), PATIENCE);
  }
}
