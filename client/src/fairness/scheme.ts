/** Throws that nobody can choose (docs/web-protocol.md): each follows from a link of the server and a part of each browser. */

import type { Proof } from "../protocol";
import { bytesOf, hashOf, hexOf, hmac } from "./sha256";

export const LINKS = 4096; // of a chain; the server draws later throws without a link
const BYTES = 32; // of a part

/** What binds links and throws to one game. */
export const contextOf = ({ game, ruleset, start }: Pick<Proof, "game" | "ruleset" | "start">): string =>
  hashOf("ibau throws 3", game, ruleset, start);

/** The link before link `number`; before link 1 lies the head. */
const linkBefore = (context: string, number: number, link: string): string =>
  hashOf("ibau link 3", context, number, link);

/** The links from `down` to `number` that lead to a link, in order. */
export function linksTo(context: string, number: number, link: string, down: number): string[] {
  const links = [link];
  for (let n = number; n > down; n--) links.push((link = linkBefore(context, n, link)));
  return links.reverse();
}

/** A random part of this browser. */
export const drawnPart = (): string => hexOf(crypto.getRandomValues(new Uint8Array(BYTES)));

export const sealOf = (part: string): string => hashOf("ibau part 3", part);

/** The number from 0 to 15 of a throw or lot, from its link and the parts of first and second: '' for a seat that adds none. */
export function sixteenth(context: string, number: number, link: string, parts: readonly string[]): number {
  const [byte = 0] = hmac(bytesOf(link), "ibau throw 3", context, number, ...parts);
  return byte >> 4;
}
