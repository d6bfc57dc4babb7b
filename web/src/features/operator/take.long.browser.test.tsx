import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { anEvidence, aStaffRegistration, aUser, pageOf, queueStatsOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, keys, press, query, toast } from '../../testing/screen.ts';
import { answer, callsOf, hold, refuse } from '../../testing/server.ts';

const PAULA = '0198a000-0000-7000-8000-00000000000a';
const OLDEST = '0198a000-0000-7000-8000-00000000000b';
const operator = aUser({ role: 'operator', firstName: 'Olga' });
const paid = aStaffRegistration({ status: 'paid', paymentPaidAt: '2026-11-13T15:00:00.000Z' });

beforeEach(() => {
  answer('getQueueStats', queueStatsOf({ total: 1, awaitingReview: 1 }));
  answer('listQueue', pageOf([paid], 10));
  answer('listColleagues', pageOf([], 100));
  answer('getStaffRegistration', paid);
  answer('listStaffHolders', pageOf([], 100));
  answer('getStaffHistory', pageOf([], 100));
  answer('getEvidence', anEvidence());
});

describe('assigning a registration to oneself', () => {
  const panel = page.getByRole('complementary');
  const takeButton = () => panel.getByRole('button', { name: 'Assumir', exact: true });
  const heldBy = (id: string, firstName: string) => ({
    assignedOperatorId: id,
    assignedOperator: { id, firstName, lastName: 'Reis' },
  });
  const mine = heldBy(operator.id, 'Olga');
  const taken = { ...paid, ...mine };

  it('[queue-take] takes an unassigned registration by button or key', async () => {
    answer('takeRegistration', () => {
      answer('getStaffRegistration', taken);
      answer('listQueue', pageOf([taken], 10));
      return taken;
    });
    open(`/operator?open=${paid.id}`, operator);
    await expect.element(takeButton()).toHaveAttribute('aria-keyshortcuts', 'm');
    await keys('m');
    await expect.element(toast.getByText('Registro atribuído a você')).toBeVisible();
    await expect.element(panel.getByText('Seu', { exact: true })).toBeVisible();
    expect(takeButton().elements()).toEqual([]);
    await expect
      .poll(() => callsOf('takeRegistration').map(({ params, body }) => [params.id, body.from]))
      .toEqual([[paid.id, null]]);
    // The key does nothing once the registration is the user's own.
    await keys('m');
    expect(callsOf('takeRegistration')).toHaveLength(1);
  });

  it('shows the user as operator at once, before the record is read again', async () => {
    answer('takeRegistration', taken);
    open(`/operator?open=${paid.id}`, operator);
    await expect.element(takeButton()).toBeVisible();
    const letGo = hold('getStaffRegistration');
    await takeButton().click();
    await expect.element(panel.getByText('Seu', { exact: true })).toBeVisible();
    await expect.element(takeButton()).not.toBeInTheDocument();
    letGo();
  });

  it('[queue-take-colleague] asks before it takes a colleague’s record, and sends whose it was', async () => {
    const theirs = { ...paid, ...heldBy(PAULA, 'Paula') };
    answer('getStaffRegistration', theirs);
    answer('listQueue', pageOf([theirs], 10));
    refuse('takeRegistration', 'already-assigned', {
      message: 'Este registro passou a ser de outra pessoa.',
    });
    open(`/operator?open=${paid.id}`, operator);
    await takeButton().click();
    await expect.element(dialog.getByText(/^Este registro é de Paula Reis\./)).toBeVisible();
    expect(callsOf('takeRegistration')).toEqual([]);
    await press('Assumir mesmo assim', dialog);
    await expect.element(toast.getByText('Este registro passou a ser de outra pessoa.')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(() => callsOf('takeRegistration').at(-1)?.body.from).toBe(PAULA);
    // The registration keeps the server's state, and the user can retry.
    await expect.element(takeButton()).toBeVisible();
  });

  it('[queue-take-own] does not offer to take the user’s own registration', async () => {
    answer('getStaffRegistration', { ...paid, userId: operator.id });
    answer('listQueue', pageOf([{ ...paid, userId: operator.id }], 10));
    open(`/operator?open=${paid.id}`, operator);
    await expect.element(panel.getByText('Sem operador')).toBeVisible();
    expect(takeButton().elements()).toEqual([]);
  });

  it('[queue-next] takes the next registration of the filtered jurisdiction, if one waits', async () => {
    answer('takeNext', { ...taken, id: OLDEST, title: 'A mais antiga' });
    answer('getStaffRegistration', { ...taken, id: OLDEST, title: 'A mais antiga' });
    open('/operator?tab=paid&jurisdiction=brasil', operator);
    await press('Próximo');
    await expect.element(panel).toBeVisible();
    await expect.poll(query).toBe(`?tab=paid&jurisdiction=brasil&open=${OLDEST}`);
    await expect.element(toast.getByText('Registro atribuído a você')).toBeVisible();
    refuse('takeNext', 'not-found', { message: 'Nenhum registro pago aguarda sem operador.' });
    await keys('p');
    await expect.element(toast.getByText('Nenhum registro pago aguarda sem operador.')).toBeVisible();
    const asked = callsOf('takeNext');
    expect(asked.map(({ body }) => body)).toEqual([{ jurisdiction: 'brasil' }, { jurisdiction: 'brasil' }]);
    // A new request has a new Idempotency-Key.
    expect(new Set(asked.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
  });
});
