import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEventStream, retryDelay, SILENCE_LIMIT_MS } from './event-stream.ts';

/** A fake EventSource; the test sends its events. */
class Source extends EventTarget {
  static readonly CLOSED = 2;
  static all: Source[] = [];
  readyState = 0;
  onerror: (() => void) | null = null;
  constructor() {
    super();
    Source.all.push(this);
  }
  close(): void {
    this.readyState = 2;
  }
  say(name: string, data: object): void {
    this.readyState = 1;
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
  fail(refused: boolean): void {
    this.readyState = refused ? 2 : 0;
    this.onerror?.();
  }
}

const ANA = '0199d7a1-7c3e-7b2a-9c4d-5e6f7a8b9c0d';
const BIA = '0199d7a1-7c3e-7b2a-9c4d-5e6f7a8b9c0e';
const openListener = vi.fn<(again: boolean, quietMs: number) => void>();
const eventListener = vi.fn<(name: string, data: string) => void>();
let isHere = true;
const isStillSignedIn = vi.fn(async () => isHere);
let leave: () => void = () => {};

beforeEach(() => {
  Source.all = [];
  isHere = true;
  vi.clearAllMocks();
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Source);
  vi.stubGlobal('window', new EventTarget());
  leave = openEventStream(ANA, { onOpen: openListener, onEvent: eventListener, isStillSignedIn });
});
afterEach(() => {
  leave();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const last = (): Source => {
  const source = Source.all.at(-1);
  if (!source) throw new Error('no line');
  return source;
};
const ping = () => last().say('ping', { userId: ANA });

describe('the event stream', () => {
  it('the stream opens with the first ping of this user, and again after each reconnect', async () => {
    expect(openListener).not.toHaveBeenCalled();
    ping();
    ping();
    expect(openListener.mock.calls).toEqual([[false, 0]]);
    last().fail(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(Source.all).toHaveLength(2);
    ping();
    expect(openListener.mock.calls).toEqual([
      [false, 0],
      [true, 0],
    ]);
  });

  it('reports how long no event had occurred before the stream opened', () => {
    last().say('ping', { userId: ANA, quietMs: 4_200 });
    expect(openListener.mock.calls).toEqual([[false, 4_200]]);
  });

  it('closes and reopens a stream that falls silent', async () => {
    ping();
    for (let n = 0; n < 4; n += 1) {
      await vi.advanceTimersByTimeAsync(SILENCE_LIMIT_MS - 1);
      ping();
    }
    expect(Source.all).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(SILENCE_LIMIT_MS);
    expect(Source.all[0]?.readyState).toBe(Source.CLOSED);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(Source.all).toHaveLength(2);
    ping();
    expect(openListener).toHaveBeenLastCalledWith(true, 0);
    Source.all[0]?.say('balance', { credits: 1 });
    expect(eventListener.mock.calls.filter(([name]) => name === 'balance')).toEqual([]);
  });

  it('reconnects as soon as the network is back', () => {
    ping();
    window.dispatchEvent(new Event('online'));
    expect(Source.all.map(({ readyState }) => readyState)).toEqual([Source.CLOSED, 0]);
    ping();
    expect(openListener.mock.calls).toEqual([
      [false, 0],
      [true, 0],
    ]);
  });

  it('closes and reopens a stream that never sends anything', async () => {
    await vi.advanceTimersByTimeAsync(SILENCE_LIMIT_MS + 1_000);
    expect(Source.all).toHaveLength(2);
  });

  it('does not follow the stream of another account', async () => {
    isHere = false;
    last().say('ping', { userId: BIA });
    last().say('balance', { credits: 700 });
    expect([openListener, eventListener].map(({ mock }) => mock.calls)).toEqual([[], []]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(isStillSignedIn).toHaveBeenCalledTimes(1);
    expect(Source.all).toHaveLength(1);
  });

  it('asks who is signed in when the stream is refused, and reconnects if that fails', async () => {
    ping();
    isStillSignedIn.mockRejectedValueOnce(new Error('502'));
    last().fail(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(isStillSignedIn).toHaveBeenCalledTimes(1);
    expect(Source.all).toHaveLength(2);
  });
});

describe('back-off of the event stream', () => {
  it('the delay before a reconnect doubles with each failure, up to 30 s', () => {
    expect([1, 2, 3, 4, 5, 6, 50].map((failures) => retryDelay(failures, 1))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ]);
  });

  it('spreads the delay before a reconnect over its upper half', () => {
    expect(retryDelay(3, 0)).toBe(2_000);
    expect(retryDelay(3, 0.5)).toBe(3_000);
  });
});
