/** Throws that nobody can choose: each follows from a link of every party's chain of hashes (docs/notation.md, section 8). */

import type { Chain, Proof } from "../protocol";
import { bytesOf, hashOf, hexOf, hmac } from "./sha256";

export type Party = Chain["party"];

export const PARTIES: readonly Party[] = ["server", "first", "second"];
const BLOCK = 4096; // numbers of a chain: one ends with the number 4096, the next with 8192
const BYTES = 32; // of a link
const DIGITS = 8; // of a fingerprint
const SLICE = 256; // links that are worked out before the page may do something else

/** What binds links to one game. */
export const contextOf = ({ game, ruleset, start }: Pick<Proof, "game" | "ruleset" | "start">): string =>
  hashOf("ibau throws 2", game, ruleset, start);

/** The number with which the chain ends that has this number. */
export const lastNumber = (number: number): number => Math.ceil(number / BLOCK) * BLOCK;

/** The link before link `number` of a party; before the first one of a chain it is the head. */
const linkBefore = (context: string, party: Party, number: number, link: string): string =>
  hashOf("ibau link 2", context, party, number, link);

/** The links from `down` to `number` that lead to link `number`, in order. */
export function linksTo(context: string, party: Party, number: number, link: string, down: number): string[] {
  const links = [link];
  for (let n = number; n > down; n--) links.push((link = linkBefore(context, party, n, link)));
  return links.reverse();
}

/** The number from 0 to 15 of a throw or lot, from the links of the server, first and second: '' for one that does not count. */
export function sixteenth(context: string, number: number, [server, first, second]: Links): number {
  const [byte = 0] = hmac(bytesOf(server), "ibau throw 2", context, number, first, second);
  return byte >> 4;
}

export type Links = [server: string, first: string, second: string];

/** Eight digits by which two players see that they were told of the same chains. */
export function fingerprint(context: string, chains: Pick<Chain, "party" | "first" | "head">[]): string {
  const ordered = chains.toSorted(
    (one, other) => PARTIES.indexOf(one.party) - PARTIES.indexOf(other.party) || one.first - other.first,
  );
  const said = ordered.map(({ party, first, head }) => `${party} ${first} ${head}`);
  return hashOf("ibau fingerprint 2", context, ...said).slice(0, DIGITS);
}

/** A last link that nobody knows. */
export const drawnLink = (): string => hexOf(crypto.getRandomValues(new Uint8Array(BYTES)));

/** The chain of this browser. */
export interface OwnChain {
  first: number; // its first number
  last: number; // its last
  head: string;
  link(number: number): string; // of one of its numbers
}

/** The chain that ends in a link; the page may do something else meanwhile. */
export async function chainOf(
  context: string,
  party: Party,
  first: number,
  lastLink: string,
): Promise<OwnChain> {
  const last = lastNumber(first);
  let links = [lastLink];
  for (let number = last; number >= first; number -= SLICE) {
    const down = Math.max(first - 1, number - SLICE);
    links = [...linksTo(context, party, number, links[0] as string, down), ...links.slice(1)];
    await breath();
  }
  return { first, last, head: links[0] as string, link: (number) => links[number - first + 1] as string };
}

/** Let the page do what waits; unlike a timer, this does not take a second where the page is not seen. */
const breath = (): Promise<void> =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(undefined);
  });
