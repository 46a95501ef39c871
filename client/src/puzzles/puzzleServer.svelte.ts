/** Serves a puzzle: sends a try to the server and shows the answer; a wrong try is taken back. */

import * as api from "../server/api";
import { ExerciseServer, NO_MATCH, exerciseWelcome } from "../exercise/exerciseServer.svelte";
import type { Listener } from "../session/transport";
import { playedArrow } from "../board/arrows";
import { pause } from "../board/motion";
import type { Puzzle, Try } from "../protocol";
import { errorText } from "../user/errors";
import { language } from "../user/i18n.svelte";

const LOOK_DELAY = 1600; // milliseconds for looking at a wrong try and its answer

export class PuzzleServer extends ExerciseServer {
  solved = $state(false); // by trying, not by looking at the solution
  wrong = 0; // tries
  continuation = $state.raw<Pick<Try, "plies" | "states">>(); // how it goes on after the solution

  constructor(
    readonly puzzle: Puzzle,
    readonly path: string, // where it is on the server
    listener: Listener,
  ) {
    super(listener, exerciseWelcome(puzzle, puzzle.solver, puzzle.state));
  }

  protected refusal(place: string): string {
    return this.puzzle.refusals[place] ?? "";
  }

  protected onAction(action = ""): Promise<void> {
    return this.#attempt(async () => {
      const found = await api.postJson<Try>(`${this.path}/try`, language.id, { action });
      this.solved = found.right;
      await (found.right ? this.#end(found) : this.#answer(found));
    });
  }

  /** Show the solution. */
  showSolution(): Promise<void> {
    return this.#attempt(async () =>
      this.#end(await api.fetchJson<Try>(`${this.path}/solution?lang=${language.id}`)),
    );
  }

  async #attempt(showing: () => Promise<void>): Promise<void> {
    this.answerArrows = [];
    await showing().catch((error: unknown) => this.deliver({ type: "refused", reason: errorText(error) }));
  }

  async showContinuation(): Promise<void> {
    const { continuation: rest } = this;
    this.continuation = undefined;
    if (rest) await this.show(rest.plies, rest.states);
  }

  async #end({ plies, states }: Try): Promise<void> {
    this.continuation = plies.length > 1 ? { plies: plies.slice(1), states: states.slice(1) } : undefined;
    await this.show(plies.slice(0, 1), states);
  }

  async #answer({ text, plies, states }: Try): Promise<void> {
    this.wrong++;
    await this.show(plies, states);
    await pause(LOOK_DELAY);
    const state = { ...this.puzzle.state, situation: [text] };
    this.deliver({ type: "changed", text: "", seats: this.puzzle.seats, match: NO_MATCH, state });
    this.answerArrows = plies.map(playedArrow);
  }
}
