import { newId } from '@g2/kit/ids';
import { describe, expect, it } from 'vitest';
import { anyHash, codeOf, ownWorld, refusal, someone, type User } from './world.ts';

const world = await ownWorld();
const admin = someone('admin');
const ROUNDS = Array.from({ length: 20 }, (_, round) => round + 1);
const CLOSURE = { reason: 'refunded', amountCents: 349_900, at: new Date() };

/** Creates a user with an unpaid registration of these file bytes. */
async function holder(sha256: string): Promise<{ user: User; id: string; objectKey: string }> {
  const [user, objectKey] = [someone(), `objects/${newId()}`];
  const { id } = await world.payable(user, { sha256, objectKey });
  return { user, id, objectKey };
}
const holders = async (sha256: string) => [await holder(sha256), await holder(sha256)] as const;

const read = (of: { user: User; id: string }) => world.as(of.user).getRegistration({ id: of.id });
const pay = ({ user, id }: { user: User; id: string }, paymentId = newId()) =>
  world.pay(id, user, { paymentId });
const byHand = (id: string) => world.as(admin).changeStatus({ id, status: 'paid' });

/** Reports the state of a payment, as payment-credit does. */
const follow = async (id: string, paymentId: string, version: number, closure?: typeof CLOSURE) =>
  world.client.followPayment(
    { paymentId, registrationId: id, flag: closure && 'refunded', closure, refundFailed: false, version },
    { token: await world.testEnv.keys('payment-credit').serviceToken('registration') },
  );

/** Creates a paid registration and returns it for corrections. @returns its id */
async function sentBack(user: User) {
  const { id } = await world.at(user, 'paid', 'reviewing');
  await world.as(someone('operator')).operatorAction({ id, action: 'request_corrections' });
  return id;
}

/** Ids that payment-credit reads after a payment. */
const fileTakenIds = async (id: string): Promise<string[]> => {
  const token = await world.testEnv.serviceToken('payment-credit');
  return (await world.client.findFileTaken({ id }, { token })).ids;
};

/** Number of paid, open registrations with these bytes. */
const takers = async (sha256: string): Promise<number> => {
  const { rows } = await world.pool.query(
    'SELECT id FROM registrations WHERE sha256 = $1 AND payment_paid_at IS NOT NULL AND closed_at IS NULL',
    [sha256],
  );
  return rows.length;
};

describe('an unpaid upload', () => {
  it('does not prevent other users from uploading the same bytes', async () => {
    const sha256 = anyHash();
    const contenders = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const user = someone();
        const { id } = await world.create(user);
        return { user, id, receipt: await world.receiptFor(user, id, { sha256, objectKey: `of/${id}` }) };
      }),
    );
    await Promise.all(contenders.map(({ receipt }) => world.client.commitUpload({ receipt })));
    for (const one of contenders) {
      expect(await read(one)).toMatchObject({ sha256, canPay: true, fileTaken: false });
      const [attached] = await world.waitForEvents(one.id, 'registration.file_attached');
      expect(attached?.data).toMatchObject({ objectKey: `of/${one.id}`, sha256 });
    }
  });

  it('is refused if the user has another registration with the same bytes', async () => {
    const [sha256, user] = [anyHash(), someone()];
    const both = await Promise.all(
      [1, 2].map(async () => {
        const { id } = await world.create(user);
        return { id, receipt: await world.receiptFor(user, id, { sha256 }) };
      }),
    );
    const done = await Promise.allSettled(both.map(({ receipt }) => world.client.commitUpload({ receipt })));
    const lost = done.findIndex((one) => one.status === 'rejected');
    expect(done.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect(done[lost]).toMatchObject({
      reason: { code: 'duplicate-file', detail: { facts: { registrationId: both[1 - lost]?.id } } },
    });
  });

  it('releases only its own object when its registration is deleted', async () => {
    const sha256 = anyHash();
    const [one, other] = await holders(sha256);
    await world.as(one.user).deleteRegistration({ id: one.id });
    const released = await world.waitForEvents(one.id, 'registration.file_released');
    expect(released.map(({ data }) => data.objectKey)).toEqual([one.objectKey]);
    const token = await world.testEnv.serviceToken('storage-hashing');
    const held = (objectKey: string) => world.client.isObjectHeld({ objectKey, ticketId: '' }, { token });
    expect(await held(one.objectKey)).toMatchObject({ held: false });
    expect(await held(other.objectKey)).toMatchObject({ held: true });
    expect(await read(other)).toMatchObject({ sha256, canPay: true });
  });
});

