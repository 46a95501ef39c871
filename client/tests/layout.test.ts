// @vitest-environment node
import { expect, test } from "vitest";
import { neighbour } from "../src/board/neighbour";
import { fitBoard, trayOwner, Layout, SQUARE, type Box } from "../src/drawings/layout";
import { starts } from "./fixtures/starts";

const TWELVE_EACH = Array.from({ length: 24 }, (_, n) => ({ seat: n % 2 }));
const HEADS = { above: 90, beside: 50 };
const PHONE = { width: 350, height: 520 };
const DESKTOP = { width: 900, height: 760 };
const fit = (name: keyof typeof starts, room: { width: number; height: number }) =>
  fitBoard(starts[name].board, room, 30, TWELVE_EACH, "first", HEADS);

test("a long board is upright on a phone and lies on a desktop", () => {
  expect(fit("race", PHONE).layout.orientation).toEqual({ turned: true, sideways: true });
  expect(fit("race", DESKTOP).layout.orientation).toEqual({ turned: false, sideways: false });
  expect(fit("seega", PHONE).layout.orientation.turned).toBe(false);
});

test.each(["seega", "race", "seneti", "seti"] as const)("%s fits into every room, trays included", (name) => {
  for (const room of [PHONE, DESKTOP, { width: 700, height: 300 }]) {
    const { layout, scale } = fit(name, room);
    expect(layout.size.width * scale).toBeLessThanOrEqual(room.width + 0.01);
    expect(layout.size.height * scale).toBeLessThanOrEqual(room.height + 0.01);
    for (const piece of starts[name].state.pieces) {
      const { x, y } = layout.spot(piece.place, 11);
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(layout.size.width);
      expect(y).toBeGreaterThan(-SQUARE);
      expect(y).toBeLessThan(layout.size.height);
    }
  }
});

test("a turned board is turned, not mirrored: left becomes bottom, top becomes left", () => {
  const { board } = starts.race;
  const layout = new Layout({ ...board, areas: [] }, { turned: true, sideways: true }, 0, 0, "first", [7, 7]);
  expect(layout.spot("1")).toEqual({ x: 50, y: 950 });
  expect(layout.spot("10")).toEqual({ x: 50, y: 50 });
  expect(layout.spot("30")).toEqual({ x: 250, y: 50 });
});

test("the reader's own tray is the near one", () => {
  const { board } = starts.seega;
  for (const own of ["first", "second"] as const) {
    const layout = new Layout(board, { turned: false, sideways: false }, 30, 90, own, [12, 12]);
    const other = own === "first" ? "second" : "first";
    expect(layout.tray(own).y).toBeGreaterThan(layout.field.y);
    expect(layout.tray(other).y).toBe(0);
  }
});

test("beside the board the reader's own tray begins at the bottom, where the name is, and the other one at the top", () => {
  const { board } = starts.race;
  for (const own of ["first", "second"] as const) {
    const layout = new Layout(board, { turned: true, sideways: true }, 30, 90, own, [5, 5]);
    const near = layout.spot(`off:${own}`);
    const far = layout.spot(`off:${own === "first" ? "second" : "first"}`);
    expect(near.x).toBeGreaterThan(far.x);
    expect(near.y + far.y).toBeCloseTo(layout.field.height);
    expect(far.y).toBeLessThan(layout.field.height / 2);
    expect(layout.stripEnd("first")).toBeCloseTo(layout.stripEnd("second"));
  }
});

test("captured pieces lie with the player who took them", () => {
  expect(trayOwner("captured:first")).toBe("second");
  expect(trayOwner("captured:second")).toBe("first");
  expect(trayOwner("hand:first")).toBe("first");
  expect(trayOwner("off:second")).toBe("second");
});

