import type { Registration } from '@g2/gateway/contract/registrations';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../../testing/archive.ts';
import { aQueueRegistration, Desk, operator } from '../../testing/desk.ts';
import { answersOverview } from '../../testing/overview.ts';
import {
  anAdmin,
  anEvidence,
  aPayableRegistration,
  aPayment,
  aUser,
  noMessages,
  pageOf,
  paymentsPage,
  registrationStatsOf,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import {
  dialog,
  hasNoHorizontalScroll,
  keys,
  press,
  region,
  setViewport,
  toast,
} from '../../testing/screen.ts';
import { answer, callsOf } from '../../testing/server.ts';

const SAMPLE_TIME = '2026-11-27T15:00:00.000Z';
const closure = { reason: 'refunded', amountCents: 349_900, at: SAMPLE_TIME } as const;
const owner = aUser();
const closed = aPayableRegistration({
  userId: owner.id,
  title: 'Agenda',
  status: 'certificate_issued',
  canPay: false,
  canEdit: false,
  paymentPaidAt: SAMPLE_TIME,
  certificateIssuedAt: SAMPLE_TIME,
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
    const actionButtons = { name: /^(Pagar|Download|Registrar nova versão)$/ };
    expect(page.getByRole('button', actionButtons).elements()).toEqual([]);
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
    expect(page.getByRole('button', actionButtons).elements()).toEqual([]);
    await setViewport(360);
    expect(hasNoHorizontalScroll()).toBe(true);
    expect(await violations()).toEqual([]);
  });

  it.each<[string, Registration['closure']]>([
    ['open again', null],
    ['still closed', closure],
  ])('says that the bank refused the refund of a registration that is %s', async (_which, state) => {
    answer('getRegistration', {
      ...closed,
      status: 'paid',
      certificateIssuedAt: null,
      closure: state,
      refundFailed: true,
    });
    open(`/registros/${closed.id}`, owner);
    const next = region('Próximo passo');
    await expect.element(next.getByText(/^O banco não aceitou a devolução do pagamento/)).toBeVisible();
    expect(next.element().textContent).not.toContain('Devolvemos');
    const payment = region('Pagamento e recibo');
    await expect.element(payment.getByText(/^Não aceita pelo banco/)).toBeVisible();
    expect(payment.element().textContent).not.toContain('Devolvido');
  });

  it('the card of a closed registration has no button to pay, download or resend', async () => {
    answer('getRegistrationStats', registrationStatsOf({ totalRegistrations: 1 }));
    answer('listRegistrations', pageOf([{ ...closed, status: 'submitted' }], 12));
    open('/dashboard', owner);
    const card = page.getByRole('article', { name: 'Agenda' });
    await expect.element(card.getByText('Encerrado em 27/11/2026: pagamento devolvido')).toBeVisible();
    expect(card.getByRole('button', { name: /Pagar|Download|Reenviar/ }).elements()).toEqual([]);
  });
});

describe('a closed registration, as staff see it', () => {
  it('the page shows at the top that the registration is closed, and allows only notes', async () => {
    const record = aQueueRegistration('Agenda', 'paid', {
      closure,
      allowedActions: ['add_notes'],
      paymentFlag: 'refunded',
    });
    new Desk(record);
    open(`/operator/registrations/${record.id}`, operator);
    await expect.element(page.getByRole('button', { name: /^Adicionar Notas/ })).toBeVisible();
    const notice =
      'R$ 3.499,00 foram devolvidos ao cliente em 27/11/2026. O registro está encerrado e não aceita mais etapas.';
    const attention = region('Pontos de atenção');
    await expect.element(attention.getByText(notice, { exact: false }).first()).toBeVisible();
    expect(page.getByRole('button', { name: /^(Assumir|Aprovar|Solicitar)/ }).elements()).toEqual([]);
    await keys('a');
    await expect.element(toast.getByText(notice, { exact: false }).first()).toBeVisible();
  });

  it('an approval by shortcut asks for confirmation while the payment is disputed', async () => {
    const record = aQueueRegistration('Agenda', 'paid', { paymentFlag: 'disputed' });
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
        { attention: 'dispute_open', payments: 1, cents: 349_900, dueBy: SAMPLE_TIME },
        { attention: 'dispute_lost', payments: 4, cents: 1_399_600, dueBy: null },
      ],
    });
    open('/admin', anAdmin());
    const waiting = region('O que aguarda');
    const attentionLink = (name: RegExp) => waiting.getByRole('link', { name });
    await expect.element(attentionLink(/A devolver 2 pagamentos R\$ 6\.998,00/)).toBeVisible();
    const disputed = attentionLink(
      /Contestação aberta 1 pagamento R\$ 3\.499,00, responder até 27\/11\/2026/,
    );
    await expect.element(disputed).toBeVisible();
    expect(disputed.element().getAttribute('href')).toBe('/admin/payments?attention=dispute_open');
    expect(attentionLink(/Contestação perdida/).elements()).toEqual([]);
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
