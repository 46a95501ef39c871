/** A text of records that one page hands to the next. */

let text = "";

export const handOver = (records: string): void => void (text = records);

/** What was handed over, once. */
export function takeHandedOver(): string {
  const found = text;
  text = "";
  return found;
}
