import { randomUUID } from 'node:crypto';
import { event } from '@g2/kit/events';
import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import { describe, expect, it } from 'vitest';
import { anyHash, codeOf, ownWorld, refusal, someone } from './world.ts';

const owner = someone();
const admin = someone('admin');
const world = await ownWorld();

const follow = (id: string, user = owner, whatIsNew = 'Relatórios novos') =>
  world.as(user).createVersion({ id, whatIsNew });
const chainOf = async (id: string, user = owner) =>
  (await world.as(user).listVersions({ id, page: undefined })).items.map((one) => one.id);
/** Uploads a file, marks the registration as paid and takes it to the status certificate_issued. */
async function certify(id: string): Promise<void> {
  await world.upload(owner, id);
  await take(id, 'paid', ...REVIEW);
}
const REVIEW = ['reviewing', 'government_processing', 'completed', 'certificate_issued'];
async function take(id: string, ...statuses: string[]): Promise<void> {
  for (const status of statuses) await world.as(admin).changeStatus({ id, status });
}

const holders = [
  { holderName: 'Zélia', holderTaxId: '529.982.247-25', ownershipPercentage: 60 },
  { holderName: 'Ana', holderTaxId: '111.444.777-35', ownershipPercentage: 40 },
];

describe('a new version', () => {
  it('copies details and holders but no file, and costs the update fee', async () => {
    const first = await world.create(owner, { notes: 'para mim' });
    for (const holder of holders) await world.as(owner).addHolder({ registrationId: first.id, ...holder });
    await certify(first.id);
    const made = await follow(first.id);
    expect(made).toMatchObject({
      userId: owner.id,
      status: 'submitted',
      details: { ...first.details, notes: 'para mim' },
      paymentAmount: 149_999,
      canEdit: true,
      canPay: false,
      versionNumber: 2,
      rootId: first.id,
      previousId: first.id,
      whatIsNew: 'Relatórios novos',
    });
    expect(made.sha256).toBeUndefined();
    const copied = await world.as(owner).listHolders({ id: made.id });
    expect(copied.items).toMatchObject(holders);
    // The copied shares count: one more percent would exceed 100.
    const more = { registrationId: made.id, ...holders[0], holderName: 'Eva', ownershipPercentage: 1 };
    expect(await codeOf(world.as(owner).addHolder({ ...more, holderTaxId: '529.982.247-25' }))).toBe(
      'percentage-exceeded',
    );
    expect(await world.as(owner).getRegistration({ id: made.id })).toEqual(made);
    expect(first).toMatchObject({ versionNumber: 1, rootId: first.id, paymentAmount: 349_900 });
    expect(first).not.toHaveProperty('previousId', expect.anything());
    await world.waitForEvents(made.id, 'registration.created');
    const { items } = await world.as(owner).getHistory({ id: made.id });
    expect(items).toMatchObject([{ toStatus: 'submitted', changedBy: owner.id }]);
  });

  it('is created once for concurrent calls, and the others get its id', async () => {
    const { id } = await world.certified(owner);
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => follow(id)));
    const made = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
    expect(made).toHaveLength(1);
    for (const one of results) {
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({
          code: 'version-exists',
          detail: { facts: { registrationId: made[0] } },
        });
    }
    expect(await chainOf(id)).toEqual([id, made[0]]);
  });

  it('is created once per idempotency key', async () => {
    const { id } = await world.certified(owner);
    const idempotencyKey = randomUUID();
    const token = await world.testEnv.userToken(owner);
    const ask = (whatIsNew: string) =>
      world.client.createVersion({ id, whatIsNew }, { token, idempotencyKey });
    const [one, two] = await Promise.all([ask('A'), ask('A')]);
    expect(two.id).toBe(one.id);
    expect(await codeOf(ask('B'))).toBe('idempotency-mismatch');
  });

  it('can follow only the newest version of the chain', async () => {
    const { id: first } = await world.certified(owner);
    const { id: second } = await follow(first);
    expect((await refusal(follow(second))).code).toBe('certificate-not-available');
    await certify(second);
    expect(await refusal(follow(first))).toMatchObject({
      code: 'newer-version',
      detail: { facts: { registrationId: second } },
    });
    const third = await follow(second);
    expect(third).toMatchObject({ versionNumber: 3, rootId: first, previousId: second });
    expect(await refusal(follow(first))).toMatchObject({
      code: 'version-exists',
      detail: { facts: { registrationId: third.id } },
    });
    for (const id of [first, second, third.id]) expect(await chainOf(id)).toEqual([first, second, third.id]);
    const page = await world.as(owner).listVersions({ id: third.id, page: { page: 2, limit: 2 } });
    expect([page.items.map((one) => one.id), page.total]).toEqual([[third.id], 3]);
  });

  it('can be created only by the owner, while staff may read the chain', async () => {
    const { id } = await world.certified(owner);
    const stranger = someone();
    expect(await codeOf(follow(id, stranger))).toBe('not-found');
    expect(await codeOf(follow(id, admin))).toBe('forbidden');
    expect(await codeOf(follow(newId()))).toBe('not-found');
    expect(await codeOf(chainOf(id, stranger))).toBe('not-found');
    expect(await chainOf(id, someone('operator'))).toEqual([id]);
    expect(await codeOf(follow(id, owner, ' '))).toBe('invalid-input');
  });

  it('can be deleted and replaced while unpaid, but not once paid', async () => {
    const { id } = await world.certified(owner);
    const gone = await follow(id);
    await world.upload(owner, gone.id);
    await world.as(owner).deleteRegistration({ id: gone.id });
    expect(await chainOf(id)).toEqual([id]);
    const next = await follow(id);
    expect(next).toMatchObject({ versionNumber: 2, previousId: id });
    await world.upload(owner, next.id);
    expect(await world.pay(next.id, owner)).toMatchObject({ taken: false });
    expect(await world.pay(next.id, owner, { amountCents: 149_999 })).toMatchObject({ taken: true });
    expect(await codeOf(world.as(owner).deleteRegistration({ id: next.id }))).toBe('not-editable');
  });

  it('refuses the bytes of the previous version', async () => {
    const sha256 = anyHash();
    const first = await world.payable(owner, { sha256 });
    await take(first.id, 'paid', ...REVIEW);
    const { id } = await follow(first.id);
    expect(await refusal(world.upload(owner, id, { sha256 }))).toMatchObject({
      code: 'duplicate-file',
      message: expect.stringContaining('o mesmo da versão 1 deste registro'),
      detail: { facts: { registrationId: first.id } },
    });
    const apart = await world.create(owner);
    const { message } = await refusal(world.upload(owner, apart.id, { sha256 }));
    expect(message).toBe('Você já registrou este arquivo em outro registro.');
  });
});

