import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { anEvidence, aStaffRegistration, aUser, pageOf, queueStatsOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, keys, press, query, toast } from '../../testing/screen.ts';
import { answer, callsOf, hold, refuse } from '../../testing/server.ts';

const PAULA_ID = '0198a000-0000-7000-8000-00000000000a';
const OLDEST_ID = '0198a000-0000-7000-8000-00000000000b';
const operator = aUser({ role: 'operator', firstName: 'Olga' });
const unassignedRegistration = aStaffRegistration({
  status: 'paid',
  paymentPaidAt: '2026-11-13T15:00:00.000Z',
});

beforeEach(() => {
  answer('getQueueStats', queueStatsOf({ total: 1, awaitingReview: 1 }));
  answer('listQueue', pageOf([unassignedRegistration], 10));
  answer('listColleagues', pageOf([], 100));
  answer('getStaffRegistration', unassignedRegistration);
  answer('listStaffHolders', pageOf([], 100));
  answer('getStaffHistory', pageOf([], 100));
  answer('getEvidence', anEvidence());
});

describe('the button that assigns a registration to the user', () => {
  const panel = page.getByRole('complementary');
  const takeButton = () => panel.getByRole('button', { name: 'Assumir', exact: true });
  const assignedTo = (id: string, firstName: string) => ({
    assignedOperatorId: id,
    assignedOperator: { id, firstName, lastName: 'Reis' },
  });
  const assignedToUser = assignedTo(operator.id, 'Olga');
  const takenRegistration = { ...unassignedRegistration, ...assignedToUser };

  it('[queue-take] key M assigns an unassigned registration to the user, but only once', async () => {
    answer('takeRegistration', () => {
      answer('getStaffRegistration', takenRegistration);
      answer('listQueue', pageOf([takenRegistration], 10));
      return takenRegistration;
    });
    open(`/operator?open=${unassignedRegistration.id}`, operator);
    await expect.element(takeButton()).toHaveAttribute('aria-keyshortcuts', 'm');
    await keys('m');
    await expect.element(toast.getByText('Registro atribuído a você')).toBeVisible();
    await expect.element(panel.getByText('Seu', { exact: true })).toBeVisible();
    expect(takeButton().elements()).toEqual([]);
    await expect
      .poll(() => callsOf('takeRegistration').map(({ params, body }) => [params.id, body.from]))
      .toEqual([[unassignedRegistration.id, null]]);
    // The key does nothing once the registration is the user's own.
    await keys('m');
    expect(callsOf('takeRegistration')).toHaveLength(1);
  });

  it('shows the user as operator at once, before the registration is read again', async () => {
    answer('takeRegistration', takenRegistration);
    open(`/operator?open=${unassignedRegistration.id}`, operator);
    await expect.element(takeButton()).toBeVisible();
    const releaseResponse = hold('getStaffRegistration');
    await takeButton().click();
    await expect.element(panel.getByText('Seu', { exact: true })).toBeVisible();
    await expect.element(takeButton()).not.toBeInTheDocument();
    releaseResponse();
  });

  it('[queue-take-colleague] asks first if a colleague is assigned; sends the colleague’s id', async () => {
    const colleaguesRegistration = { ...unassignedRegistration, ...assignedTo(PAULA_ID, 'Paula') };
    answer('getStaffRegistration', colleaguesRegistration);
    answer('listQueue', pageOf([colleaguesRegistration], 10));
    refuse('takeRegistration', 'already-assigned', {
      message: 'Este registro passou a ser de outra pessoa.',
    });
    open(`/operator?open=${unassignedRegistration.id}`, operator);
    await takeButton().click();
    await expect.element(dialog.getByText(/^Este registro é de Paula Reis\./)).toBeVisible();
    expect(callsOf('takeRegistration')).toEqual([]);
    await press('Assumir mesmo assim', dialog);
    await expect.element(toast.getByText('Este registro passou a ser de outra pessoa.')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(() => callsOf('takeRegistration').at(-1)?.body.from).toBe(PAULA_ID);
    // The registration is still the colleague's, so the user can try again.
    await expect.element(takeButton()).toBeVisible();
  });

  it('[queue-take-own] is hidden on a registration that the user owns as a client', async () => {
    answer('getStaffRegistration', { ...unassignedRegistration, userId: operator.id });
    answer('listQueue', pageOf([{ ...unassignedRegistration, userId: operator.id }], 10));
    open(`/operator?open=${unassignedRegistration.id}`, operator);
    await expect.element(panel.getByText('Sem operador')).toBeVisible();
    expect(takeButton().elements()).toEqual([]);
  });

  it('[queue-next] "Próximo" assigns and opens the next registration of the jurisdiction', async () => {
    answer('takeNext', { ...takenRegistration, id: OLDEST_ID, title: 'A mais antiga' });
    answer('getStaffRegistration', { ...takenRegistration, id: OLDEST_ID, title: 'A mais antiga' });
    open('/operator?tab=paid&jurisdiction=brasil', operator);
    await press('Próximo');
    await expect.element(panel).toBeVisible();
    await expect.poll(query).toBe(`?tab=paid&jurisdiction=brasil&open=${OLDEST_ID}`);
    await expect.element(toast.getByText('Registro atribuído a você')).toBeVisible();
    refuse('takeNext', 'not-found', { message: 'Nenhum registro pago aguarda sem operador.' });
    await keys('p');
    await expect.element(toast.getByText('Nenhum registro pago aguarda sem operador.')).toBeVisible();
    const takeRequests = callsOf('takeNext');
    const body = { jurisdiction: 'brasil' };
    expect(takeRequests.map((request) => request.body)).toEqual([body, body]);
    // A new request has a new Idempotency-Key.
    expect(new Set(takeRequests.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
  });
});
