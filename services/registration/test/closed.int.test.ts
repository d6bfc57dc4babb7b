import { event } from '@g2/kit/events';
import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import { beforeEach, describe, expect, it } from 'vitest';
import { codeOf, ownWorld, refusal, someone, type User, wanted } from './world.ts';

const world = await ownWorld();
const admin = someone('admin');
const CLOSURE = { reason: 'refunded', amountCents: 349_900, at: new Date('2026-11-27T15:00:00Z') };

let owner: User;
let operator: User;
let id: string;
let paymentId: string;

const reported = (version: number, closure: typeof CLOSURE | undefined, refundFailed: boolean) =>
  event(facts.paymentFlagChanged, paymentId, version, {
    paymentId,
    registrationId: id,
    flag: closure ? 'refunded' : undefined,
    closure,
    refundFailed,
  });

const closureOf = async () => (await world.as(owner).getRegistration({ id })).closure;

const follow = async (
  version: number,
  closure: typeof CLOSURE | undefined,
  refundFailed = false,
): Promise<void> => {
  await world.publish(reported(version, closure, refundFailed));
  await eventually('closure followed', async () => (await closureOf())?.reason === closure?.reason);
};
const close = (version = 2): Promise<void> => follow(version, CLOSURE);

const asPayments = async (version: number, closure: typeof CLOSURE | undefined) =>
  world.client.followPayment(
    { paymentId, registrationId: id, flag: closure && 'refunded', closure, refundFailed: false, version },
    { token: await world.testEnv.keys('payment-credit').serviceToken('registration') },
  );

beforeEach(async () => {
  [owner, operator, paymentId] = [someone(), someone('operator'), newId()];
  ({ id } = await world.payable(owner));
  await world.pay(id, owner, { paymentId });
  await world.pool.query(
    'INSERT INTO registration_assignments SELECT id, $2, created_at, true FROM registrations WHERE id = $1',
    [id, operator.id],
  );
});

