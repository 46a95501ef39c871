// @vitest-environment node
import { expect, test } from "vitest";
import { splitGames } from "../src/records/splitRecords";

const game = (name: string, moves = "1. a1 *"): string =>
  `[Ruleset "seega"]\n[First "${name}"]\n\n${moves}\n`;

test("games come one by one, and each keeps the numbers of its lines", () => {
  const text = [game("Ada"), game("Eve", "1. a1 {cut off"), game("Ann")].join("\n");
  const games = splitGames(text);
  expect(games.map((one) => one.trim())).toEqual([
    game("Ada").trim(),
    game("Eve", "1. a1 {cut off").trim(),
    game("Ann").trim(),
  ]);
  const lines = text.split("\n");
  games.forEach((one) => {
    const at = one.split("\n").findIndex((line) => line.includes("First"));
    expect(lines[at]).toBe(one.split("\n")[at]);
  });
});

test("games that follow each other without an empty line, and a file of one", () => {
  expect(splitGames(game("Ada") + game("Eve"))).toHaveLength(2);
  expect(splitGames(game("Ada"))).toEqual([game("Ada")]);
  expect(splitGames("nonsense")).toEqual(["nonsense"]);
});

test("a comment that looks like a tag begins no game", () => {
  expect(splitGames(game("Ada", '1. a1 {see\n[Event "x"]} *'))).toHaveLength(1);
});

test("an empty line between two tags begins none either", () => {
  expect(splitGames(`[Event "x"]\n\n${game("Ada")}`)).toHaveLength(1);
});

test("of JSON Lines each is a game; a tournament stays whole", () => {
  expect(splitGames('{"a":1}\n\n{"b":2}\n')).toEqual(['{"a":1}', '{"b":2}']);
  expect(splitGames('{"arena":1}\n{"b":2}\n')).toHaveLength(1);
});
