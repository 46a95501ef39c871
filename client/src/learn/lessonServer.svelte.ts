/** Serves one step of a lesson. */

import { ExerciseServer, exerciseWelcome } from "../exercise/exerciseServer.svelte";
import type { Listener } from "../session/transport";
import { pause } from "../board/motion";
import type { Lesson, Task, LessonStep } from "../protocol";

const ANSWER = 300; // milliseconds until a wrong try is answered

export class LessonServer extends ExerciseServer {
  #task: Task | null;

  constructor(lesson: Lesson, step: LessonStep, listener: Listener) {
    super(listener, exerciseWelcome(lesson, lesson.learner, step.state));
    this.#task = step.task;
    this.highlighted = step.task.highlighted;
  }

  protected refusal(place: string): string {
    return this.#task?.refusals[place] ?? this.#task?.wrong ?? "";
  }

  /** Play a right action with the lesson's reply, or explain a wrong one. */
  protected async onAction(action: string | undefined): Promise<void> {
    const task = this.#task;
    if (!task) return;
    const right = action === undefined ? task.right[0] : task.right.find((one) => one.action === action);
    if (right) {
      this.#task = right.then;
      this.highlighted = [];
      await this.show(right.plies, right.states);
      this.highlighted = right.then?.highlighted ?? [];
    } else {
      await pause(ANSWER);
      this.highlighted = task.shown;
      this.deliver({ type: "refused", reason: task.wrong });
    }
  }
}
