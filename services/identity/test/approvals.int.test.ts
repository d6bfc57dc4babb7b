import { hashOf } from '@g2/kit/idempotency';
import { IdentityService } from '@g2/proto/identity';
import { expect, it } from 'vitest';
import { newPerson, outcomeOf, type Person, testServiceForFile } from './world.ts';

const world = await testServiceForFile({ SECOND_PERSON: 'true' });
const [asker, approver] = [await newPerson(world, 'admin'), await newPerson(world, 'admin')];
const by = ({ token }: Person) => ({ token });

/** A promotion to admin, as a request of the rpc and as the approval request that the gateway stores. */
function promotionOf({ id }: Person) {
  const request = { id, role: 'admin' };
  const { path, requestSerialize } = IdentityService.changeRole;
  const requestHash = hashOf(requestSerialize(request));
  const body = JSON.stringify({ role: 'admin' });
  const wanted = { rpc: path.slice(1), requestHash, params: JSON.stringify({ id }), body };
  return { request, wanted: { ...wanted, operation: 'changeUserRole' } };
}

/** Makes a first admin, which needs no approval, so that the next promotion needs one. */
async function madeBefore(): Promise<void> {
  const first = await newPerson(world);
  await world.rpc.changeRole({ id: first.id, role: 'admin' }, by(asker));
}

it('promotes to admin only with an approval for this call, used by its approver', async () => {
  await madeBefore();
  const [person, other] = [await newPerson(world), await newPerson(world)];
  const { request, wanted } = promotionOf(person);
  expect(await outcomeOf(world.rpc.changeRole(request, by(asker)))).toBe('approval-needed');
  const { id } = await world.rpc.requestApproval(wanted, by(asker));
  const open = await world.rpc.listApprovals({ page: undefined, open: true }, by(approver));
  expect(open).toMatchObject({ items: [{ id, state: 'open', requestedBy: asker.id }], waiting: 1 });
  const { token: approval } = await world.rpc.approve({ id }, by(approver));
  const approved = { ...by(approver), approval };
  expect(await outcomeOf(world.rpc.changeRole({ id: other.id, role: 'admin' }, approved))).toBe(
    'approval-needed',
  );
  expect(await outcomeOf(world.rpc.changeRole(request, { ...by(asker), approval }))).toBe('approval-needed');
  expect(await world.rpc.changeRole(request, approved)).toMatchObject({ id: person.id, role: 'admin' });
  const done = await world.rpc.finishApproval({ id, failure: '' }, by(approver));
  expect(done).toMatchObject({ state: 'done', decidedBy: approver.id });
});

it('refuses all approval rpcs to clients and operators', async () => {
  const { wanted } = promotionOf(await newPerson(world));
  for (const role of ['client', 'operator'] as const) {
    const as = by(await newPerson(world, role));
    const requests = [
      world.rpc.requestApproval(wanted, as),
      world.rpc.listApprovals({ page: undefined, open: true }, as),
      world.rpc.approve({ id: asker.id }, as),
      world.rpc.finishApproval({ id: asker.id, failure: '' }, as),
      world.rpc.closeApproval({ id: asker.id, note: 'x' }, as),
    ];
    expect(await Promise.all(requests.map(outcomeOf))).toEqual(requests.map(() => 'forbidden'));
  }
});

it('deletes approval requests with the account of their requester', async () => {
  const gone = await newPerson(world, 'admin');
  const { wanted } = promotionOf(await newPerson(world));
  const { id } = await world.rpc.requestApproval(wanted, by(gone));
  await world.rpc.deleteUser({ id: gone.id }, by(asker));
  const { rows } = await world.db.query('SELECT id FROM approvals WHERE id = $1', [id]);
  expect(rows).toEqual([]);
});
