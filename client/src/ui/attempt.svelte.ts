import { errorText } from "../user/errors";

/** Something that a reader tries to do: is it under way, and what is said where it has failed? */
export class Attempt {
  busy = $state(false);
  problem = $state("");

  async make(deed: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.problem = "";
    await deed().catch((error: unknown) => (this.problem = errorText(error)));
    this.busy = false;
  }

  /** The same when a form is sent. */
  readonly sending = (deed: () => Promise<unknown>) => (event: SubmitEvent) => {
    event.preventDefault();
    void this.make(deed);
  };
}
