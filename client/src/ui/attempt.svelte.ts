import { errorText } from "../user/errors";

/** Something that a reader tries to do: is it under way, and what is said where it has failed? */
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