describe('a paid registration', () => {
  it('prevents the payment of unpaid registrations with the same hash', async () => {
    const sha256 = anyHash();
    const [first, second] = await holders(sha256);
    expect(await pay(first)).toMatchObject({ taken: true });
    expect(await read(second)).toMatchObject({ sha256, fileTaken: true, canPay: false, canEdit: true });
    expect(await read(first)).toMatchObject({ fileTaken: false });
    const refused = await refusal(world.as(second.user).getPayable({ id: second.id }));
    expect([refused.code, refused.httpStatus, refused.detail.facts]).toEqual(['file-taken', 409, undefined]);
    expect(refused.message).toMatch(/registrado por outra pessoa/);
    expect(await pay(second)).toMatchObject({
      taken: false,
      reason: expect.stringContaining('outra pessoa'),
    });
    expect(await read(second)).toMatchObject({ status: 'submitted', paymentPaidAt: undefined });
    // The second user can pay after uploading other bytes.
    await world.upload(second.user, second.id);
    expect(await read(second)).toMatchObject({ fileTaken: false, canPay: true });
  });

  it('names the unpaid registrations with its hash to payment-credit', async () => {
    const [first, second] = await holders(anyHash());
    expect(await fileTakenIds(first.id)).toEqual([]);
    await pay(first);
    expect(await fileTakenIds(first.id)).toEqual([second.id]);
    expect(await fileTakenIds(second.id)).toEqual([]);
    expect(await fileTakenIds('x')).toEqual([]);
  });

  it('causes the refusal of a later upload of the same bytes, without revealing its id', async () => {
    const [first, user] = [await holder(anyHash()), someone()];
    const { sha256 = '' } = await read(first);
    await pay(first);
    const { id } = await world.create(user);
    const receipt = await world.receiptFor(user, id, { sha256, objectKey: `late/${id}` });
    for (const _ of [1, 2]) {
      const refused = await refusal(world.client.commitUpload({ receipt }));
      expect([refused.code, refused.message, refused.detail.facts ?? {}]).toEqual([
        'duplicate-file',
        'Este arquivo já foi registrado.',
        {},
      ]);
    }
    const released = await world.waitForEvents(id, 'registration.file_released');
    expect(released.map(({ data }) => data.objectKey)).toEqual([`late/${id}`]);
  });

  it('cannot be created, even by an admin, if another paid registration has the same file', async () => {
    const [first, second] = await holders(anyHash());
    await byHand(first.id);
    const seen = await world.as(admin).getRegistration({ id: second.id });
    expect(seen).toMatchObject({ fileTaken: true, staff: { allowedTransitions: [] } });
    expect(await codeOf(byHand(second.id))).toBe('file-taken');
    expect(await codeOf(world.as(admin).remindOfPayment({ id: second.id }))).toBe('conflict');
    expect(await read(second)).toMatchObject({ status: 'submitted' });
  });

  it('[file-unique] results from only one of two concurrent payments for the same bytes', async () => {
    for (const round of ROUNDS) {
      const sha256 = anyHash();
      const both = await holders(sha256);
      const order = round % 2 ? both : ([both[1], both[0]] as const);
      const payments = order.map((one) => ({ one, paymentId: newId() }));
      const answers = await Promise.all(payments.map(({ one, paymentId }) => pay(one, paymentId)));
      expect(answers.filter(({ taken }) => taken)).toHaveLength(1);
      const again = await Promise.all(payments.map(({ one, paymentId }) => pay(one, paymentId)));
      expect(again).toEqual(answers);
      const lost = payments[answers.findIndex(({ taken }) => !taken)];
      expect(await read(lost?.one ?? both[0])).toMatchObject({ status: 'submitted', fileTaken: true });
      expect(await takers(sha256)).toBe(1);
    }
  });

  it('results from only one of a payment and a concurrent manual payment', async () => {
    for (const _ of ROUNDS) {
      const sha256 = anyHash();
      const [first, second] = await holders(sha256);
      const [paid, set] = await Promise.allSettled([pay(first), byHand(second.id)]);
      const isPaid = paid.status === 'fulfilled' && paid.value.taken;
      expect(isPaid).toBe(set.status === 'rejected');
      if (set.status === 'rejected') expect(set.reason).toMatchObject({ code: 'file-taken' });
      expect(await takers(sha256)).toBe(1);
    }
  });

  it('keeps its hash despite a concurrent upload of the same bytes', async () => {
    for (const _ of ROUNDS) {
      const [sha256, user] = [anyHash(), someone()];
      const first = await holder(sha256);
      const { id } = await world.create(user);
      const receipt = await world.receiptFor(user, id, { sha256 });
      const [paid, sent] = await Promise.allSettled([pay(first), world.client.commitUpload({ receipt })]);
      expect(paid).toMatchObject({ value: { taken: true } });
      if (sent.status === 'rejected') expect(sent.reason).toMatchObject({ code: 'duplicate-file' });
      else expect(await read({ user, id })).toMatchObject({ fileTaken: true, canPay: false });
      expect(await pay({ user, id })).toMatchObject({ taken: false });
      expect(await takers(sha256)).toBe(1);
    }
  });
});

