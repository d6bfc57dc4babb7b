import { eventually } from '@g2/kit/testing';
import { describe, expect, it } from 'vitest';
import { statusOf } from './payments.ts';
import { attemptsBecome, endVoucher, PAYER, startPayment, testServiceWithVouchers } from './vouchers.ts';
import { FEE } from './world.ts';

/**
 * The codes behave as in https://docs.stripe.com/payments/pix/accept-a-payment and
 * https://docs.stripe.com/payments/boleto/accept-a-payment
 */
const world = await testServiceWithVouchers();

describe('paying by Pix', () => {
  it('shows the same code after a reload and settles when it is paid', async () => {
    const owner = await world.user();
    const id = await world.payable(owner);
    const shown = await Promise.all(Array.from({ length: 4 }, () => startPayment(world, owner, id, 'pix')));
    const [first] = shown;
    if (!first) throw new Error('no intent');
    expect(new Set(shown.map((one) => one.voucher?.code)).size).toBe(1);
    expect(first).toMatchObject({
      amount: FEE,
      method: 'pix',
      voucher: { method: 'pix', code: expect.stringMatching(/^000201/), url: expect.stringMatching(/^http/) },
    });
    expect(first.voucher?.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 86_000_000);
    // A request without a method returns the open intent.
    expect((await startPayment(world, owner, id)).voucher).toEqual(first.voucher);
    const request = { of: { $case: 'registrationId' as const, value: id } };
    const found = await world.rpc.getOpenPayment(request, { token: owner.token });
    expect(found).toMatchObject({ intent: { voucher: first.voucher }, payer: PAYER });
    await endVoucher(world, first.paymentIntentId, 'pay');
    await attemptsBecome(world, id, 'settled');
    expect(await statusOf(world, owner, id)).toBe('paid');
    const settled = await eventually('it is published', async () =>
      world.seen.find((one) => JSON.stringify(one.data).includes(id) && one.type === 'payment.settled'),
    );
    expect(settled.data).toMatchObject({ method: 'pix' });
    expect((await world.rpc.getOpenPayment(request, { token: owner.token })).intent).toBeUndefined();
  });

  it('leaves the registration payable and cancels the intent when the code expires', async () => {
    const owner = await world.user();
    const id = await world.payable(owner);
    const { paymentIntentId } = await startPayment(world, owner, id, 'pix');
    await endVoucher(world, paymentIntentId, 'expire');
    await attemptsBecome(world, id, 'cancelled');
    await eventually('its intent is cancelled', async () =>
      (await world.intents()).some((one) => one.id === paymentIntentId && one.status === 'canceled'),
    );
    const again = await startPayment(world, owner, id, 'pix');
    expect(again.paymentIntentId).not.toBe(paymentIntentId);
    await endVoucher(world, again.paymentIntentId, 'pay');
    await attemptsBecome(world, id, 'cancelled', 'settled');
  });

  it('ends when a card replaces it, so that the Pix code cannot be paid', async () => {
    const owner = await world.user();
    const id = await world.payable(owner);
    const pix = await startPayment(world, owner, id, 'pix');
    const card = await startPayment(world, owner, id, 'card');
    expect(card).toMatchObject({ method: 'card', voucher: undefined });
    await endVoucher(world, pix.paymentIntentId, 'pay');
    expect((await world.confirm(card)).status).toBe(200);
    await attemptsBecome(world, id, 'cancelled', 'settled');
  });

  it('is refused without a valid payer and with an unsupported method', async () => {
    const owner = await world.user();
    const id = await world.payable(owner);
    const as = { token: owner.token };
    const ask = (asked: Parameters<typeof world.rpc.createRegistrationIntent>[0]) =>
      world.rpc.createRegistrationIntent(asked, as);
    const invalid = { code: 'invalid-input' };
    await expect(ask({ id, method: 'pix' })).rejects.toMatchObject(invalid);
    await expect(ask({ id, method: 'ted' })).rejects.toMatchObject(invalid);
    const { address: _, ...bare } = PAYER;
    await expect(ask({ id, method: 'boleto', payer: bare })).rejects.toMatchObject({
      ...invalid,
      detail: { fields: { 'payer.address.line1': 'Endereço é obrigatório' } },
    });
    const wrong = { ...PAYER, taxId: '529.982.247-26' };
    await expect(ask({ id, method: 'boleto', payer: wrong })).rejects.toMatchObject({
      ...invalid,
      detail: { fields: { 'payer.taxId': expect.stringMatching(/^Este CPF ou CNPJ não existe/) } },
    });
    // Accepts an alphanumeric CNPJ, and a payer after correction.
    const company = { ...PAYER, taxId: '12abc34501de35' };
    const other = await world.payable(owner);
    expect((await ask({ id: other, method: 'boleto', payer: company })).voucher?.method).toBe('boleto');
    expect((await ask({ id, method: 'boleto', payer: PAYER })).voucher?.method).toBe('boleto');
  });
});

