import { expect, test } from "vitest";
import { jsonLines } from "../src/server/lines";

/** A body that comes in these pieces. */
function body(...pieces: string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(stream) {
      for (const piece of pieces) stream.enqueue(encoder.encode(piece));
      stream.close();
    },
  });
}

test("a line is told once it is whole, however it is cut", async () => {
  const told: unknown[] = [];
  for await (const said of jsonLines(body('{"a"', ':1}\n{"b":2}\n{"c', '":"é"}\n', "\n"))) told.push(said);
  expect(told).toEqual([{ a: 1 }, { b: 2 }, { c: "é" }]);
});
