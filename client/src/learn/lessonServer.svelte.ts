/** Serves one step of a lesson. */

import { ExerciseServer, welcome } from "../exercise/exerciseServer.svelte";
import type { Listener } from "../session/transport";
import { pause } from "../board/motion";
import type { Lesson, Moment, Step } from "../protocol";

const ANSWER = 300; // milliseconds until a wrong try is answered

export class LessonServer extends ExerciseServer {
  #moment: Moment | null;

  constructor(lesson: Lesson, step: Step, listener: Listener) {
    super(listener, welcome(lesson, lesson.learner, step.state));
    this.#moment = step.moment;
    this.highlighted = step.moment.lit;
  }

  protected refusal(place: string): string {
    return this.#moment?.refusals[place] ?? this.#moment?.wrong ?? "";
  }

  /** What is right is played, and what the lesson answers; what is wrong is answered kindly. */
  protected async onAction(action: string | undefined): Promise<void> {
    const moment = this.#moment;
    if (!moment) return;
    const right = action === undefined ? moment.right[0] : moment.right.find((one) => one.action === action);
    if (right) {
      this.#moment = right.then;
      this.highlighted = [];
      await this.show(right.plies, right.states);
      this.highlighted = right.then?.lit ?? [];
    } else {
      await pause(ANSWER);
      this.highlighted = moment.shown;
      this.deliver({ type: "refused", reason: moment.wrong });
    }
  }
}
