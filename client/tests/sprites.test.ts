// @vitest-environment node
import { expect, test } from "vitest";
import { matchSprites, moveSprite, findMover } from "../src/board/sprites";
import type { Piece, Travel } from "../src/protocol";
import { starts } from "./fixtures/starts";

const stone = (place: string, seat = 0, side = ""): Piece => ({ place, seat, kind: "piece", side });
const travel = (path: string[], seat = 0): Travel => ({
  path,
  seat,
  kind: "piece",
  becomes: "",
});

test("a piece that stays is the same sprite; the one that moved is the one left over", () => {
  const before = matchSprites([], [stone("a1"), stone("b1"), stone("c1", 1)]);
  const after = matchSprites(before, [stone("c1", 1), stone("b2"), stone("a1")]);
  const idAt = (sprites: typeof before, place: string) =>
    sprites.find((sprite) => sprite.place === place)?.id;
  expect(idAt(after, "a1")).toBe(idAt(before, "a1"));
  expect(idAt(after, "c1")).toBe(idAt(before, "c1"));
  expect(idAt(after, "b2")).toBe(idAt(before, "b1"));
});

test("every piece of a start is a sprite of its own", () => {
  const sprites = matchSprites([], starts.seega.state.pieces);
  expect(new Set(sprites.map((sprite) => sprite.id)).size).toBe(24);
});

test("the topmost piece of the seat sets out", () => {
  const sprites = matchSprites([], [stone("a1"), stone("a1", 1), stone("a1")]);
  expect(findMover(sprites, travel(["a1", "b1"]))).toBe(sprites[2]);
  expect(findMover(sprites, travel(["a1", "b1"], 1))).toBe(sprites[1]);
  expect(findMover(sprites, travel(["e5", "b1"]))).toBeUndefined();
});

test("who arrives lies on top, turned over where it was", () => {
  const sprites = matchSprites([], [stone("a1", 0, "open"), stone("b1", 1)]);
  const [mover] = sprites;
  expect(moveSprite(sprites, mover?.id ?? -1, "b1", "closed").at(-1)).toMatchObject({
    place: "b1",
    side: "closed",
    seat: 0,
  });
  const conquered = moveSprite(sprites, mover?.id ?? -1, "b1", "second").at(-1);
  expect(conquered).toMatchObject({ seat: 1, side: "open" });
});
