/** A text of records that one page hands to the next: it was dropped there, or cannot be looked back on. */

let text = "";

export const handOver = (records: string): void => void (text = records);

/** What was handed over, once. */
export function takeOver(): string {
  const found = text;
  text = "";
  return found;
}
