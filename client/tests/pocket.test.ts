import "fake-indexeddb/auto";
import { expect, test, vi } from "vitest";
import type { FromWorker, ToWorker } from "../src/pocket/messages";
import { Port } from "../src/pocket/port";
import { Tables } from "../src/pocket/tables";

const rows = (...rows: unknown[]): string => JSON.stringify(rows);
const read = async (tables: Tables, table: string, ...key: unknown[]): Promise<unknown> =>
  JSON.parse(await tables.read(table, JSON.stringify(key)));

test("rows are found by the beginning of their keys, in order, and go by it", async () => {
  const tables = await Tables.open("one");
  const events = [10, 2, 0].map((n) => ["events", ["a", n], [n]]);
  expect(await tables.write(rows(...events, ["events", ["ab", 0], [9]], ["streams", ["a"], 1]))).toBe("");
  expect(await read(tables, "events", "a")).toEqual([
    [["a", 0], [0]],
    [["a", 2], [2]],
    [["a", 10], [10]],
  ]);
  expect(await read(tables, "streams")).toEqual([[["a"], 1]]);
  expect(await tables.write(rows(["events", ["a"], null], ["streams", ["a"], null]))).toBe("");
  expect(await read(tables, "events")).toEqual([[["ab", 0], [9]]]);
  expect(await read(tables, "streams")).toEqual([]);
});

test("a list of rows is stored whole or not at all", async () => {
  const tables = await Tables.open("two");
  expect(await tables.write(rows(["streams", ["a"], 1], ["streams", [{}], 2]))).not.toBe("");
  expect(await read(tables, "streams")).toEqual([]);
});

test("stored rows outlive the page that stored them, and only the last page that opened the database writes", async () => {
  const before = await Tables.open("three");
  await before.write(rows(["streams", ["a"], 1]));
  const after = await Tables.open("three");
  expect(await read(after, "streams")).toEqual([[["a"], 1]]);
  expect(await before.write(rows(["streams", ["b"], 1]))).not.toBe("");
  expect(await after.write(rows(["streams", ["c"], 1]))).toBe("");
  expect(await read(after, "streams")).toEqual([
    [["a"], 1],
    [["c"], 1],
  ]);
});

/** A worker that records messages, and sends those that it is given. */
class FakeWorker {
  said: ToWorker[] = [];
  onmessage?: (event: { data: FromWorker }) => void;
  postMessage(message: ToWorker): void {
    this.said.push(message);
  }
  say(data: FromWorker): void {
    this.onmessage?.({ data });
  }
}

const opened = (): [FakeWorker, Port, ReturnType<typeof vi.fn>] => {
  const [worker, notice] = [new FakeWorker(), vi.fn()];
  return [worker, new Port(worker as unknown as Worker, notice), notice];
};
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("a request goes to the worker, and its answer is read as it comes", async () => {
  const [worker, port, notice] = opened();
  const asked = port.fetch("/api/line?lang=fr", { method: "POST", body: "{}" });
  await vi.waitFor(() => expect(worker.said).toHaveLength(1));
  expect(worker.said[0]).toMatchObject({
    kind: "ask",
    method: "POST",
    target: "/api/line?lang=fr",
    body: "{}",
  });
  const { id } = worker.said[0] as { id: number };
  const start = {
    type: "http.response.start",
    status: 201,
    headers: [[bytes("content-type"), bytes("text/plain")]],
  };
  worker.say({ kind: "message", id, message: start } as FromWorker);
  const answer = await asked;
  expect([answer.status, answer.headers.get("content-type")]).toEqual([201, "text/plain"]);
  const reader = answer.body?.getReader();
  worker.say({
    kind: "message",
    id,
    message: { type: "http.response.body", body: bytes("one"), more_body: true },
  });
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("one");
  worker.say({ kind: "message", id, message: { type: "http.response.body", body: bytes("two") } });
  worker.say({ kind: "ended", id });
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("two");
  expect((await reader?.read())?.done).toBe(true);
  expect(notice).not.toHaveBeenCalled();
});

test("an aborted request is cancelled in the worker", async () => {
  const [worker, port] = opened();
  const aborting = new AbortController();
  const asked = port.fetch("/api/analysis/advice", { method: "POST", body: "{}", signal: aborting.signal });
  await vi.waitFor(() => expect(worker.said).toHaveLength(1));
  aborting.abort();
  await expect(asked).rejects.toThrow();
  expect(worker.said[1]).toMatchObject({ kind: "close", id: (worker.said[0] as { id: number }).id });
});

test("a worker that ends a request without an answer has failed", async () => {
  const [worker, port] = opened();
  const asked = port.fetch("/api/home");
  await vi.waitFor(() => expect(worker.said).toHaveLength(1));
  worker.say({ kind: "ended", id: (worker.said[0] as { id: number }).id });
  expect((await asked).status).toBe(500);
});

test("a socket passes messages on until either side closes it", () => {
  const [worker, port] = opened();
  const socket = port.socket("ws://localhost/api/games/a/socket?lang=en");
  const heard: unknown[] = [];
  Object.assign(socket, {
    onopen: () => heard.push("open"),
    onmessage: ({ data }: { data: string }) => heard.push(data),
    onclose: ({ code }: { code: number }) => heard.push(code),
  });
  const { id, ...opening } = worker.said[0] as { id: number };
  expect(opening).toEqual({ kind: "open", target: "/api/games/a/socket?lang=en" });
  worker.say({ kind: "message", id, message: { type: "websocket.accept" } });
  socket.send("hello");
  expect(worker.said[1]).toEqual({ kind: "say", id, text: "hello" });
  worker.say({ kind: "message", id, message: { type: "websocket.send", text: "{}" } });
  worker.say({ kind: "message", id, message: { type: "websocket.close", code: 4404 } });
  worker.say({ kind: "ended", id });
  expect(heard).toEqual(["open", "{}", 4404]);
  expect(socket.readyState).toBe(WebSocket.CLOSED);
});

test("a message about no request is a notice", () => {
  const [worker, , notice] = opened();
  worker.say({ kind: "waits" });
  expect(notice).toHaveBeenCalledWith({ kind: "waits" });
});
