import { expect, it } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

it('refuses a party with too many concurrent calls but not other parties', async () => {
  let refusals = 0;
  const share = createConcurrencyLimit(2, () => refusals++);
  const works = [1, 2].map(() => Promise.withResolvers<string>());
  const [first, second] = works.map((work) => share.run('flood', () => work.promise));
  await expect(share.run('flood', async () => 'late')).rejects.toMatchObject({
    code: 'too-many-requests',
    detail: { retryAfter: 1 },
  });
  expect(refusals).toBe(1);
  expect(await share.run('home', async () => 'served')).toBe('served');
  works[0]?.resolve('done');
  await first;
  expect(await share.run('flood', async () => 'served')).toBe('served');
  works[1]?.reject(new Error('failed'));
  await expect(second).rejects.toThrow('failed');
  expect(await share.run('flood', async () => 'served')).toBe('served');
});
