/** A page whose server has become a newer one: parts of it are there no more, or things are said otherwise. */

import { network } from "./network";
import { router } from "../address/router.svelte";

const YOUNG = 10_000; // milliseconds: a page that was loaded just now is as it should be, and no loop comes of it

/** Load the page again, if the server is there: anyone who is only cut off would lose it. */
export async function reloadIfUpdated(): Promise<void> {
  if (performance.now() < YOUNG || router.page.name === "analysis") return; // what was tried out is nowhere else
  const answer = await network.fetch("/livez").catch(() => undefined);
  if (answer?.ok) location.reload();
}
