import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { anAdmin, aWebhookEvent, pageOf, paymentsPage } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { hasNoHorizontalScroll, press, query, setViewport } from '../../../testing/screen.ts';
import { answer, callsOf } from '../../../testing/server.ts';

const rows = page.getByRole('table', { name: 'Avisos do provedor' }).getByRole('row');
const failedEvent = aWebhookEvent({
  id: 'f',
  status: 'failed',
  paymentIntentId: 'pi_a',
  errorMessage: 'sem registro',
});
const events = [
  aWebhookEvent({ id: '1', eventType: 'charge.succeeded', paymentIntentId: 'pi_a' }),
  failedEvent,
  aWebhookEvent({ id: '2', eventType: 'payment_intent.created', paymentIntentId: 'pi_a' }),
];

beforeEach(() => {
  answer('listPayments', paymentsPage([]));
  answer('listWebhookEvents', ({ query: requested }) =>
    requested.status?.includes('failed')
      ? pageOf([failedEvent], requested.limit)
      : pageOf(events, requested.limit),
  );
});

it('[events-fold] groups the events of a payment in one row, and has a button to show the failed events', async () => {
  open('/admin/payments?view=events', anAdmin());
  await expect.poll(() => rows.elements()).toHaveLength(3);
  const groupRow = rows.nth(1);
  await expect.element(groupRow.getByText('Cobrança aprovada')).toBeVisible();
  const relatedEvent = groupRow.getByText(/^Pagamento iniciado/);
  await expect.element(relatedEvent).not.toBeVisible();
  await groupRow.getByText('Mais 1 aviso deste pagamento').click();
  await expect.element(relatedEvent).toBeVisible();
  await expect.element(rows.nth(2).getByRole('button', { name: /^Reprocessar/ })).toBeVisible();
  await expect.element(page.getByText(/^1 aviso falhou e espera ser reprocessado/)).toBeVisible();
  await press('Ver só os que falharam');
  await expect.poll(query).toBe('?view=events&status=failed');
  await expect.poll(() => rows.elements()).toHaveLength(2);
  expect(page.getByText('falhou e espera', { exact: false }).elements()).toEqual([]);
  await expect.poll(() => callsOf('listWebhookEvents').at(-1)?.query.status).toEqual(['failed']);
});

it('[events-fold-none] shows no note about failed events if none failed, and fits a phone', async () => {
  answer('listWebhookEvents', ({ query: requested }) =>
    requested.status?.includes('failed')
      ? pageOf([], requested.limit)
      : pageOf(
          [events[0], events[2]].flatMap((event) => event ?? []),
          requested.limit,
        ),
  );
  await setViewport(360);
  open('/admin/payments?view=events', anAdmin());
  await expect.element(page.getByText('Mais 1 aviso deste pagamento')).toBeVisible();
  expect(page.getByText('Ver só os que falharam').elements()).toEqual([]);
  await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
});
