import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Socket } from "../src/session/socket";

class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;
  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = FakeSocket.CLOSED;
  }
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  fail(code = 1006): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code });
  }
}

const entry = () => ({ type: "enter", key: "secret" }) as const;
const listener = { known: () => "", heard: vi.fn(), opened: vi.fn(), lost: vi.fn(), missing: vi.fn() };
const latest = (): FakeSocket => FakeSocket.all.at(-1) as FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

test("a lost connection is tried again, ever more slowly", () => {
  const connection = new Socket(() => "ws://here", entry, listener);
  expect(connection.say({ type: "throw", at: 0 })).toBe(false);
  latest().open();
  expect(connection.say({ type: "throw", at: 0 })).toBe(true);
  expect(latest().sent).toEqual(['{"type":"enter","key":"secret"}', '{"type":"throw","at":0}']);

  const waits: number[] = [];
  for (let n = 0; n < 8; n++) {
    const before = FakeSocket.all.length;
    latest().fail();
    let waited = 0;
    while (FakeSocket.all.length === before) {
      vi.advanceTimersByTime(50);
      waited += 50;
    }
    waits.push(waited);
  }
  expect(listener.lost).toHaveBeenCalledTimes(8);
  expect(waits[0]).toBeLessThan(500);
  expect(waits.at(-1)).toBeGreaterThan(4000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(10_000 + 50);
  connection.close();
});

test("a socket that is opened says at once who comes, each time, and not in its address", () => {
  const connection = new Socket(() => "ws://here", entry, listener);
  expect(latest().sent).toEqual([]);
  latest().open();
  connection.reopen();
  latest().open();
  expect(FakeSocket.all.map((socket) => socket.sent)).toEqual(
    Array(2).fill(['{"type":"enter","key":"secret"}']),
  );
  expect(FakeSocket.all.map((socket) => socket.address)).toEqual(Array(2).fill("ws://here"));
  connection.close();
});

test("anyone who is turned away comes back ever later, and soon again once welcome", () => {
  const connection = new Socket(() => "ws://here", entry, listener);
  const hear = (type: string): void => latest().onmessage?.({ data: JSON.stringify({ type }) });
  for (let n = 0; n < 6; n++) {
    latest().open();
    hear("refused");
    latest().fail(1013);
    vi.advanceTimersByTime(11_000);
  }
  latest().fail(1013);
  const tried = FakeSocket.all.length;
  vi.advanceTimersByTime(4000);
  expect(FakeSocket.all).toHaveLength(tried);
  vi.advanceTimersByTime(7000);
  hear("welcome");
  latest().fail();
  vi.advanceTimersByTime(500);
  expect(FakeSocket.all).toHaveLength(tried + 2);
  connection.close();
});

test("a game that does not exist is not asked for again", () => {
  const connection = new Socket(() => "ws://here", entry, listener);
  latest().open();
  latest().fail(4404);
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(listener.missing).toHaveBeenCalledOnce();
  connection.close();
});

test("a closed or replaced socket is nobody's", () => {
  const connection = new Socket(() => "ws://here", entry, listener);
  const first = latest();
  first.open();
  connection.reopen();
  first.onmessage?.({ data: '{"type":"refused","reason":""}' });
  first.fail();
  expect(listener.heard).not.toHaveBeenCalled();
  expect(listener.lost).not.toHaveBeenCalled();
  expect(FakeSocket.all).toHaveLength(2);
  connection.close();
});

test("a socket that is left while it opens is closed once it has opened, not before", () => {
  const connection = new Socket(() => "ws://here", entry, listener);
  connection.close();
  expect(latest().readyState).toBe(FakeSocket.CONNECTING);
  latest().open();
  expect(latest().readyState).toBe(FakeSocket.CLOSED);
  expect(listener.opened).not.toHaveBeenCalled();
});
