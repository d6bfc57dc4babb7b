import { createLogger } from '@g2/kit/log';
import { AppError } from '@g2/terms/errors';
import { describe, expect, it } from 'vitest';
import { startPass } from './loop-pass.ts';

const log = createLogger('test', 'silent');
const away = async () => {
  throw new AppError('unavailable');
};
/** Claims up to `n` items and records them. */
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
  it('stops and claims nothing more when Stripe was unavailable twice', async () => {
    const turn = startPass(log, new AbortController().signal);
    const first = supply(5);
    expect(await turn.each(first.claim, away)).toBe(false);
    expect(first.taken).toHaveLength(2);
    const next = supply(5);
    expect(await turn.each(next.claim, async () => undefined)).toBe(false);
    expect(next.taken).toEqual([]);
  });

  it('continues after a failure of one item', async () => {
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

  it('ends between two items when the loop stops', async () => {
    const stop = new AbortController();
    const turn = startPass(log, stop.signal);
    const { claim, taken } = supply(5);
    const more = await turn.each(claim, async ({ id }) => {
      if (id === '1') stop.abort();
      return undefined;
    });
    expect(more).toBe(false);
    expect(taken).toEqual(['0', '1']);
  });

  it('reports more work after a full batch', async () => {
    const turn = startPass(log, new AbortController().signal);
    const { claim, taken } = supply(50);
    expect(await turn.each(claim, async () => undefined)).toBe(true);
    expect(taken).toHaveLength(20);
  });
});