describe('two versions', () => {
  const compared = (id: string, otherId: string, user = owner) =>
    world.as(user).startComparison({ id, otherId });
  const opens = async (ticket = '') =>
    world.testEnv.keys('registration').verify(ticket, 'download-ticket', 'registration');

  it('are compared in version order once both have a file', async () => {
    const first = await world.certified(owner);
    const second = await follow(first.id);
    expect(await refusal(compared(first.id, second.id))).toMatchObject({
      code: 'not-found',
      message: 'A versão 2 ainda não tem arquivo.',
    });
    const stored = await world.upload(owner, second.id);
    for (const [one, other] of [
      [first.id, second.id],
      [second.id, first.id],
    ] as const) {
      const { earlier, later } = await compared(one, other);
      expect(earlier).toMatchObject({ registrationId: first.id, versionNumber: 1, sha256: first.sha256 });
      expect(later).toMatchObject({ registrationId: second.id, versionNumber: 2, sha256: stored.sha256 });
      expect(await opens(later?.ticket)).toMatchObject({ use: 'list', isOwner: true, sha256: stored.sha256 });
    }
    const { earlier } = await compared(first.id, second.id, someone('operator'));
    expect(await opens(earlier?.ticket)).toMatchObject({ use: 'list', isOwner: false });
  });

  it('are compared only within one chain, for its owner and staff', async () => {
    const [first, apart] = [await world.certified(owner), await world.payable(owner)];
    const { id } = await follow(first.id);
    await world.upload(owner, id);
    expect(await codeOf(compared(first.id, id, someone()))).toBe('not-found');
    expect(await codeOf(compared(first.id, apart.id))).toBe('not-found');
    expect(await codeOf(compared(first.id, newId()))).toBe('not-found');
    expect(await codeOf(compared(id, id))).toBe('invalid-input');
    const another = someone();
    const theirs = await world.payable(another);
    expect(await codeOf(compared(first.id, theirs.id))).toBe('not-found');
    expect(await codeOf(compared(theirs.id, first.id))).toBe('not-found');
  });
});

