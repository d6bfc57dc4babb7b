import { requestContext } from '@g2/kit/log';
import { describe, expect, it, vi } from 'vitest';
import { createFairQueue, type QueueLimits } from './fair-queue.ts';

/**
 * A queue with tasks that the test ends one by one. `begun` lists the parties in the order in which their tasks began.
 */
function createBench(limits: Partial<QueueLimits> = {}) {
  const queue = createFairQueue({ atOnce: 2, waitingPerParty: 500, waitingInAll: 500, ...limits });
  const begun: string[] = [];
  const open: (() => void)[] = [];
  const refused: string[] = [];
  const ask = (party: string) =>
    queue
      .run(party, async () => {
        begun.push(party);
        await new Promise<void>((end) => open.push(end));
      })
      .catch((error: { code: string }) => refused.push(error.code));
  return {
    begun,
    refused,
    ask,
    /** Ends the oldest running task, so that the next one begins. */
    async endOne() {
      open.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('a fair queue', () => {
  it('serves a new party within two slots despite 200 waiting tasks of another party', async () => {
    const bench = createBench();
    for (let i = 0; i < 202; i++) void bench.ask('flood');
    void bench.ask('home');
    await bench.endOne();
    await bench.endOne();
    expect(bench.begun.slice(2)).toContain('home');
  });

  it('serves parties in turn and the tasks of each party in order', async () => {
    const bench = createBench({ atOnce: 1 });
    for (const party of ['a', 'a', 'a', 'a', 'b', 'b', 'c']) void bench.ask(party);
    for (let i = 0; i < 6; i++) await bench.endOne();
    expect(bench.begun.join('')).toBe('aabcaba');
  });

  it('runs no more tasks at once than the limit, also after an idle time', async () => {
    const bench = createBench();
    for (let i = 0; i < 3; i++) void bench.ask(`${i}`);
    expect(bench.begun).toEqual(['0', '1']);
    for (let i = 0; i < 3; i++) await bench.endOne();
    for (let i = 3; i < 6; i++) void bench.ask(`${i}`);
    expect(bench.begun).toEqual(['0', '1', '2', '3', '4']);
  });

  it('refuses a party with too many waiting tasks, and every party when the queue is full', async () => {
    const bench = createBench({ waitingPerParty: 2, waitingInAll: 3 });
    for (const party of ['a', 'a', 'a', 'a', 'a', 'b', 'c']) void bench.ask(party);
    await new Promise((resolve) => setImmediate(resolve));
    expect(bench.refused).toEqual(['too-many-requests', 'unavailable']);
    for (let i = 0; i < 5; i++) await bench.endOne();
    expect(bench.begun.join('')).toBe('aaaba');
  });

  it('drops waiting tasks past their deadline and frees their places', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const bench = createBench({ atOnce: 1, waitingPerParty: 2 });
      const until = (deadline: number, party: string) =>
        requestContext.run({ requestId: 'r', deadline }, () => void bench.ask(party));
      until(Date.now() + 10_000, 'a');
      for (const party of ['a', 'a', 'b']) until(Date.now() + 1_000, party);
      vi.setSystemTime(Date.now() + 2_000);
      until(Date.now() + 1_000, 'a');
      await bench.endOne();
      expect(bench.refused).toEqual(['unavailable', 'unavailable', 'unavailable']);
      expect(bench.begun).toEqual(['a', 'a']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('passes the slot of a failed task to the next task', async () => {
    const queue = createFairQueue({ atOnce: 1, waitingPerParty: 5, waitingInAll: 5 });
    const fails = queue.run('a', () => Promise.reject(new Error('no')));
    const after = queue.run('a', async () => 'done');
    await expect(fails).rejects.toThrow('no');
    expect(await after).toBe('done');
  });
});