describe('corrections of a paid registration', () => {
  it('cannot use the bytes of another paid registration, and reserve their own bytes', async () => {
    const [user, paid] = [someone(), await holder(anyHash())];
    const { sha256 = '' } = await read(paid);
    await pay(paid);
    const id = await sentBack(user);
    const refused = await refusal(world.upload(user, id, { sha256 }));
    expect([refused.code, refused.detail.facts ?? {}]).toEqual(['duplicate-file', {}]);
    const unpaid = await holder(anyHash());
    const { sha256: free = '' } = await read(unpaid);
    await world.upload(user, id, { sha256: free });
    expect(await read(unpaid)).toMatchObject({ fileTaken: true, canPay: false });
    expect(await pay(unpaid)).toMatchObject({ taken: false });
    await world.as(user).resubmit({ id });
    expect(await read({ user, id })).toMatchObject({ status: 'paid', sha256: free });
  });

  it('and a concurrent payment of the same bytes do not both succeed', async () => {
    for (const _ of ROUNDS) {
      const [sha256, user] = [anyHash(), someone()];
      const unpaid = await holder(sha256);
      const id = await sentBack(user);
      const receipt = await world.receiptFor(user, id, { sha256 });
      const [paid, sent] = await Promise.allSettled([pay(unpaid), world.client.commitUpload({ receipt })]);
      const isPaid = paid.status === 'fulfilled' && paid.value.taken;
      expect(isPaid).toBe(sent.status === 'rejected');
      if (sent.status === 'rejected') expect(sent.reason).toMatchObject({ code: 'duplicate-file' });
      expect(await takers(sha256)).toBe(1);
    }
  });
});

describe('a version', () => {
  it('can use the bytes of another user’s unpaid file until that user pays', async () => {
    const user = someone();
    const { id: first } = await world.certified(user);
    const { id } = await world.as(user).createVersion({ id: first, whatIsNew: 'Relatórios' });
    const other = await holder(anyHash());
    const { sha256 = '' } = await read(other);
    await world.upload(user, id, { sha256 });
    await pay(other);
    expect(await read({ user, id })).toMatchObject({ fileTaken: true, canPay: false });
    const answer = await world.pay(id, user, { amountCents: 149_999 });
    expect(answer).toMatchObject({ taken: false, reason: expect.stringContaining('outra pessoa') });
  });
});

describe('a case closed by a refund', () => {
  it('frees its hash, and stays closed if another registration was paid with it', async () => {
    const [sha256, paymentId] = [anyHash(), newId()];
    const [first, second] = await holders(sha256);
    await pay(first, paymentId);
    await follow(first.id, paymentId, 2, CLOSURE);
    expect(await read(second)).toMatchObject({ fileTaken: false, canPay: true });
    expect(await pay(second)).toMatchObject({ taken: true });
    // Reports that the refund failed.
    expect(await follow(first.id, paymentId, 3)).toEqual({ staysClosed: true });
    expect(await read(first)).toMatchObject({ status: 'paid', closure: { reason: 'refunded' } });
    expect(await takers(sha256)).toBe(1);
  });

  it('reopens if no other registration was paid with its hash', async () => {
    const [sha256, paymentId] = [anyHash(), newId()];
    const [first, second] = await holders(sha256);
    await pay(first, paymentId);
    await follow(first.id, paymentId, 2, CLOSURE);
    // The owner may upload the same file to a new registration.
    const again = await world.create(first.user);
    await world.upload(first.user, again.id, { sha256 });
    expect(await follow(first.id, paymentId, 3)).toEqual({ staysClosed: false });
    expect((await read(first)).closure).toBeUndefined();
    expect(await read(second)).toMatchObject({ fileTaken: true });
    expect(await pay(second)).toMatchObject({ taken: false });
  });

  it('either reopens or lets another registration be paid, never both', async () => {
    for (const _ of ROUNDS) {
      const [sha256, paymentId] = [anyHash(), newId()];
      const [first, second] = await holders(sha256);
      await pay(first, paymentId);
      await follow(first.id, paymentId, 2, CLOSURE);
      const [paid] = await Promise.all([pay(second), follow(first.id, paymentId, 3)]);
      expect((await read(first)).closure !== undefined).toBe(paid.taken);
      expect(await takers(sha256)).toBe(1);
    }
  });
});
