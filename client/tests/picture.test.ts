import { mount, unmount } from "svelte";
import { beforeAll, expect, test } from "vitest";
import BoardPicture from "../src/board/BoardPicture.svelte";
import { targetsLabel, squareLabel, trayAction, trayLabel } from "../src/board/labels";
import { drawingOf, fetchDrawings, KINDS, scene } from "../src/drawings";
import type { Piece } from "../src/protocol";
import { starts } from "./fixtures/starts";

beforeAll(() => fetchDrawings(...KINDS));

test.each(Object.entries(starts))(
  "%s: every piece is drawn, on a square of the board, and has a name",
  (_, start) => {
    const { board } = start;
    const pieces = scene(start);
    expect(pieces.length).toBeGreaterThan(4);
    const target = document.createElement("div");
    const picture = mount(BoardPicture, { target, props: { board, pieces, size: 10 } });
    expect(target.querySelectorAll(".piece")).toHaveLength(pieces.length);
    const names = new Set(board.squares.map((square) => square.name));
    for (const piece of pieces) {
      expect(names.has(piece.place)).toBe(true);
      expect(drawingOf(board.kind).nameOf(piece)).toMatch(/^(light|dark|white|brown|black) /);
    }
    void unmount(picture);
  },
);

test("a board without a drawing is a clear error", async () => {
  await expect(fetchDrawings("seega", "mehen")).rejects.toThrow('no drawing for the board "mehen"');
  expect(() => drawingOf("mehen")).toThrow('the drawing of the board "mehen" has not been fetched');
});

test("the label of a stack begins at its top: how many, whose, and which side lies up", () => {
  const { board } = starts.seneti;
  const square = board.squares.find(({ name }) => name === "4")!;
  const stone = (seat: number, side: string) => ({ place: "4", seat, kind: "stone", side });
  const standing = { chosen: false, movable: true, target: false };
  const label = (...pieces: Piece[]) => squareLabel(square, pieces, drawingOf("ur"), standing);
  expect(label(stone(1, "open"))).toBe("4, worth three, access, black stone, open, can move");
  expect(label(stone(0, "open"), stone(0, "open"), stone(1, "closed"))).toBe(
    "4, worth three, access, stack of 3: black stone, closed on top; " +
      "below it white stone, open; white stone, open, can move",
  );
});

test("the label of a tray: whose pieces are in it, or that a piece can go there", () => {
  const stones = [0, 1].map(() => ({ place: "hand:first", seat: 0, kind: "stone", side: "closed" }));
  const label = (target: boolean) => trayLabel("hand:first", stones, drawingOf("ur"), target);
  expect(label(false)).toBe("white stone, closed: 2 in hand, can be chosen");
  expect(label(true)).toBe("off the board, can go here");
  expect(["hand:first", "off:first"].map(trayAction)).toEqual(["Take out", "Bear off"]);
});

test("a figure of Seti on the far row calls for an answer", () => {
  const { board } = starts.seti;
  const urgent = (place: string, seat: number, kind: string) => {
    const target = document.createElement("div");
    const picture = mount(BoardPicture, {
      target,
      props: { board, pieces: [{ place, seat, kind, side: "" }], size: 10 },
    });
    const rings = target.querySelectorAll(".urgent").length;
    void unmount(picture);
    return rings;
  };
  expect(urgent("b10", 0, "priest")).toBe(1);
  expect(urgent("b1", 1, "pharaoh")).toBe(1);
  expect(urgent("b1", 0, "priest")).toBe(0);
  expect(urgent("b10", 0, "ship")).toBe(0);
  expect(urgent("b5", 0, "priest")).toBe(0);
});

test("the label of a choice lists where a piece can go", () => {
  expect(targetsLabel("4", ["5", "6", "8", "off:first"])).toBe("4: can go to 5, 6, 8, or off the board");
  expect(targetsLabel("hand:first", ["13"])).toBe("in hand: can go to 13");
});