describe('paying by boleto', () => {
  it('shows number and PDF and settles even if it is reported after its expiry', async () => {
    const owner = await world.user();
    const id = await world.payable(owner);
    const { voucher, paymentIntentId } = await startPayment(world, owner, id, 'boleto');
    expect(voucher).toMatchObject({
      method: 'boleto',
      code: expect.stringMatching(/^\d{47}$/),
      pdf: expect.stringMatching(/^http/),
    });
    await world.db.query(
      `UPDATE registration_payments SET voucher_expires_at = now() - interval '5 days' WHERE registration_id = $1`,
      [id],
    );
    await endVoucher(world, paymentIntentId, 'pay');
    await attemptsBecome(world, id, 'settled');
  });

  it('publishes boleto_issued once and lists the open boleto to its owner', async () => {
    const [owner, other] = [await world.user(), await world.user()];
    const id = await world.payable(owner);
    const shown = await Promise.all(
      Array.from({ length: 3 }, () => startPayment(world, owner, id, 'boleto')),
    );
    const voucher = shown[0]?.voucher;
    const published = () =>
      world.seen.filter(
        (one) => one.type === 'payment.boleto_issued' && JSON.stringify(one.data).includes(id),
      );
    await eventually('it is published', async () => published().length > 0);
    await world.rpc.syncIntent({ paymentIntentId: shown[0]?.paymentIntentId ?? '' }, { token: owner.token });
    const listed = await world.rpc.listOwnVouchers({}, { token: owner.token });
    expect(listed.items).toEqual([{ registrationId: id, amount: FEE, voucher }]);
    expect((await world.rpc.listOwnVouchers({}, { token: other.token })).items).toEqual([]);
    const code = voucher?.code;
    expect(published()).toMatchObject([
      { data: { userId: owner.id, amountCents: FEE, code, pdf: voucher?.pdf } },
    ]);
    await endVoucher(world, shown[0]?.paymentIntentId ?? '', 'pay');
    await attemptsBecome(world, id, 'settled');
    expect((await world.rpc.listOwnVouchers({}, { token: owner.token })).items).toEqual([]);
  });

  it('publishes boleto_issued for a purchase by boleto, but not by Pix', async () => {
    const owner = await world.user();
    const choice = { $case: 'customAmount', value: 10_000 } as const;
    const as = { token: owner.token, deadlineMs: 15_000 };
    await world.rpc.createPurchaseIntent({ choice, method: 'pix', payer: PAYER }, as);
    const { voucher } = await world.rpc.createPurchaseIntent({ choice, method: 'boleto', payer: PAYER }, as);
    const published = () =>
      world.seen.filter(
        (one) => one.type === 'payment.boleto_issued' && JSON.stringify(one.data).includes(owner.id),
      );
    await eventually('it is published', async () => published().length > 0);
    expect(published()).toMatchObject([{ data: { code: voucher?.code, amountCents: 10_000 } }]);
  });

  it('leaves a boleto to an admin when it is paid after a Pix replaced it', async () => {
    const owner = await world.user();
    const id = await world.payable(owner);
    const boleto = await startPayment(world, owner, id, 'boleto');
    const pix = await startPayment(world, owner, id, 'pix');
    expect(pix.voucher?.method).toBe('pix');
    await endVoucher(world, pix.paymentIntentId, 'pay');
    await attemptsBecome(world, id, 'cancelled', 'settled');
    await endVoucher(world, boleto.paymentIntentId, 'pay');
    const [late] = await attemptsBecome(world, id, 'giving_back', 'settled');
    const alerts = () =>
      world.seen.filter(
        (one) => one.type === 'payment.alert' && JSON.stringify(one.data).includes(late?.id ?? '?'),
      );
    await eventually('admins are alerted', async () => alerts().length > 0);
    expect(alerts()).toMatchObject([
      { data: { kind: 'late-payment', nextAction: expect.stringContaining('O Stripe não devolve boletos') } },
    ]);
    const published = world.seen.filter(
      ({ type, data }) => type === 'payment.to_return' && JSON.stringify(data).includes(late?.id ?? '?'),
    );
    expect(published).toMatchObject([{ data: { userId: owner.id, amountCents: FEE, method: 'boleto' } }]);
    // No task is due, since Stripe cannot refund a boleto.
    const { rows } = await world.db.query('SELECT 1 FROM due WHERE id = $1', [late?.id]);
    expect(rows).toEqual([]);
  });
});
