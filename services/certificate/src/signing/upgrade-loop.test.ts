import { createLogger } from '@g2/kit/log';
import { expect, it } from 'vitest';
import type { Deps } from '../deps.ts';
import { startUpgradeLoop } from './upgrade-loop.ts';

it('continues with the other documents when one cannot be completed', async () => {
  const waiting = ['broken', 'sound'];
  const raised: string[] = [];
  const deps = {
    store: {
      takeLacking: async () => {
        const number = waiting.shift();
        return number && { number, pdf: Buffer.from(number) };
      },
      raise: async (number: string) => void raised.push(number),
    },
    completeDocument: async (pdf: Buffer) => {
      if (pdf.toString() === 'broken') throw new RangeError('cannot be read');
      return { pdf, level: 'B-LTA' };
    },
    authorities: [],
    clock: () => new Date(),
    log: createLogger('certificate', 'silent'),
    wake: () => {},
  } as unknown as Deps;
  const loop = startUpgradeLoop(deps);
  try {
    await expect.poll(() => raised).toEqual(['sound']);
  } finally {
    await loop.stop();
  }
});
