import { createLogger } from '@g2/kit/log';
import { AppError } from '@g2/terms/errors';
import { describe, expect, it } from 'vitest';
import { startPass } from './loop-pass.ts';

const log = createLogger('test', 'silent');
const away = async () => {
  throw new AppError('unavailable');
};
/** A source of `n` items that records which ones were claimed. */
function supply(n: number) {
  const taken: string[] = [];
  return {
    taken,
    claim: async () => {
      if (taken.length === n) return undefined;
      const id = `${taken.length}`;
      taken.push(id);
      return { id };
    },
  };
}

describe('a pass of the loop', () => {
  it('claims nothing more after two consecutive unavailable errors', async () => {
    const pass = startPass(log, new AbortController().signal);
    const first = supply(5);
    expect(await pass.each(first.claim, away)).toBe(false);
    expect(first.taken).toHaveLength(2);
    const next = supply(5);
    expect(await pass.each(next.claim, async () => undefined)).toBe(false);
    expect(next.taken).toEqual([]);
  });

  it('continues with the next item after an item fails', async () => {
    const turn = startPass(log, new AbortController().signal);
    const { claim, taken } = supply(5);
    await turn.each(claim, async () => {
      throw new Error('a fault');
    });
    expect(taken).toHaveLength(5);
    expect(turn.goesOn()).toBe(true);
  });

  it('restarts the count of unavailable calls after a success', async () => {
    const turn = startPass(log, new AbortController().signal);
    const { claim, taken } = supply(6);
    let n = 0;
    await turn.each(claim, async () => (n++ % 2 === 0 ? false : undefined));
    expect(taken).toHaveLength(6);
  });

  it('claims no further item after the loop is stopped', async () => {
    const stop = new AbortController();
    const pass = startPass(log, stop.signal);
    const { claim, taken } = supply(5);
    const more = await pass.each(claim, async ({ id }) => {
      if (id === '1') stop.abort();
      return undefined;
    });
    expect(more).toBe(false);
    expect(taken).toEqual(['0', '1']);
  });

  it('reports that more work is due after a full batch', async () => {
    const turn = startPass(log, new AbortController().signal);
    const { claim, taken } = supply(50);
    expect(await turn.each(claim, async () => undefined)).toBe(true);
    expect(taken).toHaveLength(20);
  });
});
