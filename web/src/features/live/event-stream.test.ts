import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEventStream, retryDelay, SILENCE_LIMIT_MS } from './event-stream.ts';

/** A fake EventSource, whose events the test emits. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeEventSource[] = [];
  readyState = 0;
  onerror: (() => void) | null = null;
  constructor() {
    super();
    FakeEventSource.all.push(this);
  }
  close(): void {
    this.readyState = 2;
  }
  emit(name: string, data: object): void {
    this.readyState = 1;
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
  fail(isRefused: boolean): void {
    this.readyState = isRefused ? 2 : 0;
    this.onerror?.();
  }
}

const ANA = '0199d7a1-7c3e-7b2a-9c4d-5e6f7a8b9c0d';
const BIA = '0199d7a1-7c3e-7b2a-9c4d-5e6f7a8b9c0e';
const openListener = vi.fn<(isReconnect: boolean, quietMs: number) => void>();
const eventListener = vi.fn<(name: string, data: string) => void>();
let isSignedIn = true;
const isStillSignedIn = vi.fn(async () => isSignedIn);
let closeStream: () => void = () => {};

beforeEach(() => {
  FakeEventSource.all = [];
  isSignedIn = true;
  vi.clearAllMocks();
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('window', new EventTarget());
  closeStream = openEventStream(ANA, { onOpen: openListener, onEvent: eventListener, isStillSignedIn });
});
afterEach(() => {
  closeStream();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const latestSource = (): FakeEventSource => {
  const source = FakeEventSource.all.at(-1);
  if (!source) throw new Error('no open stream');
  return source;
};
const sendPing = () => latestSource().emit('ping', { userId: ANA });

describe('the event stream', () => {
  it('reports the stream as open at the first ping with this user’s id, and again after a reconnect', async () => {
    expect(openListener).not.toHaveBeenCalled();
    sendPing();
    sendPing();
    expect(openListener.mock.calls).toEqual([[false, 0]]);
    latestSource().fail(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(FakeEventSource.all).toHaveLength(2);
    sendPing();
    expect(openListener.mock.calls).toEqual([
      [false, 0],
      [true, 0],
    ]);
  });

  it('reports the time since the latest event when the stream opens', () => {
    latestSource().emit('ping', { userId: ANA, quietMs: 4_200 });
    expect(openListener.mock.calls).toEqual([[false, 4_200]]);
  });

  it('closes and reopens a stream that stops sending events', async () => {
    sendPing();
    for (let round = 0; round < 4; round += 1) {
      await vi.advanceTimersByTimeAsync(SILENCE_LIMIT_MS - 1);
      sendPing();
    }
    expect(FakeEventSource.all).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(SILENCE_LIMIT_MS);
    expect(FakeEventSource.all[0]?.readyState).toBe(FakeEventSource.CLOSED);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(FakeEventSource.all).toHaveLength(2);
    sendPing();
    expect(openListener).toHaveBeenLastCalledWith(true, 0);
    FakeEventSource.all[0]?.emit('balance', { credits: 1 });
    expect(eventListener.mock.calls.filter(([name]) => name === 'balance')).toEqual([]);
  });

  it('reconnects as soon as the network is back', () => {
    sendPing();
    window.dispatchEvent(new Event('online'));
    expect(FakeEventSource.all.map(({ readyState }) => readyState)).toEqual([FakeEventSource.CLOSED, 0]);
    sendPing();
    expect(openListener.mock.calls).toEqual([
      [false, 0],
      [true, 0],
    ]);
  });

  it('closes and reopens a stream that never sends an event', async () => {
    await vi.advanceTimersByTimeAsync(SILENCE_LIMIT_MS + 1_000);
    expect(FakeEventSource.all).toHaveLength(2);
  });

  it('ignores a stream that belongs to another account', async () => {
    isSignedIn = false;
    latestSource().emit('ping', { userId: BIA });
    latestSource().emit('balance', { credits: 700 });
    expect([openListener, eventListener].map(({ mock }) => mock.calls)).toEqual([[], []]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(isStillSignedIn).toHaveBeenCalledTimes(1);
    expect(FakeEventSource.all).toHaveLength(1);
  });

  it('checks the signed-in user when the stream is refused, and reconnects if this check fails', async () => {
    sendPing();
    isStillSignedIn.mockRejectedValueOnce(new Error('502'));
    latestSource().fail(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(isStillSignedIn).toHaveBeenCalledTimes(1);
    expect(FakeEventSource.all).toHaveLength(2);
  });
});

describe('the back-off of the event stream', () => {
  it('the delay before a reconnect doubles with each failure, up to 30 s', () => {
    expect([1, 2, 3, 4, 5, 6, 50].map((failureCount) => retryDelay(failureCount, 1))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ]);
  });

  it('the delay before a reconnect is shortened by a random part, at most by half', () => {
    expect(retryDelay(3, 0)).toBe(2_000);
    expect(retryDelay(3, 0.5)).toBe(3_000);
  });
});
