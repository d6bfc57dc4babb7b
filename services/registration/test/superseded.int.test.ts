import { describe, expect, it } from 'vitest';
import { anyHash, codeOf, ownWorld, refusal, someone } from './world.ts';

const owner = someone();

const world = await ownWorld();

const commit = (receipt: string) => world.client.commitUpload({ receipt });
const holds = async (id: string) => (await world.as(owner).getRegistration({ id })).sha256;

describe('a superseded upload', () => {
  it('is refused if its commit comes after that of the later upload', async () => {
    const { id } = await world.create(owner);
    const [big, small] = [anyHash(), anyHash()];
    const first = await world.receiptFor(owner, id, { sha256: big, objectKey: `big/${id}` });
    const second = await world.receiptFor(owner, id, { sha256: small, objectKey: `small/${id}` });
    expect(await commit(second)).toMatchObject({ sha256: small });
    const refused = await refusal(commit(first));
    expect([refused.code, refused.httpStatus, refused.message]).toEqual([
      'upload-superseded',
      409,
      'Este envio foi substituído por outro mais recente.',
    ]);
    expect(await holds(id)).toBe(small);
    const released = await world.waitForEvents(id, 'registration.file_released');
    expect(released.map(({ data }) => [data.objectKey, data.reason])).toEqual([[`big/${id}`, 'refused']]);
    // Repeated commits return the same responses, for the refused and the accepted upload.
    expect(await codeOf(commit(first))).toBe('upload-superseded');
    expect(await commit(second)).toMatchObject({ sha256: small });
    await world.drained();
    expect(world.of(id, 'registration.file_released')).toHaveLength(1);
  });

  it('is refused if its commit comes before that of the later upload', async () => {
    const { id } = await world.create(owner);
    const sha256 = anyHash();
    const first = await world.receiptFor(owner, id);
    const second = await world.receiptFor(owner, id, { sha256 });
    expect(await codeOf(commit(first))).toBe('upload-superseded');
    expect(await holds(id)).toBeUndefined();
    await commit(second);
    expect(await holds(id)).toBe(sha256);
  });

  it('is accepted if it was committed before the later upload began', async () => {
    const { id } = await world.create(owner);
    const sha256 = anyHash();
    const first = await world.receiptFor(owner, id, { sha256 });
    await commit(first);
    await world.as(owner).startUpload({ registrationId: id, fileName: 'nunca-chega.zip' });
    expect(await holds(id)).toBe(sha256);
    // A retry after a lost response returns the same response.
    expect(await commit(first)).toMatchObject({ sha256 });
  });

  it('results only from a later upload of the same registration', async () => {
    const [one, other] = [await world.create(owner), await world.create(owner)];
    const receipt = await world.receiptFor(owner, one.id);
    await world.receiptFor(owner, other.id);
    await commit(receipt);
  });

  it('is refused as superseded even if the registration was paid or deleted', async () => {
    const paid = await world.payable(owner);
    const late = await world.receiptFor(owner, paid.id, { objectKey: `late/${paid.id}` });
    await world.receiptFor(owner, paid.id);
    await world.as(someone('admin')).changeStatus({ id: paid.id, status: 'paid' });
    expect(await codeOf(commit(late))).toBe('upload-superseded');
    const [released] = await world.waitForEvents(paid.id, 'registration.file_released');
    expect(released?.data.objectKey).toBe(`late/${paid.id}`);
    const gone = await world.create(owner);
    const [first, second] = [await world.receiptFor(owner, gone.id), await world.receiptFor(owner, gone.id)];
    await world.as(owner).deleteRegistration({ id: gone.id });
    expect(await codeOf(commit(first))).toBe('upload-superseded');
    expect(await codeOf(commit(second))).toBe('not-found');
    await world.waitForEvents(gone.id, 'registration.file_released', 2);
  });

  it('is reported to storage-hashing as no longer pending', async () => {
    const { id } = await world.create(owner);
    const objectKey = `asked/${id}`;
    const receipt = await world.receiptFor(owner, id, { objectKey });
    const [{ id: ticketId } = { id: '' }] = (
      await world.pool.query('SELECT id FROM upload_tickets WHERE registration_id = $1', [id])
    ).rows as { id: string }[];
    const ask = async () =>
      world.client.isObjectHeld(
        { objectKey, ticketId },
        { token: await world.testEnv.serviceToken('storage-hashing') },
      );
    expect(await ask()).toEqual({ held: false, pending: true });
    await world.receiptFor(owner, id);
    expect(await ask()).toEqual({ held: false, pending: false });
    expect(await codeOf(commit(receipt))).toBe('upload-superseded');
  });
});
