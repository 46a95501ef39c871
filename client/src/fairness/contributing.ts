/** What this browser adds to the throws of a game, whenever that is asked of it. */

import type { FromClient, State, Welcome } from "../protocol";
import { anew, due } from "./parts";

const PATIENCE = 3000; // milliseconds in which another device at this seat may know what this one does not

/** How a game stands. */
interface Game {
  readonly id: string;
  readonly welcome: Welcome | undefined;
  readonly state: State | undefined;
}

const waiting = new WeakSet<Game>(); // for what this browser added, until it is taken to be lost

/** Add what is asked for; where it was lost, and no other device has it, something else. */
export async function contribute(
  game: Game,
  say: (message: FromClient) => void,
  isLost = false,
): Promise<void> {
  const { id, welcome, state } = game;
  if (!state?.parts || !welcome?.yours.length) return;
  const found = await due(id, welcome, state.parts);
  if (found !== "lost") void (found && say(found));
  else if (isLost) say(await anew(id));
  else if (!waiting.has(game)) {
    waiting.add(game);
    setTimeout(() => void contribute(game, say, true), PATIENCE);
  }
}
