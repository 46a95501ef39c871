/** Gives a step of a lesson: answers as the server of a game does, from what the lesson says. */

import type { Listener, Partner } from "../game/connection";
import { pause } from "../game/motion";
import type { FromClient, Lesson, Match, Moment, Right, Step, Welcome } from "../protocol";

const ANSWER = 300; // milliseconds until a wrong try is answered
const PACE = 900; // milliseconds from one action to the next, so that one can follow

const NO_MATCH: Match = { game: 1, points: ["", ""], note: "", next: null };

export class Teacher implements Partner {
  #moment: Moment | null;
  #over = false;

  constructor(
    lesson: Lesson,
    step: Step,
    readonly listener: Listener,
  ) {
    this.#moment = step.moment;
    queueMicrotask(() => listener.heard(welcome(lesson, step)));
  }

  say(message: FromClient): boolean {
    const moment = this.#moment;
    if (!moment) return false;
    if (message.type === "throw") void this.#goOn(moment.right[0]);
    if (message.type === "play") {
      const right = moment.right.find(({ action }) => action === message.action);
      void (right ? this.#goOn(right) : this.#refuse(moment.wrong));
    }
    if (message.type === "why") {
      const { place } = message;
      this.listener.heard({ type: "why", place, text: moment.refusals[place] ?? moment.wrong });
    }
    return true;
  }

  reopen(): void {
    // the page asks for the lesson in another language by itself
  }

  close(): void {
    this.#over = true;
  }

  async #refuse(reason: string): Promise<void> {
    await pause(ANSWER);
    if (!this.#over) this.listener.heard({ type: "refused", reason });
  }

  /** Play what is right, and what the lesson answers. */
  async #goOn(right: Right | undefined): Promise<void> {
    if (!right) return;
    this.#moment = right.then;
    for (const [n, ply] of right.plies.entries()) {
      await pause(n && PACE);
      const state = right.states[n];
      if (state && !this.#over) this.listener.heard({ type: "played", match: NO_MATCH, ply, state });
    }
  }
}

/** What a game would say first. */
const welcome = (lesson: Lesson, step: Step): Welcome => ({
  type: "welcome",
  ruleset: lesson.system,
  title: lesson.title,
  seats: lesson.seats,
  yours: [lesson.learner],
  board: lesson.board,
  match: NO_MATCH,
  story: [],
  state: step.state,
});
