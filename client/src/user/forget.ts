/** What is stored, and how it is forgotten. */

import { PREFIX, unstored } from "./storage";

/** Delete everything that this page has stored. */
export function forgetAll(): void {
  unstored.clear();
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // then nothing is stored
  }
}
