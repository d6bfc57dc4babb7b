import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../../testing/archive.ts';
import { aRecord, Desk, operator } from '../../testing/desk.ts';
import { answersOverview } from '../../testing/overview.ts';
import {
  anAdmin,
  anEvidence,
  aPayable,
  aPayment,
  aUser,
  figuresOf,
  noMessages,
  pageOf,
  paymentsPage,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, fits, keys, press, region, toast, widen } from '../../testing/screen.ts';
import { answer, callsOf } from '../../testing/server.ts';

const AT = '2026-11-27T15:00:00.000Z';
const closure = { reason: 'refunded', amountCents: 349_900, at: AT } as const;
const owner = aUser();
const closed = aPayable({
  userId: owner.id,
  title: 'Agenda',
  status: 'certificate_issued',
  canPay: false,
  canEdit: false,
  paymentPaidAt: AT,
  certificateIssuedAt: AT,
  closure,
});

describe('a closed registration, as its owner sees it', () => {
  beforeEach(() => {
    answer('getRegistration', closed);
    answer('getRegistrationHistory', pageOf([], 100));
    answer('listHolders', pageOf([], 100));
    answer('listMessages', noMessages);
    answer('readMessages');
    answer('listVersions', pageOf([closed], 100));
    answer('getEvidence', anEvidence({ registrationId: closed.id }));
  });

  it('shows the owner the refunded amount and date, but no next step and no certificate', async () => {
    open(`/registros/${closed.id}`, owner);
    const next = region('Próximo passo');
    await expect
      .element(next.getByText('Devolvemos R$ 3.499,00 em 27/11/2026.', { exact: false }))
      .toBeVisible();
    await expect.element(page.getByText('Encerrado', { exact: true })).toBeVisible();
    await expect.element(region('Pagamento e recibo').getByText('R$ 3.499,00 em 27/11/2026')).toBeVisible();
    const offered = { name: /^(Pagar|Download|Registrar nova versão)$/ };
    expect(page.getByRole('button', offered).elements()).toEqual([]);
    const steps = region('Andamento').getByRole('listitem');
    await expect.poll(() => steps.elements().at(-1)?.textContent).toMatch(/Encerrado/);
    expect(
      steps
        .elements()
        .map((step) => step.textContent)
        .join(),
    ).not.toContain('Prazo');
    await page.getByRole('link', { name: 'Arquivo', exact: true }).click();
    await expect.element(region('Versões').getByText(/^De um registro encerrado/)).toBeVisible();
    expect(region('Versões').element().textContent).not.toContain('O programa mudou?');
    expect(page.getByRole('button', offered).elements()).toEqual([]);
    await widen(360);
    expect(fits()).toBe(true);
    expect(await violations()).toEqual([]);
  });

  it('the card of a closed registration has no button to pay, download or resend', async () => {
    answer('getRegistrationStats', figuresOf({ totalRegistrations: 1 }));
    answer('listRegistrations', pageOf([{ ...closed, status: 'submitted' }], 12));
    open('/dashboard', owner);
    const card = page.getByRole('article', { name: 'Agenda' });
    await expect.element(card.getByText('Encerrado em 27/11/2026: pagamento devolvido')).toBeVisible();
    expect(card.getByRole('button', { name: /Pagar|Download|Reenviar/ }).elements()).toEqual([]);
  });
});

describe('a closed registration, as staff see it', () => {
  it('tells staff first that a registration is closed, and allows only notes', async () => {
    const record = aRecord('Agenda', 'paid', {
      closure,
      allowedActions: ['add_notes'],
      paymentFlag: 'refunded',
    });
    new Desk(record);
    open(`/operator/registrations/${record.id}`, operator);
    await expect.element(page.getByRole('button', { name: /^Adicionar Notas/ })).toBeVisible();
    const says =
      'R$ 3.499,00 foram devolvidos ao cliente em 27/11/2026. O registro está encerrado e não aceita mais etapas.';
    await expect.element(region('Pontos de atenção').getByText(says, { exact: false }).first()).toBeVisible();
    expect(page.getByRole('button', { name: /^(Assumir|Aprovar|Solicitar)/ }).elements()).toEqual([]);
    await keys('a');
    await expect.element(toast.getByText(says, { exact: false }).first()).toBeVisible();
  });

  it('a step asks for confirmation while the payment is disputed, even where steps need none', async () => {
    const record = aRecord('Agenda', 'paid', { paymentFlag: 'disputed' });
    new Desk(record);
    open(`/operator/registrations/${record.id}`, operator);
    await expect.element(page.getByRole('button', { name: /^Aprovar/ })).toBeVisible();
    await keys('a');
    await expect.element(dialog.getByText('está contestado no banco', { exact: false })).toBeVisible();
    expect(callsOf('performOperatorAction')).toEqual([]);
    await press('Seguir mesmo contestado', dialog);
    await expect.poll(() => callsOf('performOperatorAction').length).toBe(1);
  });
});

describe('payments that need an action by an admin', () => {
  it('the admin’s overview counts payments that need an action, and links to their list', async () => {
    answersOverview();
    answer('countAttention', {
      items: [
        { attention: 'to_return', payments: 2, cents: 699_800, dueBy: null },
        { attention: 'dispute_open', payments: 1, cents: 349_900, dueBy: AT },
        { attention: 'dispute_lost', payments: 4, cents: 1_399_600, dueBy: null },
      ],
    });
    open('/admin', anAdmin());
    const waiting = region('O que aguarda');
    const line = (name: RegExp) => waiting.getByRole('link', { name });
    await expect.element(line(/A devolver 2 pagamentos R\$ 6\.998,00/)).toBeVisible();
    const disputed = line(/Contestação aberta 1 pagamento R\$ 3\.499,00, responder até 27\/11\/2026/);
    await expect.element(disputed).toBeVisible();
    expect(disputed.element().getAttribute('href')).toBe('/admin/payments?attention=dispute_open');
    expect(line(/Contestação perdida/).elements()).toEqual([]);
  });

  it('the list of payments shows the state of a refund or dispute', async () => {
    const failed = aPayment({ payerName: 'Ana', refundState: 'failed' });
    const disputed = aPayment({ payerName: 'Rui', disputeState: 'open', flag: 'disputed' });
    answer('listPayments', paymentsPage([failed, disputed]));
    answer('listWebhookEvents', pageOf([], 10));
    open('/admin/payments?attention=refund_failed', anAdmin());
    await expect.element(page.getByText('Reembolso falhou').first()).toBeVisible();
    await expect.element(page.getByText('Contestação aberta').first()).toBeVisible();
    expect(callsOf('listPayments').at(-1)?.query).toMatchObject({ attention: 'refund_failed' });
  });
});
