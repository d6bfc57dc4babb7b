import { newId } from '@g2/kit/ids';
import { describe, expect, it } from 'vitest';
import { anyHash, codeOf, ownWorld, someone } from './world.ts';

const owner = someone();
const admin = someone('admin');
const operator = someone('operator');

const world = await ownWorld();

/** Creates a paid registration returned for corrections after its review. Its object key is `first/<id>`. */
async function sentBack() {
  const sha256 = anyHash();
  const { id } = await world.create(owner);
  await world.upload(owner, id, { sha256, objectKey: `first/${id}`, fileName: 'v1.zip', size: 7 });
  for (const status of ['paid', 'reviewing']) await world.as(admin).changeStatus({ id, status });
  await ask(id);
  return { id, sha256 };
}
const ask = (id: string) => world.as(operator).operatorAction({ id, action: 'request_corrections' });
const approve = (id: string) => world.as(operator).operatorAction({ id, action: 'approve' });
const send = (id: string, name: string, file = {}) =>
  world.upload(owner, id, { objectKey: `${name}/${id}`, ...file });
const isHeld = async (objectKey: string): Promise<boolean> => {
  const request = { objectKey, ticketId: newId() };
  const token = await world.testEnv.serviceToken('storage-hashing');
  return (await world.client.isObjectHeld(request, { token })).held;
};
async function released(id: string): Promise<unknown[]> {
  await world.drained();
  // Events arrive in order: when this last event has arrived, all earlier ones have.
  const { id: last } = await world.create(owner);
  await world.waitForEvents(last, 'registration.created');
  return world.of(id, 'registration.file_released').map(({ data }) => [data.objectKey, data.reason]);
}
const earlierOf = async (id: string, user = operator) => {
  const { ticket, ...file } = await world.as(user).startDownload({ id, version: 'earlier' });
  const claims = await world.testEnv
    .keys('storage-hashing')
    .verify(ticket, 'download-ticket', 'registration');
  return { ...file, objectKey: claims.objectKey };
};

describe('the earlier file (replaced during corrections)', () => {
  it('is kept, and owner and staff can download it', async () => {
    const { id, sha256 } = await sentBack();
    const before = await world.as(owner).getRegistration({ id });
    expect(before.hasEarlierFile).toBe(false);
    expect(await codeOf(earlierOf(id))).toBe('not-found');
    const { attachedAt } = await world.as(owner).startDownload({ id });
    await send(id, 'second');
    await send(id, 'third');
    expect(await world.as(owner).getRegistration({ id })).toMatchObject({ hasEarlierFile: true });
    for (const user of [owner, operator]) {
      expect(await earlierOf(id, user)).toEqual({
        fileName: 'v1.zip',
        fileSize: 7,
        sha256,
        attachedAt,
        objectKey: `first/${id}`,
      });
    }
    expect(await codeOf(earlierOf(id, someone()))).toBe('not-found');
    expect(await codeOf(world.as(owner).startDownload({ id, version: 'first' }))).toBe('invalid-input');
    expect(await Promise.all(['first', 'second', 'third'].map((key) => isHeld(`${key}/${id}`)))).toEqual([
      true,
      false,
      true,
    ]);
    expect(await released(id)).toEqual([[`second/${id}`, 'replaced']]);
  });

  it('is released once when the review ends', async () => {
    const { id } = await sentBack();
    await send(id, 'second');
    await world.as(owner).resubmit({ id });
    await approve(id);
    expect(await world.as(operator).getRegistration({ id })).toMatchObject({
      status: 'reviewing',
      hasEarlierFile: true,
    });
    expect(await isHeld(`first/${id}`)).toBe(true);
    // Of two concurrent approvals, one succeeds.
    await Promise.allSettled([approve(id), approve(id)]);
    expect(await isHeld(`first/${id}`)).toBe(false);
    expect(await codeOf(earlierOf(id))).toBe('not-found');
    for (const status of ['completed', 'certificate_issued'])
      await world.as(admin).changeStatus({ id, status });
    expect(await released(id)).toEqual([[`first/${id}`, 'decided']]);
    expect(await isHeld(`second/${id}`)).toBe(true);
  });

  it('does not reserve its hash against other users or its owner', async () => {
    const { id, sha256 } = await sentBack();
    await send(id, 'second');
    const other = someone();
    const { id: taker } = await world.payable(other, { sha256 });
    await world.pay(taker, other);
    expect(await codeOf(send(id, 'back', { sha256 }))).toBe('duplicate-file');
    const mine = await sentBack();
    await send(mine.id, 'second');
    await send(mine.id, 'back', { sha256: mine.sha256 });
    expect(await world.as(owner).getRegistration(mine)).toMatchObject({ sha256: mine.sha256 });
    expect(await released(mine.id)).toEqual([[`second/${mine.id}`, 'replaced']]);
  });

  it('is released only once although its upload is committed repeatedly', async () => {
    const { id } = await sentBack();
    const receipt = await world.receiptFor(owner, id, { objectKey: `second/${id}` });
    await Promise.all([world.client.commitUpload({ receipt }), world.client.commitUpload({ receipt })]);
    await world.as(owner).resubmit({ id });
    await world.client.commitUpload({ receipt });
    expect(await earlierOf(id)).toMatchObject({ objectKey: `first/${id}` });
    await approve(id);
    await approve(id);
    expect(await released(id)).toEqual([[`first/${id}`, 'decided']]);
    await world.client.commitUpload({ receipt });
    expect(await world.as(owner).getRegistration({ id })).toMatchObject({ hasEarlierFile: false });
  });

  it('is not kept for an unpaid registration', async () => {
    const { id } = await world.create(owner);
    await send(id, 'first');
    await send(id, 'second');
    expect(await codeOf(earlierOf(id, owner))).toBe('not-found');
    await world.as(owner).deleteRegistration({ id });
    expect(await released(id)).toEqual([
      [`first/${id}`, 'replaced'],
      [`second/${id}`, 'deleted'],
    ]);
    // A paid registration cannot be deleted and keeps its objects.
    const paid = await sentBack();
    await send(paid.id, 'second');
    expect(await codeOf(world.as(owner).deleteRegistration(paid))).toBe('not-editable');
    expect(await isHeld(`first/${paid.id}`)).toBe(true);
  });
});
