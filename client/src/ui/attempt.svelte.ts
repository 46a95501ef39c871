import { errorText } from "../user/errors";

/** A task that can fail: whether it is running, and the text of its error. */
export class Attempt {
  busy = $state(false);
  problem = $state("");

  async run(task: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.problem = "";
    await task().catch((error: unknown) => (this.problem = errorText(error)));
    this.busy = false;
  }

  /** The same when a form is sent. */
  readonly submit = (task: () => Promise<unknown>) => (event: SubmitEvent) => {
    event.preventDefault();
    void this.run(task);
  };
}
