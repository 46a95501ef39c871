/** The current time as reactive state, updated every second while it is shown. */

import { createSubscriber } from "svelte/reactivity";

const passing = createSubscriber((update) => {
  const clock = setInterval(update, 1000);
  return () => clearInterval(clock);
});

/** Now, in milliseconds since 1970. */
export function now(): number {
  passing();
  return Date.now();
}

/** Seconds as a clock counts them down: "4:10". */
export const countdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