test("arrow keys go to the nearest square that way, and stay at the edge", () => {
  const layout = fit("seneti", DESKTOP).layout;
  const dot = { width: 0, height: 0 };
  const places = new Map<string, Box>([
    ...starts.seneti.board.squares.map((square): [string, Box] => [
      square.name,
      { ...layout.middle(square), ...dot },
    ]),
    ["hand:first", layout.tray("first")],
  ]);
  const seega = new Map(
    starts.seega.board.squares.map(({ name, x, y }) => [name, { x: 100 * x, y: 100 * y, ...dot }]),
  );
  expect(neighbour(seega, "a1", 1, 0)).toBe("b1");
  expect(neighbour(seega, "a1", 0, -1)).toBe("a2");
  expect(neighbour(seega, "a1", -1, 0)).toBe("a1");
  expect(neighbour(seega, "nowhere", 1, 0)).toBe("nowhere");
  for (const [dx, dy] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    expect(places.has(neighbour(places, "11", dx, dy))).toBe(true);
    expect(neighbour(places, "11", dx, dy)).not.toBe("11");
  }
  const ways = starts.seneti.board.squares.map(({ name }) => neighbour(places, name, 0, 1));
  expect(ways.filter((place) => place === "hand:first").length).toBeGreaterThan(1); // from a whole row of the board
});

test("a stack that is looked at is spread out, upwards as far as the board goes", () => {
  const { board } = starts.seneti;
  const layout = new Layout(board, { turned: false, sideways: false }, 16, 0, "first", [7, 7]);
  expect(layout.spread("16", 0, 3)).toBe(0);
  expect(layout.spread("16", 2, 3)).toBeGreaterThan(layout.spread("16", 1, 3));
  expect(layout.spread("hand:first", 6, 7)).toBe(0); // side by side in a tray
  const lifted = layout.spot("2", 5).y - layout.spread("2", 5, 6);
  expect(lifted).toBeGreaterThanOrEqual(layout.field.y);
});

test.each(["seega", "race", "seneti", "seti"] as const)(
  "the trays of %s are as long as pieces may need",
  (name) => {
    const { board } = starts[name];
    for (const sideways of [false, true]) {
      const layout = new Layout(board, { turned: false, sideways }, 30, 90, "first", [12, 12]);
      for (const area of board.areas) {
        const { x, y, width, height } = layout.strip(trayOwner(area));
        for (const point of [layout.spot(area, 0), layout.spot(area, 11)]) {
          expect(point.x).toBeGreaterThan(x + 20);
          expect(point.x).toBeLessThan(x + width - 20);
          expect(point.y).toBeGreaterThan(y + 20);
          expect(point.y).toBeLessThan(y + height - 20);
        }
      }
    }
  },
);

test("a board with start rows lies so that one's own is near, whichever way it is turned", () => {
  for (const turned of [false, true]) {
    const near = (own: "first" | "second", start: number): number => {
      const { board } = starts.seti;
      const layout = new Layout(board, { turned, sideways: turned }, 0, 0, own, [5, 5]);
      const square = board.squares.find((square) => square.start === start);
      const { x, y } = square ? layout.middle(square) : { x: 0, y: 0 };
      return turned ? x : y;
    };
    expect(near("first", 0)).toBeGreaterThan(near("first", 1));
    expect(near("second", 1)).toBeGreaterThan(near("second", 0));
    expect(near("second", 1)).toBe(near("first", 0));
  }
});

test("a path stays as it is for either seat", () => {
  const { board } = starts.race;
  const lying = (own: "first" | "second") =>
    new Layout(board, { turned: false, sideways: false }, 0, 0, own, [5, 5]).spot("1").x;
  expect(lying("second")).toBe(lying("first"));
});

test.each(["seega", "race", "seneti", "seti"] as const)(
  "face to face, each has a tray of %s before him",
  (name) => {
    const { board } = starts[name];
    for (const room of [
      { width: 1180, height: 600 },
      { width: 820, height: 820 },
    ]) {
      const { layout } = fitBoard(board, room, 30, TWELVE_EACH, "first", HEADS, true);
      expect(layout.orientation.sideways).toBe(false);
      const { width, height } = layout.size;
      for (const [area, other] of [
        ["hand:first", "hand:second"],
        ["captured:second", "captured:first"],
      ] as const) {
        const near = layout.spot(area, 2);
        const far = layout.spot(other, 2);
        expect(far.x).toBeCloseTo(width - near.x); // turned about the middle of the table
        expect(far.y).toBeCloseTo(height - near.y);
      }
    }
  },
);
