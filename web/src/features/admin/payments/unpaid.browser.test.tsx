import type { UnpaidFile } from '@g2/gateway/contract/unpaid-files';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../../../testing/archive.ts';
import { anAdmin, pageOf, paymentsPage } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { hasNoHorizontalScroll, press, setViewport, toast } from '../../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../../testing/server.ts';

const file: UnpaidFile = {
  id: '0199abcd-0000-7000-8000-000000000001',
  title: 'Agenda da clínica',
  userId: '0199abcd-0000-7000-8000-000000000002',
  applicantName: 'Olívia Duarte',
  fileName: 'fonte.zip',
  fileAttachedAt: '2026-03-02T12:00:00.000Z',
  amount: 349_900,
  expiresAt: '2026-04-01T12:00:00.000Z',
  remindedAt: null,
  remindableFrom: null,
};
const remindedFile = {
  ...file,
  remindedAt: '2026-03-10T12:00:00.000Z',
  remindableFrom: '2999-01-01T12:00:00.000Z',
};
const filesPage = (
  items: UnpaidFile[],
  totals = { count: items.length, amount: items.length * 349_900 },
) => ({
  ...pageOf(items, 10),
  total: totals.count,
  totals,
});
const table = page.getByRole('table', { name: 'Registros sem pagamento' });
const buttonName = 'Lembrar o cliente: Agenda da clínica';

beforeEach(() => {
  answer('listWebhookEvents', pageOf([], 10));
  answer('listPayments', paymentsPage([]));
  answer('listUnpaidFiles', filesPage([file]));
});

describe('unpaid files', () => {
  it('[unpaid-remind] lists unpaid files with their owners, and sends one reminder per click', async () => {
    open('/admin/payments', anAdmin());
    await page.getByRole('tab', { name: 'Sem pagamento' }).click();
    await expect.poll(() => window.location.search).toBe('?view=unpaid');
    await expect.element(table.getByText('R$ 3.499,00')).toBeVisible();
    await expect.element(table.getByRole('link', { name: 'Olívia Duarte' })).toBeVisible();
    answer('remindOfPayment', {
      remindedAt: remindedFile.remindedAt,
      remindableFrom: remindedFile.remindableFrom,
    });
    answer('listUnpaidFiles', filesPage([remindedFile]));
    await press(buttonName);
    await expect.element(toast.getByText('Lembrete enviado')).toBeVisible();
    await expect.element(table.getByText('Lembrado em 10/03/2026')).toBeVisible();
    await expect.element(page.getByRole('button', { name: buttonName })).toBeDisabled();
    await expect.poll(() => callsOf('remindOfPayment').map(({ params }) => params.id)).toEqual([file.id]);
  });

  it('[unpaid-sum] shows count and total amount of all unpaid files, not only of the current page', async () => {
    answer('listUnpaidFiles', filesPage([file], { count: 12_345, amount: 4_319_515_500 }));
    open('/admin/payments?view=unpaid', anAdmin());
    await expect.element(page.getByText('12.345 registros · R$ 43.195.155,00')).toBeVisible();
    answer('listUnpaidFiles', filesPage([file]));
    open('/admin/payments?view=unpaid', anAdmin());
    await expect.element(page.getByText('1 registro · R$ 3.499,00')).toBeVisible();
  });

  it('[unpaid-refused] shows why the server refused a reminder', async () => {
    refuse('remindOfPayment', 'conflict', { message: 'Este registro não espera pagamento.' });
    open('/admin/payments?view=unpaid', anAdmin());
    await press(buttonName);
    await expect.element(toast.getByText('Este registro não espera pagamento.')).toBeVisible();
  });

  it.each([360, 1280])(
    '[unpaid-states] the list, full or empty, fits a width of %i px without accessibility violations',
    async (width) => {
      await setViewport(width);
      open('/admin/payments?view=unpaid', anAdmin());
      await expect.element(page.getByRole('button', { name: buttonName })).toBeVisible();
      expect([hasNoHorizontalScroll(), await violations()]).toEqual([true, []]);
      answer('listUnpaidFiles', filesPage([]));
      open('/admin/payments?view=unpaid', anAdmin());
      await expect.element(page.getByText('Nenhum arquivo espera pagamento')).toBeVisible();
    },
  );
});
