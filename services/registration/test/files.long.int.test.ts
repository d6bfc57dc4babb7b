import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { describe, expect, it } from 'vitest';
import { anyHash, codeOf, createWorld, ownWorld, refusal, someone } from './world.ts';

const owner = someone();
const other = someone();
const DAY = 24 * 3_600_000;

const world = await ownWorld();

describe('an upload', () => {
  it('attaches a file to the registration', async () => {
    const { id } = await world.create(owner);
    const sha256 = anyHash();
    const stored = await world.upload(owner, id, { sha256, fileName: 'código.zip', size: 5_000_000_000 });
    expect(stored).toEqual({ sha256, fileName: 'código.zip', fileSize: 5_000_000_000 });
    const state = await world.as(owner).getRegistration({ id });
    expect(state).toMatchObject({ sha256, fileSize: 5_000_000_000, canPay: true });
    const [attached] = await world.waitForEvents(id, 'registration.file_attached');
    expect(attached?.data).toMatchObject({ sha256, userId: owner.id, status: 'submitted' });
  });

  it('stores both hashes, and clears SHA-512 if only SHA-256 is updated', async () => {
    const { id } = await world.create(owner);
    const sha512 = anyHash() + anyHash();
    await world.upload(owner, id, { sha512 });
    expect(await world.as(owner).getRegistration({ id })).toMatchObject({ sha512 });
    // Writes like an earlier release that does not know SHA-512, as happens during an upgrade.
    await world.pool.query("UPDATE registrations SET sha256 = encode(sha256('x'), 'hex') WHERE id = $1", [
      id,
    ]);
    expect(await world.as(owner).getRegistration({ id })).toMatchObject({ sha512: undefined });
    await world.upload(owner, id, {});
    expect(await world.as(owner).getRegistration({ id })).toMatchObject({ sha512: undefined });
  });

  it('returns the same response for a repeated commit', async () => {
    const { id } = await world.create(owner);
    const receipt = await world.receiptFor(owner, id);
    const all = await Promise.all(Array.from({ length: 8 }, () => world.client.commitUpload({ receipt })));
    for (const one of all) expect(one).toEqual(all[0]);
    await world.waitForEvents(id, 'registration.file_attached');
    await world.drained();
    expect(world.of(id, 'registration.file_attached')).toHaveLength(1);
  });

  it('replaces the previous file, releases its object and frees its hash', async () => {
    const { id } = await world.create(owner);
    const sha256 = anyHash();
    await world.upload(owner, id, { sha256, objectKey: 'first' });
    await world.upload(owner, id, { sha256, objectKey: 'second' });
    await world.upload(owner, id, { objectKey: 'third' });
    const released = await world.waitForEvents(id, 'registration.file_released', 2);
    expect(released.map((one) => one.data.objectKey)).toEqual(['first', 'second']);
    const { id: free } = await world.create(other);
    await world.upload(other, free, { sha256 });
  });

  it('can be started only by the owner, for a .zip file, while submitted', async () => {
    const { id } = await world.create(owner);
    const begin = (fileName: string, user = owner) =>
      world.as(user).startUpload({ registrationId: id, fileName });
    expect(await codeOf(begin('a.rar'))).toBe('not-a-zip');
    expect(await codeOf(begin(' '))).toBe('no-file');
    expect(await codeOf(begin('a.zip', other))).toBe('not-found');
    expect(await codeOf(begin('a.zip', someone('admin')))).toBe('forbidden');
    const paid = await world.at(owner, 'paid');
    expect(await codeOf(world.as(owner).startUpload({ registrationId: paid.id, fileName: 'a.zip' }))).toBe(
      'not-editable',
    );
  });

  it('is committed only with a receipt signed by storage-hashing', async () => {
    const { id } = await world.create(owner);
    const { ticket } = await world.as(owner).startUpload({ registrationId: id, fileName: 'a.zip' });
    for (const receipt of ['', 'x.y.z', ticket]) {
      expect(await codeOf(world.client.commitUpload({ receipt }))).toBe('unauthenticated');
    }
    const claims = { jti: newId(), registrationId: id, userId: owner.id, fileName: 'a.zip' };
    const file = { objectKey: 'k', sha256: anyHash(), size: 1, entries: 1 };
    const forged = await world.testEnv.keys('certificate').sign('upload-receipt', { ...claims, ...file }, 60);
    expect(await codeOf(world.client.commitUpload({ receipt: forged }))).toBe('unauthenticated');
    const commit = async (given: object) =>
      world.client.commitUpload({
        receipt: await world.testEnv.keys('storage-hashing').sign('upload-receipt', { ...given }, 60),
      });
    expect(await codeOf(commit({ ...claims, ...file }))).toBe('upload-ticket-used');
    expect(await codeOf(commit(claims))).toBe('unauthenticated');
    // A receipt is valid for one registration and one object.
    const { jti } = await world.testEnv.keys('registration').verify(ticket, 'upload-ticket', 'registration');
    const own = { ...claims, ...file, jti };
    const { id: other } = await world.create(owner);
    expect(await codeOf(commit({ ...own, registrationId: other }))).toBe('upload-ticket-used');
    await commit(own);
    expect(await codeOf(commit({ ...own, objectKey: 'l' }))).toBe('upload-ticket-used');
  });
});

