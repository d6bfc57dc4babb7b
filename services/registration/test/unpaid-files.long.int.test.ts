import { describe, expect, it } from 'vitest';
import { anyHash, codeOf, ownWorld, refusal, someone, type User } from './world.ts';

const admin = someone('admin');
const DAY = 24 * 3_600_000;
const MOST = 10;

const world = await ownWorld();

async function fill(user: User, count: number): Promise<string[]> {
  const all = await Promise.all(Array.from({ length: count }, () => world.payable(user)));
  return all.map(({ id }) => id);
}

describe('the limit of ten unpaid files per user', () => {
  it('is checked before an upload begins', async () => {
    const user = someone();
    const [first = ''] = await fill(user, MOST);
    const { id } = await world.create(user);
    const begin = (registrationId: string) =>
      world.as(user).startUpload({ registrationId, fileName: 'a.zip' });
    const refused = await refusal(begin(id));
    expect([refused.code, refused.message]).toEqual([
      'too-many-unpaid',
      'Você já tem 10 registros com arquivo aguardando pagamento. Pague ou exclua um deles para enviar outro arquivo.',
    ]);
    // Replacing a file does not count against the limit.
    await world.upload(user, first);
    await world.as(user).deleteRegistration({ id: first });
    await world.upload(user, id);
  });

  it('is exact for concurrent uploads, and refused objects are released', async () => {
    const user = someone();
    await fill(user, MOST - 2);
    const late = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const { id } = await world.create(user);
        return { id, receipt: await world.receiptFor(user, id, { objectKey: `late/${id}` }) };
      }),
    );
    const done = await Promise.allSettled(late.map(({ receipt }) => world.client.commitUpload({ receipt })));
    expect(done.filter((one) => one.status === 'fulfilled')).toHaveLength(2);
    for (const [i, { id, receipt }] of late.entries()) {
      const outcome = done[i];
      if (outcome?.status !== 'rejected') continue;
      expect(outcome.reason.code).toBe('too-many-unpaid');
      expect(await codeOf(world.client.commitUpload({ receipt }))).toBe('too-many-unpaid');
      const [released] = await world.waitForEvents(id, 'registration.file_released');
      expect(released?.data).toMatchObject({ objectKey: `late/${id}`, reason: 'refused' });
    }
  });

  it('does not count paid registrations, not even during corrections', async () => {
    const user = someone();
    const [paid = '', back = ''] = await fill(user, MOST);
    for (const id of [paid, back]) await world.pay(id, user);
    for (const status of ['reviewing', 'submitted']) await world.as(admin).changeStatus({ id: back, status });
    await fill(user, 2);
    const { id } = await world.create(user);
    expect(await codeOf(world.upload(user, id))).toBe('too-many-unpaid');
    await world.upload(user, back);
  });
});

// Last in this file, since these tests move the clock.
describe('an unpaid file', () => {
  const expiring = (id: string) => world.of(id, 'registration.unpaid_file_expiring');
  const file = async (id: string) => (await world.as(admin).getRegistration({ id })).sha256;

  it('causes one warning a week before its removal and is removed after 30 days', async () => {
    const user = someone();
    const sha256 = anyHash();
    const draft = await world.payable(user, { sha256, fileName: 'programa.zip', objectKey: 'unpaid' });
    const attached = world.now().getTime();
    const paid = await world.payable(user);
    await world.pay(paid.id, user);
    const back = await world.payable(user);
    await world.pay(back.id, user);
    for (const status of ['reviewing', 'submitted'])
      await world.as(admin).changeStatus({ id: back.id, status });

    world.travel(20 * DAY);
    const young = await world.payable(user);
    // Identical bytes keep their attachment time.
    await world.upload(user, draft.id, { sha256, objectKey: 'unpaid-again' });
    world.travel(3 * DAY);
    const [warning] = await world.waitForEvents(draft.id, 'registration.unpaid_file_expiring');
    expect(warning?.data).toMatchObject({ userId: user.id });
    const expiresAt = new Date(String(warning?.data.expiresAt)).getTime();
    expect(Math.abs(expiresAt - attached - 30 * DAY)).toBeLessThan(60_000);
    expect(await file(draft.id)).toBe(sha256);

    world.travel(7 * DAY + 60_000);
    const released = await world.waitForEvents(draft.id, 'registration.file_released', 2);
    expect(released.at(-1)?.data).toMatchObject({ objectKey: 'unpaid-again', reason: 'expired' });
    const gone = await world.as(user).getRegistration({ id: draft.id });
    expect(gone).toMatchObject({ status: 'submitted', sha256: undefined, canPay: false, canEdit: true });
    await world.drained();
    expect(expiring(draft.id)).toHaveLength(1);
    for (const { id } of [paid, back, young]) {
      expect(await file(id)).toBeDefined();
      expect(expiring(id)).toEqual([]);
    }
    // A file attached later gets its own warning.
    await world.upload(user, draft.id, { sha256 });
    world.travel(23 * DAY + 60_000);
    await world.waitForEvents(draft.id, 'registration.unpaid_file_expiring', 2);
  });

  it('is kept if it is paid for in its last week', async () => {
    const user = someone();
    const { id } = await world.payable(user);
    world.travel(24 * DAY);
    await world.waitForEvents(id, 'registration.unpaid_file_expiring');
    await world.pay(id, user);
    const other = await world.payable(someone());
    world.travel(31 * DAY);
    await world.waitForEvents(other.id, 'registration.unpaid_file_expiring');
    expect(await file(id)).toBeDefined();
  });

  it('causes a warning marked as not payable if another user paid for the same bytes', async () => {
    const [user, sha256] = [someone(), anyHash()];
    const lost = await world.payable(someone(), { sha256 });
    await world.pay((await world.payable(user, { sha256 })).id, user);
    world.travel(24 * DAY);
    const [warning] = await world.waitForEvents(lost.id, 'registration.unpaid_file_expiring');
    expect(warning?.data).toMatchObject({ fileTaken: true });
  });

  it('is kept for a week after a late warning', async () => {
    const user = someone();
    const { id } = await world.payable(user);
    world.travel(400 * DAY);
    const [warning] = await world.waitForEvents(id, 'registration.unpaid_file_expiring');
    const left = new Date(String(warning?.data.expiresAt)).getTime() - world.now().getTime();
    expect(Math.round(left / DAY)).toBe(7);
    expect(await file(id)).toBeDefined();
    world.travel(7 * DAY + 60_000);
    await world.waitForEvents(id, 'registration.file_released');
  });

  it('is removed in batches, with one warning per file', async () => {
    const text = `INSERT INTO registrations (id, user_id, title, applicant_name, applicant_email, applicant_tax_id,
        holder_name, description, status_updated_at, created_at, sha256, file_name, file_size, file_storage_path,
        file_attached_at)
      SELECT gen_random_uuid(), gen_random_uuid(), 'muitos', 'A', 'a@example.com', '52998224725', 'A', 'D', $1, $1,
        encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 'a.zip', 1, gen_random_uuid(), $1
      FROM generate_series(1, 250) RETURNING id`;
    const { rows } = await world.pool.query<{ id: string }>(text, [world.now()]);
    world.travel(24 * DAY);
    for (const { id } of rows) await world.waitForEvents(id, 'registration.unpaid_file_expiring');
    world.travel(8 * DAY);
    for (const { id } of rows) await world.waitForEvents(id, 'registration.file_released');
    await world.drained();
    for (const { id } of rows) expect([expiring(id).length, await file(id)]).toEqual([1, undefined]);
  });
});
