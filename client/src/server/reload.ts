/** Reloads a page whose server was updated: some of its files are gone, or the protocol has changed. */

import { network } from "./network";
import { router } from "../address/router.svelte";

const YOUNG = 10_000; // milliseconds in which a page does not reload again: that could loop

/** Reload the page if the server answers: without a connection the page would be lost. */
export async function reloadIfUpdated(): Promise<void> {
  if (performance.now() < YOUNG || router.page.name === "analysis") return; // an analysis is stored nowhere else
  const answer = await network.fetch("/livez").catch(() => undefined);
  if (answer?.ok) location.reload();
}