describe('a refused upload', () => {
  it('reports the user’s other registration with the same bytes', async () => {
    const sha256 = anyHash();
    const first = await world.payable(owner, { sha256 });
    const second = await world.create(owner);
    const receipt = await world.receiptFor(owner, second.id, { sha256 });
    for (const attempt of [1, 2]) {
      const refused = await refusal(world.client.commitUpload({ receipt }));
      expect([attempt, refused.code, refused.detail.facts]).toEqual([
        attempt,
        'duplicate-file',
        { registrationId: first.id },
      ]);
    }
  });

  it('releases its object if the registration was paid or deleted in the meantime', async () => {
    const state = await world.payable(owner);
    const late = await world.receiptFor(owner, state.id, { objectKey: 'late' });
    await world.as(someone('admin')).changeStatus({ id: state.id, status: 'paid' });
    expect(await codeOf(world.client.commitUpload({ receipt: late }))).toBe('not-editable');
    const [released] = await world.waitForEvents(state.id, 'registration.file_released');
    expect(released?.data).toMatchObject({ objectKey: 'late', reason: 'refused' });
    const gone = await world.create(owner);
    const orphan = await world.receiptFor(owner, gone.id);
    await world.as(owner).deleteRegistration({ id: gone.id });
    expect(await codeOf(world.client.commitUpload({ receipt: orphan }))).toBe('not-found');
    await world.waitForEvents(gone.id, 'registration.file_released');
  });
});

describe('a download', () => {
  it('is available to owner and staff', async () => {
    const sha256 = anyHash();
    const { id } = await world.payable(owner, { sha256, objectKey: 'here' });
    for (const user of [owner, someone('operator')]) {
      const { ticket, attachedAt: _when, ...file } = await world.as(user).startDownload({ id });
      expect(file).toEqual({ fileName: 'programa.zip', fileSize: 2_048, sha256 });
      const claims = await world.testEnv
        .keys('storage-hashing')
        .verify(ticket, 'download-ticket', 'registration');
      expect(claims).toMatchObject({ objectKey: 'here', sha256, size: 2_048, fileName: 'programa.zip' });
      expect(claims.isOwner).toBe(user === owner);
    }
    expect(await codeOf(world.as(other).startDownload({ id }))).toBe('not-found');
    const empty = await world.create(owner);
    expect(await codeOf(world.as(owner).startDownload({ id: empty.id }))).toBe('not-found');
  });
});

// Last in this file, since these tests move the clock.
describe('upload tickets over time', () => {
  it('expire once if uncommitted, and then refuse a commit', async () => {
    const { id } = await world.create(owner);
    const receipt = await world.receiptFor(owner, id);
    const claims = await world.testEnv
      .keys('storage-hashing')
      .verify(receipt, 'upload-receipt', 'storage-hashing');
    world.travel(DAY + 60_000);
    const expired = () =>
      world.heard.filter(
        (one) => one.type === 'registration.upload_expired' && one.data.ticketId === claims.jti,
      );
    await eventually('ticket expired', async () => expired().length > 0);
    expect(await codeOf(world.client.commitUpload({ receipt }))).toBe('upload-ticket-used');
    await world.drained();
    expect(expired()).toHaveLength(1);
  });
});

describe('a ticket of the previous day', () => {
  it('refuses a commit even before the sweep marks it as expired', async () => {
    const unswept = await createWorld({ env: { TICKET_SWEEP_MS: '3600000' } });
    try {
      const { id } = await unswept.create(owner);
      const other = await unswept.create(owner);
      const receipts = [await unswept.receiptFor(owner, other.id), await unswept.receiptFor(owner, id)];
      unswept.travel(DAY - 60_000);
      await unswept.client.commitUpload({ receipt: receipts[0] ?? '' });
      unswept.travel(120_000);
      const late = unswept.client.commitUpload({ receipt: receipts[1] ?? '' });
      expect(await codeOf(late)).toBe('upload-ticket-used');
      const { rows } = await unswept.pool.query("SELECT 1 FROM upload_tickets WHERE state = 'expired'");
      expect(rows).toEqual([]);
    } finally {
      await unswept.close();
    }
  });
});
