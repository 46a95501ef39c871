import { mount, unmount } from "svelte";
import { expect, test } from "vitest";
import BoardPicture from "../src/board/BoardPicture.svelte";
import { drawingOf } from "../src/boards";
import { starts } from "./boards";

test.each(Object.entries(starts))("%s: every square and piece is drawn", (_, { board }) => {
  const drawing = drawingOf(board.kind);
  const target = document.createElement("div");
  const picture = mount(BoardPicture, { target, props: { board, pieces: drawing.scene, size: 10 } });
  expect(target.querySelectorAll(".piece")).toHaveLength(drawing.scene.length);
  const names = new Set(board.squares.map((square) => square.name));
  for (const piece of drawing.scene) {
    expect(names.has(piece.place)).toBe(true);
    expect(drawing.named(piece)).toMatch(/^(light|dark|white|brown|black) /);
  }
  void unmount(picture);
});

test("a board that nobody has drawn is a clear mistake", () => {
  expect(() => drawingOf("mehen")).toThrow('no drawing for the board "mehen"');
});
