import { mount, unmount } from "svelte";
import { expect, test } from "vitest";
import { fetchDrawings } from "../src/drawings";
import type { ReviewBegun } from "../src/protocol";
import type { Review } from "../src/review/review.svelte";
import TurningPoints from "../src/review/TurningPoints.svelte";
import { starts } from "./fixtures/starts";

test("a lot is told without a picture of the board, which is empty before it", async () => {
  await fetchDrawings("seega");
  const start = starts.seega;
  const plies = ["lot", "choice"].map((kind, at) => ({ index: at, kind, before: 0, after: -0.22 }));
  const review = { plies, game: { stateAt: () => ({ pieces: [] }) } } as unknown as Review;
  const story = ["the lot falls to Light", "Light places a piece"].map((description, index) => ({
    index,
    description,
    travels: [],
  }));
  const target = document.createElement("div");
  const shown = mount(TurningPoints, {
    target,
    props: { review, begun: { board: start.board, story } as unknown as ReviewBegun, points: [0, 1] },
  });
  const told = [...target.querySelectorAll("li")];
  expect(told.map((one) => one.querySelectorAll(".picture").length)).toEqual([0, 1]);
  expect(told[0]?.textContent).toMatch(/the lot falls to Light\s+50% → 39%/);
  void unmount(shown);
});
