import { mount, unmount } from "svelte";
import { expect, test } from "vitest";
import BoardPicture from "../src/board/BoardPicture.svelte";
import { drawingOf, scene } from "../src/boards";
import { starts } from "./boards";

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
      expect(drawingOf(board.kind).named(piece)).toMatch(/^(light|dark|white|brown|black) /);
    }
    void unmount(picture);
  },
);

test("a board that nobody has drawn is a clear mistake", () => {
  expect(() => drawingOf("mehen")).toThrow('no drawing for the board "mehen"');
});
