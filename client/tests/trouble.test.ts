import { afterEach, expect, test } from "vitest";
import { ask } from "../src/server/api";
import { network } from "../src/server/network";
import { troubleOf } from "../src/reader/trouble";

const { fetch } = network;
afterEach(() => (network.fetch = fetch));

test.each([
  ["the server's own sentence", '{"error": "This is too large."}', "This is too large."],
  ["a page of something in between", "<h1>Bad Gateway</h1>", "The server does not answer."],
])("what is said after an error: %s", async (_, body, said) => {
  network.fetch = async () => new Response(body, { status: 502, statusText: "Bad Gateway" });
  const error: unknown = await ask("/api/home").catch((error: unknown) => error);
  expect(troubleOf(error)).toBe(said);
});
