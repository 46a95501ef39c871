/** Reloads a page whose server was updated: some of its files are gone, or the protocol has changed. */

import { network } from "./network";
import { router } from "../address/router.svelte";

const YOUNG = 10_000; // milliseconds: a page that was loaded just now is as it should be, and no loop comes of it

/** Load the page again, if the server is there: anyone who is only cut off would lose it. */
export async function reloadIfUpdated(): Promise<void> {
  if (performance.now() < YOUNG || router.page.name === "analysis") return; // what was tried out is nowhere else
  const answer = await network.fetch("/livez").catch(() => undefined);
  if (answer?.ok) location.reload();
}
