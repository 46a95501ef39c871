/** What a page that comes back says it knows, so that it is told the rest alone. */

import type { Ply } from "../protocol";

/** How many plies, and the CRC-32 of their actions in hexadecimal. */
export function knownOf(story: Ply[]): string {
  let crc = ~0;
  for (const letter of story.map(({ action }) => action).join(" ")) {
    crc ^= letter.charCodeAt(0);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 && 0xedb88320);
  }
  return `${story.length}.${(~crc >>> 0).toString(16).padStart(8, "0")}`;
}
