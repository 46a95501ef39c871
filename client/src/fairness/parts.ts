/** The part of the throws that a browser adds (docs/web-protocol.md, "Throws nobody can doubt"). */

import { recentGame, rememberGame, type Contribution } from "../memory";
import { SEATS, type FromClient, type Parts, type Welcome } from "../protocol";
import { commitment, hexOf } from "./origin";

const BYTES = 32;

/** A part that nobody knows, and what commits to it. */
export async function drawn(): Promise<[Contribution, string]> {
  const part = hexOf(crypto.getRandomValues(new Uint8Array(BYTES)));
  return [{ part }, await commitment(part)];
}

/** Draw a part, keep it, and commit to it. */
async function committed(id: string): Promise<FromClient> {
  const [contribution, hash] = await drawn();
  rememberGame(id, { contribution });
  return { type: "commit", at: 0, commitment: hash };
}

/** What is to be said now about the part of this browser: "lost" where it is asked for and not known here. */
export async function due(
  id: string,
  welcome: Welcome,
  parts: Parts,
): Promise<FromClient | "lost" | undefined> {
  const seat = SEATS.find(
    (seat) => welcome.yours.includes(seat) && (parts.commit.includes(seat) || parts.committed[seat]),
  );
  if (!seat) return undefined;
  const own = recentGame(id)?.contribution;
  if (parts.commit.includes(seat)) {
    if (!own || own.shown) return committed(id); // what has been shown is no secret any more
    return { type: "commit", at: 0, commitment: await commitment(own.part) };
  }
  if (!parts.reveal.includes(seat)) return undefined;
  if (!own || (await commitment(own.part)) !== parts.committed[seat]) return "lost";
  const shown = { seedHash: welcome.seed_hash ?? "", committed: parts.committed };
  rememberGame(id, { contribution: { ...own, shown } });
  return { type: "reveal", at: 0, part: own.part };
}

/** After a part was lost: another one. */
export const anew = (id: string): Promise<FromClient> => committed(id);
