import { expect, it } from 'vitest';
import { changeEach } from './bulk.ts';

const records = ['a', 'b', 'c'].map((id) => ({ id, title: `Título ${id}`, status: 'paid' as const }));

it('changes all at once and reports each row, in order', async () => {
  const begun: string[] = [];
  const refusal = new Error('recusado');
  const { promise: allBegun, resolve } = Promise.withResolvers<void>();
  const outcomes = await changeEach(records, async ({ id }) => {
    begun.push(id);
    if (begun.length === records.length) resolve();
    // Were they sent one after the other, the first would wait for ever.
    await allBegun;
    if (id === 'b') throw refusal;
  });
  expect(outcomes).toEqual([
    { id: 'a', title: 'Título a', error: null },
    { id: 'b', title: 'Título b', error: refusal },
    { id: 'c', title: 'Título c', error: null },
  ]);
});
