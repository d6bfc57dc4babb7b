import { newId } from '@g2/kit/ids';
import { describe, expect, it } from 'vitest';
import { codeOf, ownWorld, someone } from './world.ts';

const owner = someone();

const world = await ownWorld();

describe('GetManualPayment', () => {
  const asked = async (id: string) =>
    world.client.getManualPayment({ id }, { token: await world.testEnv.serviceToken('payment-credit') });

  it('distinguishes a manual payment from a payment and from a resubmission', async () => {
    const admin = world.as(someone('admin'));
    const byHand = await world.at(owner, 'paid');
    const manual = { paid: true, userId: owner.id, title: 'Programa de Teste', amountCents: 349_900 };
    expect(await asked(byHand.id)).toEqual(manual);
    const paid = await world.payable(owner);
    const none = { paid: false, userId: '', title: '', amountCents: 0 };
    expect(await asked(paid.id)).toEqual(none);
    await world.pay(paid.id, owner);
    for (const id of [byHand.id, paid.id]) {
      for (const status of ['reviewing', 'submitted', 'paid']) await admin.changeStatus({ id, status });
    }
    expect(await asked(byHand.id)).toEqual(manual);
    expect(await asked(paid.id)).toEqual(none);
    expect(await asked(newId())).toEqual(none);
    expect(await asked('x')).toEqual(none);
  });
});

describe('calls of other services', () => {
  it('return what can be paid, only to the owner', async () => {
    const { id } = await world.payable(owner);
    expect(await world.as(owner).getPayable({ id })).toMatchObject({ canPay: true, amountCents: 349_900 });
    expect(await codeOf(world.as(someone('admin')).getPayable({ id }))).toBe('forbidden');
    await world.pay(id, owner);
    expect(await world.as(owner).getPayable({ id })).toMatchObject({ canPay: false, status: 'paid' });
  });

  it('return certificate data to owner, staff and the certificate service', async () => {
    const { id } = await world.at(owner, 'paid');
    const share = { holderName: 'Bia', holderTaxId: '529.982.247-25', ownershipPercentage: 10 };
    const open = await world.payable(owner);
    await world.as(owner).addHolder({ registrationId: open.id, ...share });
    const token = await world.testEnv.serviceToken('certificate');
    const seen = await world.client.getCertificateFacts({ id: open.id }, { token });
    expect(seen.holders).toMatchObject([share]);
    expect(seen.registration?.staff).toBeUndefined();
    expect(
      (await world.as(someone('operator')).getCertificateFacts({ id })).registration?.staff,
    ).toBeDefined();
    expect(await codeOf(world.as(someone()).getCertificateFacts({ id }))).toBe('not-found');
    expect(await codeOf(world.client.getCertificateFacts({ id: newId() }, { token }))).toBe('not-found');
    const wrong = await world.testEnv.serviceToken('payment-credit');
    expect(await codeOf(world.client.getCertificateFacts({ id }, { token: wrong }))).toBe('forbidden');
  });

  it('return whether a user has unfinished paid work', async () => {
    const user = someone();
    const token = await world.testEnv.serviceToken('identity');
    const asked = async () => (await world.client.hasUnfinishedPaid({ id: user.id }, { token })).found;
    await world.payable(user);
    expect(await asked()).toBe(false);
    const steps = ['paid', 'reviewing', 'government_processing', 'completed'];
    const { id } = await world.at(user, ...steps);
    expect(await asked()).toBe(true);
    const userIds = [someone().id, user.id, 'unknown'];
    expect(await world.as(someone('admin')).findUnfinishedPaid({ userIds })).toEqual({ userIds: [user.id] });
    await world.as(someone('admin')).changeStatus({ id, status: 'certificate_issued' });
    expect(await asked()).toBe(false);
    expect(await codeOf(world.as(someone('admin')).hasUnfinishedPaid({ id: user.id }))).toBe('forbidden');
  });
});

describe('IsObjectHeld', () => {
  const asked = async (objectKey: string) => {
    const token = await world.testEnv.serviceToken('storage-hashing');
    return world.client.isObjectHeld({ objectKey, ticketId: '' }, { token });
  };
  it('returns true for an object while a registration uses it', async () => {
    const objectKey = `objects/${newId()}`;
    const { id } = await world.payable(owner, { objectKey });
    expect(await asked(objectKey)).toEqual({ held: true, pending: false });
    await world.pay(id, owner);
    expect((await asked(objectKey)).held).toBe(true);
    expect(await asked('objects/none')).toEqual({ held: false, pending: false });
    const gone = `objects/${newId()}`;
    const draft = await world.payable(owner, { objectKey: gone });
    await world.as(owner).deleteRegistration({ id: draft.id });
    expect((await asked(gone)).held).toBe(false);
  });
});
