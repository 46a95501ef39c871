import { afterEach, expect, test } from "vitest";
import { network } from "../src/server/network";
import { tellGames } from "../src/pages/own";
import type { GamesAsked } from "../src/protocol";

const { fetch } = network;
afterEach(() => void (network.fetch = fetch));

test("more games than one answer tells are asked for one dozen after the other", async () => {
  const counts: number[] = [];
  network.fetch = (_path, init) => {
    const { games } = JSON.parse(init?.body as string) as GamesAsked;
    counts.push(games.length);
    return Promise.resolve(Response.json({ games: [], missing: games.map(({ id }) => id) }));
  };
  const games = Array.from({ length: 30 }, (_, n) => ({ id: `g${n}`, key: "k" }));
  const { missing } = await tellGames(games, "en");
  expect(counts).toEqual([12, 12, 6]);
  expect(missing).toEqual(games.map(({ id }) => id));
});
