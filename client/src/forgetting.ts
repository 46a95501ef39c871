import { unstored } from "./memory";

/** Forget everything, as if nobody had been here. */
export function forget(): void {
  unstored.clear();
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith("ibau.")) localStorage.removeItem(key);
  } catch {
    // nothing could be stored either
  }
}
