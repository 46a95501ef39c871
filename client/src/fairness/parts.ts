/** The part of the throws that a browser adds under number 1 of the scheme (docs/notation.md, section 8). */

import { recentGame, rememberGame } from "../memory";
import { SEATS, type FromClient, type Parts, type Welcome } from "../protocol";
import { drawnLink } from "./chain";
import { commitment } from "./seeds";

/** Draw a part that nobody knows, keep it, and commit to it. */
export function committed(id: string): FromClient {
  const part = drawnLink();
  rememberGame(id, { contribution: { part } });
  return { type: "commit", at: 0, commitment: commitment(part) };
}

/** What is to be said now about the part of this browser: "lost" where it is asked for and not known here. */
export function due(id: string, welcome: Welcome, parts: Parts): FromClient | "lost" | undefined {
  const seat = SEATS.find(
    (seat) => welcome.yours.includes(seat) && (parts.commit.includes(seat) || parts.committed[seat]),
  );
  if (!seat) return undefined;
  const own = recentGame(id)?.contribution;
  if (parts.commit.includes(seat)) {
    if (!own || own.shown) return committed(id); // what has been shown is no secret any more
    return { type: "commit", at: 0, commitment: commitment(own.part) };
  }
  if (!parts.reveal.includes(seat)) return undefined;
  if (!own || commitment(own.part) !== parts.committed[seat]) return "lost";
  const shown = { seedHash: welcome.seed_hash ?? "", committed: parts.committed };
  rememberGame(id, { contribution: { ...own, shown } });
  return { type: "reveal", at: 0, part: own.part };
}
