import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { singleFlight } from './single-flight.ts';

/** Creates work that ends when the test resolves the run's entry in `turns`. */
function held() {
  const turns: PromiseWithResolvers<number>[] = [];
  return {
    turns,
    work: () => {
      const turn = Promise.withResolvers<number>();
      turns.push(turn);
      return turn.promise;
    },
  };
}

afterEach(() => vi.useRealTimers());

describe('concurrent calls', () => {
  it('start one run, and a second one for all calls during the first', async () => {
    const owner = {};
    const { turns, work } = held();
    const ask = () => singleFlight(owner, 'count', work);
    const first = ask();
    const meanwhile = [ask(), ask(), ask()];
    expect(turns).toHaveLength(1);
    turns[0]?.resolve(1);
    expect(await first).toBe(1);
    await setImmediate();
    expect(turns).toHaveLength(2);
    // Called after the second run began.
    const late = ask();
    turns[1]?.resolve(2);
    expect(await Promise.all(meanwhile)).toEqual([2, 2, 2]);
    await setImmediate();
    turns[2]?.resolve(3);
    expect(await late).toBe(3);
  });

  it('start a new run when none is active', async () => {
    const owner = {};
    let done = 0;
    const ask = () => singleFlight(owner, 'count', async () => ++done);
    expect([await ask(), await ask()]).toEqual([1, 2]);
  });

  it('read everything that was written before the call', async () => {
    const owner = {};
    let written = 0;
    const read = async () => {
      const seen = written;
      await setImmediate();
      return seen;
    };
    const seen = await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        for (let round = 0; round < i % 7; round++) await setImmediate();
        const mine = ++written;
        return (await singleFlight(owner, 'written', read)) >= mine;
      }),
    );
    expect(seen).not.toContain(false);
  });

  it('fail only for the calls of the failed run', async () => {
    const owner = {};
    const { turns, work } = held();
    const first = singleFlight(owner, 'count', work);
    const second = singleFlight(owner, 'count', work);
    turns[0]?.reject(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    await setImmediate();
    turns[1]?.resolve(2);
    expect(await second).toBe(2);
    expect(await singleFlight(owner, 'count', async () => 3)).toBe(3);
  });

  it('do not wait for a hanging run', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const owner = {};
    const { turns, work } = held();
    const hanging = singleFlight(owner, 'count', work);
    vi.advanceTimersByTime(10_001);
    const second = singleFlight(owner, 'count', work);
    expect(turns).toHaveLength(2);
    // The late end of the hanging run does not end the newer run.
    turns[0]?.resolve(1);
    expect(await hanging).toBe(1);
    const third = singleFlight(owner, 'count', work);
    expect(turns).toHaveLength(2);
    turns[1]?.resolve(2);
    expect(await second).toBe(2);
    await setImmediate();
    turns[2]?.resolve(3);
    expect(await third).toBe(3);
  });

  it('share a run only for the same owner and key', async () => {
    const owner = {};
    const { turns, work } = held();
    const all = [singleFlight(owner, 'a', work), singleFlight(owner, 'b', work), singleFlight({}, 'a', work)];
    expect(turns).toHaveLength(3);
    for (const [i, turn] of turns.entries()) turn.resolve(i);
    expect(await Promise.all(all)).toEqual([0, 1, 2]);
  });
});