describe('an invalid certificate', () => {
  const revoked = (registrationId: string, superseded: boolean) =>
    event(facts.certificateRevoked, registrationId, 1, {
      registrationId,
      userId: owner.id,
      number: 'G2-2026-000001',
      title: '',
      reason: 'x',
      superseded,
    });

  it('has no next version once revoked, unless it had already been superseded', async () => {
    const [{ id }, { id: replaced }] = [await world.certified(owner), await world.certified(owner)];
    const reported = newId();
    await world.publish(revoked(replaced, true));
    await world.publish(revoked(id, false), reported);
    await world.publish(revoked(id, false), reported);
    await world.publish(revoked(id, false));
    await eventually('it is published', async () => {
      const { rowCount } = await world.pool.query(
        'SELECT 1 FROM registrations WHERE id = $1 AND certificate_revoked_at IS NOT NULL',
        [id],
      );
      return rowCount === 1;
    });
    const said = await refusal(follow(id));
    expect([said.code, said.message]).toEqual([
      'certificate-not-available',
      expect.stringContaining('foi revogado'),
    ]);
    expect(await follow(replaced)).toMatchObject({ versionNumber: 2 });
  });

  it('has no next version once its payment was returned', async () => {
    const { id } = await world.payable(owner);
    const paymentId = newId();
    await world.pay(id, owner, { paymentId });
    await take(id, ...REVIEW);
    const flag = (version: number, to: string) =>
      world.publish(
        event(facts.paymentFlagChanged, paymentId, version, {
          paymentId,
          registrationId: id,
          flag: to,
          refundFailed: false,
        }),
      );
    const isHeldBack = async () => (await world.as(owner).getCertificateFacts({ id })).blocked;
    await flag(1, 'refunded');
    await eventually('flagged', isHeldBack);
    expect(await codeOf(follow(id))).toBe('certificate-not-available');
    await flag(2, '');
    await eventually('cleared', async () => !(await isHeldBack()));
    const next = await follow(id);
    expect(next).toMatchObject({ versionNumber: 2 });
    // A refund after the next version began makes that version unpayable. Otherwise, the update fee would buy
    // a first registration.
    await world.upload(owner, next.id);
    const mine = world.as(owner);
    expect(await mine.getPayable(next)).toMatchObject({ canPay: true });
    await flag(3, 'refunded');
    await eventually('flagged again', isHeldBack);
    expect(await codeOf(mine.getPayable(next))).toBe('not-payable');
    await flag(4, '');
    await eventually('cleared again', async () => !(await isHeldBack()));
    expect(await mine.getPayable(next)).toMatchObject({ canPay: true });
  });
});

it('allows only one next version, by a database constraint', async () => {
  const { id } = await world.certified(owner);
  await follow(id);
  const copy = (columns: string) =>
    world.pool.query(
      `INSERT INTO registrations (id, user_id, title, applicant_name, applicant_email, applicant_tax_id, holder_name,
         description, status_updated_at, created_at, previous_id, root_id, version_number, what_is_new)
       SELECT gen_random_uuid(), user_id, title, applicant_name, applicant_email, applicant_tax_id, holder_name,
         description, now(), now(), ${columns} FROM registrations WHERE id = $1`,
      [id],
    );
  await expect(copy("id, id, 3, 'x'")).rejects.toThrow('registrations_previous_key');
  await expect(copy("NULL, id, 2, 'x'")).rejects.toThrow('registrations_version_whole');
  await expect(copy('id, id, 2, NULL')).rejects.toThrow('registrations_version_whole');
  await expect(copy("id, id, 1, 'x'")).rejects.toThrow('registrations_version_whole');
  await expect(world.pool.query('DELETE FROM registrations WHERE id = $1', [id])).rejects.toThrow(
    'violates foreign key',
  );
});
