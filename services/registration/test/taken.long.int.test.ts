import type { ListRequest } from '@g2/proto/registration';
import { expect, it } from 'vitest';
import { codeOf, ownWorld, someone, type User, wanted } from './world.ts';

const world = await ownWorld();
const ISSUED = ['paid', 'reviewing', 'government_processing', 'completed', 'certificate_issued'] as const;

const listed = async (owner: User, over: Partial<ListRequest> = {}) => {
  const statuses = ['submitted', 'certificate_issued'];
  const page = await world.as(owner).listOwn(wanted({ statuses, sort: 'priority', ...over }));
  expect(page.total).toBe(page.items.length);
  return page.items.map(({ id }) => id);
};

it('lists a certificate as waiting until its owner downloads it', async () => {
  const [owner, operator] = [someone(), someone('operator')];
  const issued = await world.at(owner, ...ISSUED);
  const { id: unpaid } = await world.payable(owner);
  const waiting = { waiting: true };
  expect(await listed(owner, waiting)).toEqual([unpaid, issued.id]);
  // A view by staff does not count as the owner’s download.
  await world.as(operator).noteCertificateTaken({ id: issued.id });
  expect(await listed(owner, waiting)).toEqual([unpaid, issued.id]);
  expect(await codeOf(world.as(someone()).noteCertificateTaken({ id: issued.id }))).toBe('not-found');
  for (const _ of [1, 2]) await world.as(owner).noteCertificateTaken({ id: issued.id });
  await world.as(owner).noteCertificateTaken({ id: unpaid });
  expect(await listed(owner, waiting)).toEqual([unpaid]);
  expect(await listed(owner)).toEqual([unpaid, issued.id]);
});
