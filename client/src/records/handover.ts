/** A text of records that one page hands to the next: it was dropped there, or cannot be looked back on. */

let text = "";

export const hand = (records: string): void => void (text = records);

/** What was handed over, once. */
export function taken(): string {
  const found = text;
  text = "";
  return found;
}