describe('a case with a returned payment', () => {
  it('keeps its status and announces its closure once', async () => {
    await close();
    const state = await world.as(owner).getRegistration({ id });
    expect(state).toMatchObject({ status: 'paid', closure: CLOSURE, canPay: false, canEdit: false });
    await close(3);
    await world.drained();
    expect(world.of(id, 'registration.closure_changed')).toEqual([
      expect.objectContaining({
        data: expect.objectContaining({ userId: owner.id }),
      }),
    ]);
  });

  it('is removed from the queue, its counts and the load of its operator', async () => {
    const stats = await world.as(operator).getOperatorStats({});
    await close();
    const list = async (over: Parameters<typeof wanted>[0]) =>
      (await world.as(operator).listForStaff(wanted({ userId: owner.id, ...over }))).items.map(
        (one) => one.id,
      );
    for (const sort of ['', 'status', 'statusUpdatedAt'])
      expect(await list({ statuses: ['paid'], sort })).not.toContain(id);
    expect(await list({ view: 'closed' })).toEqual([id]);
    expect(await list({ statuses: ['paid'], view: 'closed' })).toEqual([id]);
    expect(await list({ assignedToMe: true, sort: 'waiting' })).toEqual([id]);
    expect(await world.as(operator).getOperatorStats({})).toMatchObject({
      total: stats.total - 1,
      awaitingReview: stats.awaitingReview - 1,
      closed: stats.closed + 1,
    });
    const admins = await world.as(admin).getAdminStats({});
    expect(admins.closed).toBe(stats.closed + 1);
    const loads = await world.as(admin).countAssignments({});
    expect(loads.items.filter((one) => one.operatorId === operator.id)).toEqual([]);
    const urgency = 'SELECT urgency FROM registration_assignments WHERE registration_id = $1';
    expect((await world.pool.query(urgency, [id])).rows).toEqual([{ urgency: '0' }]);
    expect((await world.as(operator).countQueues({ queries: ['view=closed'] })).items).toEqual([
      { count: stats.closed + 1, capped: false },
    ]);
  });

  it('is in no page and no total of what waits for its owner, by priority', async () => {
    const list = async (search: string) => {
      const over = { sort: 'priority', statuses: ['submitted'], search };
      const { items, total } = await world.as(owner).listOwn(wanted(over));
      return [items.map((item) => item.id), total];
    };
    for (const action of ['approve', 'request_corrections'])
      await world.as(operator).operatorAction({ id, action });
    // The title is "Programa de Teste". Two letters are searched in another way than a word.
    const searches = ['', 'pr', 'programa'];
    for (const search of searches) expect([search, ...(await list(search))]).toEqual([search, [id], 1]);
    await close();
    for (const search of searches) expect([search, ...(await list(search))]).toEqual([search, [], 0]);
  });

  it('refuses every further step and states the reason', async () => {
    await close();
    const [client, staff, asAdmin] = [world.as(owner), world.as(operator), world.as(admin)];
    const steps = [
      staff.operatorAction({ id, action: 'approve' }),
      asAdmin.changeStatus({ id, status: 'reviewing' }),
      staff.takeRegistration({ id }),
      client.resubmit({ id }),
      client.updateRegistration({ id, title: 'Outro' }),
      client.startUpload({ registrationId: id, fileName: 'a.zip' }),
    ];
    expect(await Promise.all(steps.map(codeOf))).toEqual(steps.map(() => 'case-closed'));
    const refused = await refusal(asAdmin.changeStatus({ id, status: 'reviewing' }));
    expect(refused.message).toBe(
      'Este registro foi encerrado em 27/11/2026 (pagamento devolvido) e não aceita mais etapas.',
    );
    const seen = await staff.getRegistration({ id });
    expect(seen.staff).toMatchObject({ allowedActions: ['add_notes'], allowedTransitions: [] });
    await staff.operatorAction({ id, action: 'add_notes', notes: 'Cliente avisado' });
    expect((await client.writeMessage({ id, text: 'Por quê?' })).text).toBe('Por quê?');
  });

  it('refuses the commit of an upload that began before the closure', async () => {
    const [staff, objectKey] = [world.as(operator), `late/${id}`];
    await staff.operatorAction({ id, action: 'approve' });
    await staff.operatorAction({ id, action: 'request_corrections' });
    const receipt = await world.receiptFor(owner, id, { objectKey });
    await close();
    expect(await codeOf(world.client.commitUpload({ receipt }))).toBe('case-closed');
    const [released] = await world.waitForEvents(id, 'registration.file_released');
    expect(released?.data).toMatchObject({ objectKey, reason: 'refused' });
    expect(await world.as(owner).getUpload({ id })).toMatchObject({
      state: 'refused',
      problem: { code: 'case-closed' },
    });
    expect(await codeOf(world.client.commitUpload({ receipt }))).toBe('case-closed');
  });

  it('does not prevent the deletion of its owner’s account', async () => {
    const unfinished = async () =>
      (await world.as(admin).findUnfinishedPaid({ userIds: [owner.id] })).userIds;
    expect(await unfinished()).toEqual([owner.id]);
    await close();
    expect(await unfinished()).toEqual([]);
  });

  it('reopens in its previous status if the refund fails', async () => {
    await close();
    await follow(3, undefined);
    const [item] = (await world.as(operator).listForStaff(wanted({ assignedToMe: true, statuses: ['paid'] })))
      .items;
    expect(item?.id).toBe(id);
    const { items } = await world.as(admin).countAssignments({});
    expect(items.find((one) => one.operatorId === operator.id)?.assigned).toBe(1);
    const next = await world.as(operator).operatorAction({ id, action: 'approve' });
    expect(next.status).toBe('reviewing');
  });

  it('tells owner and staff that the refund failed, until the money is returned another way', async () => {
    const seen = () =>
      Promise.all(
        [owner, operator].map(async (user) => (await world.as(user).getRegistration({ id })).refundFailed),
      );
    await close();
    expect(await seen()).toEqual([false, false]);
    await follow(3, undefined, true);
    expect(await seen()).toEqual([true, true]);
    await close(4);
    expect(await seen()).toEqual([false, false]);
  });

  it('is closed by a call of payment-credit if the event was lost', async () => {
    await asPayments(2, CLOSURE);
    expect(await closureOf()).toMatchObject({ reason: 'refunded' });
    await asPayments(1, undefined);
    expect(await closureOf()).toMatchObject({ reason: 'refunded' });
    const report = { paymentId, registrationId: id, version: 9, closure: undefined, refundFailed: false };
    expect(await codeOf(world.as(admin).followPayment(report))).toBe('forbidden');
  });

  it('is closed as soon as its payment is taken if that payment was already returned', async () => {
    const late = await world.payable(owner);
    [id, paymentId] = [late.id, newId()];
    await asPayments(2, CLOSURE);
    expect(await closureOf()).toBeUndefined();
    await world.pay(id, owner, { paymentId });
    expect(await closureOf()).toMatchObject({ reason: 'refunded' });
  });

  it('stays open if a different payment was returned', async () => {
    const [mine] = [paymentId];
    paymentId = newId();
    await asPayments(2, CLOSURE);
    expect(await closureOf()).toBeUndefined();
    paymentId = mine;
  });
});
