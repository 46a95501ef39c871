/** Serves an exercise in the page: answers requests as the server of a game does. */

import type { Arrow } from "../board/arrows";
import type { Listener, Transport } from "../session/transport";
import {
  VERSION,
  type FromClient,
  type FromServer,
  type Lesson,
  type Match,
  type Ply,
  type Seat,
  type State,
  type Welcome,
} from "../protocol";
import { Viewer } from "../viewer/viewer.svelte";

const DELAY = 900; // milliseconds from one action to the next, so that one can follow

export const NO_MATCH: Match = { game: 1, points: ["", ""], note: "", next: null };

export abstract class ExerciseServer implements Transport {
  highlighted = $state.raw<string[]>([]); // places that it speaks of
  answerArrows = $state.raw<Arrow[]>([]); // what was tried last, and what answers it
  readonly states: State[] = []; // by the number of plies before each, as far as they were shown
  #isClosed = false;

  constructor(
    readonly listener: Listener,
    welcome: Welcome,
  ) {
    this.states[welcome.state.ply_count] = welcome.state;
    queueMicrotask(() => this.deliver(welcome));
  }

  /** An action was chosen, or with none what is due was thrown. */
  protected abstract onAction(action: string | undefined): Promise<void>;

  /** Why nothing can be done with a place. */
  protected abstract refusal(place: string): string;

  send(message: FromClient): boolean {
    if (message.type === "throw") void this.onAction(undefined);
    if (message.type === "play") void this.onAction(message.action);
    if (message.type === "why")
      this.deliver({ type: "why", place: message.place, text: this.refusal(message.place) });
    return true;
  }

  reopen(): void {
    // the page asks for the exercise in another language by itself
  }

  close(): void {
    this.#isClosed = true;
  }

  protected deliver(message: FromServer): void {
    if (!this.#isClosed) this.listener.onmessage(message);
  }

  /** Show some plies, each with the state after it. */
  protected async show(plies: Ply[], states: State[]): Promise<void> {
    await new Viewer(plies, [undefined, ...states]).play(DELAY, (ply, state) => {
      this.states[ply.index + 1] = state;
      this.deliver({ type: "played", match: NO_MATCH, ply, state });
    });
  }
}

/** The first message of a game, for an exercise. */
export const exerciseWelcome = (
  { system, title, seats, board }: Pick<Lesson, "system" | "title" | "seats" | "board">,
  person: Seat,
  state: State,
): Welcome => ({
  type: "welcome",
  v: VERSION,
  ruleset: system,
  title,
  seats,
  yours: [person],
  board,
  match: NO_MATCH,
  story: [],
  state,
});
