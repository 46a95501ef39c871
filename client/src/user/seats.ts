/** By what other people and the server know the reader. */

import { storedValue } from "./storage";

/** The name by which one plays with others. */
export const nickname = storedValue<string>("name");

const browser = storedValue<string>("browser");

/** A secret by which the server knows this browser again, as long as it remembers. */
export function browserId(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(18))];
  const id = browser.get() ?? btoa(String.fromCharCode(...bytes)).replace(/[+/]/g, "-");
  browser.set(id);
  return id;
}
