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
const listener = { known: () => "", onmessage: vi.fn(), onclose: vi.fn(), onmissing: vi.fn() };
const ENTER = '{"type":"enter","key":"secret"}';
const PING = '{"type":"ping"}';
const latest = (): FakeSocket => FakeSocket.all.at(-1) as FakeSocket;
const hear = (type: string): void => latest().onmessage?.({ data: JSON.stringify({ type }) });

let last: { close(): void };
const begun = (): Socket => (last = new Socket(() => "ws://here", entry, listener)) as Socket;

function connected(): Socket {
  const connection = begun();
  latest().open();
  hear("welcome");
  hear("pong");
  return connection;
}

/** Let a socket answer each ping for a while: how many there were. */
function answering(milliseconds: number): number {
  const { sent } = latest();
  const before = sent.length;
  let answered = before;
  for (let passed = 0; passed < milliseconds; passed += 500) {
    vi.advanceTimersByTime(500);
    for (; answered < sent.length; answered++) if (sent[answered] === PING) hear("pong");
  }
  return sent.length - before;
}

function hide(hidden: boolean): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
});
afterEach(() => {
  last.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

test("a lost connection is opened again with back-off", () => {
  const connection = begun();
  expect(connection.send({ type: "throw", ply_count: 0 })).toBe(false);
  latest().open();
  expect(connection.send({ type: "throw", ply_count: 0 })).toBe(true);
  expect(latest().sent).toEqual([ENTER, PING, '{"type":"throw","ply_count":0}', PING]);

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
  expect(listener.onclose).toHaveBeenCalledTimes(8);
  expect(waits[0]).toBeLessThan(500);
  expect(waits.at(-1)).toBeGreaterThan(4000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(10_000 + 50);
});

test("each socket sends its key when it opens, and not in its address", () => {
  const connection = begun();
  expect(latest().sent).toEqual([]);
  latest().open();
  connection.reopen();
  latest().open();
  expect(FakeSocket.all.map((socket) => socket.sent)).toEqual(Array(2).fill([ENTER, PING]));
  expect(FakeSocket.all.map((socket) => socket.address)).toEqual(Array(2).fill("ws://here"));
});

test("back-off goes on while the server refuses, and starts again after a welcome", () => {
  begun();
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
});

test("a game that does not exist is not opened again", () => {
  begun();
  latest().open();
  latest().fail(4404);
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(listener.onmissing).toHaveBeenCalledOnce();
});

test("events of a closed or replaced socket are ignored", () => {
  const connection = begun();
  const first = latest();
  first.open();
  connection.reopen();
  first.onmessage?.({ data: '{"type":"refused","reason":""}' });
  first.fail();
  expect(listener.onmessage).not.toHaveBeenCalled();
  expect(listener.onclose).not.toHaveBeenCalled();
  expect(FakeSocket.all).toHaveLength(2);
});

test("a socket that is left while it opens is closed once it has opened, not before", () => {
  const connection = begun();
  connection.close();
  expect(latest().readyState).toBe(FakeSocket.CONNECTING);
  latest().open();
  expect(latest().readyState).toBe(FakeSocket.CLOSED);
  expect(latest().sent).toEqual([]);
});

test("a server that answers gets a ping every twenty seconds", () => {
  connected();
  expect(answering(600_000)).toBe(30);
  expect(FakeSocket.all).toHaveLength(1);
  expect(listener.onclose).not.toHaveBeenCalled();
  expect(listener.onmessage.mock.calls).toEqual([[{ type: "welcome" }]]); // pongs are not passed on
});

test("a socket that falls silent without closing is given up after five seconds, and another one opened", () => {
  connected();
  const silent = latest();
  vi.advanceTimersByTime(24_900);
  expect(listener.onclose).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(listener.onclose).toHaveBeenCalledOnce();
  expect(silent.readyState).toBe(FakeSocket.CLOSED);
  vi.advanceTimersByTime(500);
  expect(FakeSocket.all).toHaveLength(2);
});

test("each message is followed by a ping, and an earlier pong does not answer it", () => {
  const connection = connected();
  vi.advanceTimersByTime(19_000);
  connection.send({ type: "throw", ply_count: 0 });
  vi.advanceTimersByTime(1000);
  connection.send({ type: "throw", ply_count: 0 });
  hear("pong");
  hear("played"); // neither does another message
  vi.advanceTimersByTime(4900);
  expect(listener.onclose).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(listener.onclose).toHaveBeenCalledOnce();
});

test("another network and the return to a hidden page cause a ping at once", () => {
  for (const happens of [() => dispatchEvent(new Event("online")), () => hide(false)]) {
    const connection = connected();
    vi.advanceTimersByTime(1000);
    hide(true);
    expect(latest().sent).toEqual([ENTER, PING]);
    happens();
    expect(latest().sent).toEqual([ENTER, PING, PING]);
    vi.advanceTimersByTime(5100);
    expect(listener.onclose).toHaveBeenCalledOnce();
    const opened = FakeSocket.all.length;
    happens(); // at once, where it waits to be opened again
    expect(FakeSocket.all).toHaveLength(opened + 1);
    connection.close();
    listener.onclose.mockClear();
  }
});

test("a late timer waits for pending messages before it gives the socket up", () => {
  for (const answers of [true, false]) {
    const connection = connected();
    vi.advanceTimersByTime(20_000);
    vi.setSystemTime(Date.now() + 55_000); // a hidden page's timers fire once a minute
    vi.advanceTimersByTime(5000);
    expect(listener.onclose).not.toHaveBeenCalled();
    if (answers) hear("pong");
    vi.advanceTimersByTime(5100);
    expect(listener.onclose).toHaveBeenCalledTimes(answers ? 0 : 1);
    connection.close();
  }
});

test("a socket that does not open, or sends nothing, is opened again, each time with a longer timeout", () => {
  begun();
  const times: number[] = [];
  for (let n = 1; n < 8; n++) {
    if (n % 2) latest().open();
    const begun = Date.now();
    while (listener.onclose.mock.calls.length < n) vi.advanceTimersByTime(100);
    times.push(Date.now() - begun);
    while (FakeSocket.all.length === n) vi.advanceTimersByTime(100);
  }
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(times.at(-1)).toBeGreaterThan(40_000);
  expect(times.at(-1)).toBeLessThan(60_000);
});

test("the page without a server has no timeouts", async () => {
  vi.resetModules();
  document.documentElement.dataset.alone = "";
  const { Socket: Alone } = await import("../src/session/socket");
  delete document.documentElement.dataset.alone;
  const connection = (last = new Alone(() => "ws://here", entry, listener)) as Socket;
  vi.advanceTimersByTime(600_000);
  latest().open();
  hear("welcome");
  connection.send({ type: "throw", ply_count: 0 });
  vi.advanceTimersByTime(600_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(listener.onclose).not.toHaveBeenCalled();
});
