import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { anAdmin, anEvent, pageOf, paymentsPage } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { fits, press, query, widen } from '../../../testing/screen.ts';
import { answer, callsOf } from '../../../testing/server.ts';

const rows = page.getByRole('table', { name: 'Avisos do provedor' }).getByRole('row');
const failed = anEvent({ id: 'f', status: 'failed', paymentIntentId: 'pi_a', errorMessage: 'sem registro' });
const events = [
  anEvent({ id: '1', eventType: 'charge.succeeded', paymentIntentId: 'pi_a' }),
  failed,
  anEvent({ id: '2', eventType: 'payment_intent.created', paymentIntentId: 'pi_a' }),
];

beforeEach(() => {
  answer('listPayments', paymentsPage([]));
  answer('listWebhookEvents', ({ query: asked }) =>
    asked.status?.includes('failed') ? pageOf([failed], asked.limit) : pageOf(events, asked.limit),
  );
});

it('[events-fold] the list of events has one row per payment, and links to the failed events', async () => {
  open('/admin/payments?view=events', anAdmin());
  await expect.poll(() => rows.elements()).toHaveLength(3);
  const first = rows.nth(1);
  await expect.element(first.getByText('Cobrança aprovada')).toBeVisible();
  const other = first.getByText(/^Pagamento iniciado/);
  await expect.element(other).not.toBeVisible();
  await first.getByText('Mais 1 aviso deste pagamento').click();
  await expect.element(other).toBeVisible();
  await expect.element(rows.nth(2).getByRole('button', { name: /^Reprocessar/ })).toBeVisible();
  await expect.element(page.getByText(/^1 aviso falhou e espera ser reprocessado/)).toBeVisible();
  await press('Ver só os que falharam');
  await expect.poll(query).toBe('?view=events&status=failed');
  await expect.poll(() => rows.elements()).toHaveLength(2);
  expect(page.getByText('falhou e espera', { exact: false }).elements()).toEqual([]);
  await expect.poll(() => callsOf('listWebhookEvents').at(-1)?.query.status).toEqual(['failed']);
});

it('[events-fold-none] the list of events has no note when no event failed, and fits a phone', async () => {
  answer('listWebhookEvents', ({ query: asked }) =>
    asked.status?.includes('failed')
      ? pageOf([], asked.limit)
      : pageOf(
          [events[0], events[2]].flatMap((one) => one ?? []),
          asked.limit,
        ),
  );
  await widen(360);
  open('/admin/payments?view=events', anAdmin());
  await expect.element(page.getByText('Mais 1 aviso deste pagamento')).toBeVisible();
  expect(page.getByText('Ver só os que falharam').elements()).toEqual([]);
  await expect.poll(() => fits()).toBe(true);
});
