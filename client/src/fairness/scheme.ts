/** Throws that no player and no server can choose (docs/web-protocol.md): each follows from a link of the server and a part of each browser. */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js"; // the browser's own is asynchronous, and missing over plain http
import { bytesToHex, hexToBytes, randomBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Proof } from "../protocol";

export const LINKS = 4096; // of a chain; the server draws later throws without a link
const BYTES = 32; // of a part

const joinLines = (...lines: (string | number)[]): Uint8Array => utf8ToBytes(lines.join("\n"));
const hashOf = (...lines: (string | number)[]): string => bytesToHex(sha256(joinLines(...lines)));

/** What binds links and throws to one game. */
export const contextOf = ({ game, ruleset, start }: Pick<Proof, "game" | "ruleset" | "start">): string =>
  hashOf("ibau throws 3", game, ruleset, start);

/** The links from `down` to `number` that lead to a link, in order; link 0 is the head. */
export function linksTo(context: string, number: number, link: string, down: number): string[] {
  const links = [link];
  for (let n = number; n > down; n--) links.push((link = hashOf("ibau link 3", context, n, link)));
  return links.reverse();
}

/** A random part of this browser. */
export const randomPart = (): string => bytesToHex(randomBytes(BYTES));

export const sealOf = (part: string): string => hashOf("ibau part 3", part);

/** The number from 0 to 15 of a throw or lot, from its link and the parts of first and second: '' for a seat that adds none. */
export function sixteenth(context: string, number: number, link: string, parts: readonly string[]): number {
  const [byte = 0] = hmac(sha256, hexToBytes(link), joinLines("ibau throw 3", context, number, ...parts));
  return byte >> 4;
}
