import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Db, StoredRegistration } from '../../../mock/db.ts';
import { openMocked } from '../../../testing/mock.ts';
import { anAdmin, aPayableRegistration } from '../../../testing/records.ts';
import {
  dialog,
  hasNoHorizontalScroll,
  press,
  query,
  region,
  setViewport,
  toast,
} from '../../../testing/screen.ts';
import { callsOf, mockApi } from '../../../testing/server.ts';

const TAB_PATH = '/admin?tab=status&sort=title';
const PAID_AT = '2026-03-02T12:00:00.000Z';
const STATUS_CARDS = [
  ['Submetido', '2', 'Recebido, à espera do pagamento da taxa.', 'Próximos: Pago'],
  ['Pago', '1', 'Taxa paga, à espera da análise.', 'Próximos: Em Análise'],
  ['Em Análise', '0', 'Em conferência pela equipe.', 'Próximos: Processamento Governamental, Submetido'],
  ['Processamento Governamental', '0', 'Na etapa governamental.', 'Próximos: Concluído, Em Análise'],
  ['Concluído', '0', 'Processo concluído, certificado por emitir.', 'Próximos: Certificado Emitido'],
  ['Certificado Emitido', '0', 'Certificado disponível ao cliente.', 'Status final'],
];
const row = (text: string) =>
  page.getByRole('table', { name: 'Registros' }).getByRole('row').filter({ hasText: text });
const statusOption = (name: string) => dialog.getByRole('radio', { name, exact: true });
const reason = dialog.getByLabelText('Motivo (opcional)');
const expectInDialog = (text: string) => expect.element(dialog.getByText(text)).toBeVisible();
const expectToast = (text: string) => expect.element(toast.getByText(text, { exact: true })).toBeVisible();
const statuses = () => db.registrations.map(({ status }) => status);
const expectInView = (name: string) =>
  expect.element(dialog.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });

let db: Db;
function seed(...rows: readonly Partial<StoredRegistration>[]): void {
  db = mockApi({
    user: anAdmin(),
    registrations: rows.map((item) => aPayableRegistration({ paymentAmount: 349_900, ...item })),
  });
}
async function openBulkDialog(): Promise<void> {
  openMocked(TAB_PATH, db);
  await page.getByRole('checkbox', { name: 'Selecionar todos desta página' }).click();
  await press('Atualizar em lote');
}

describe('a status set manually by an admin', () => {
  beforeEach(() =>
    seed(
      { title: 'Por fora' },
      { title: 'Sem motivo' },
      { title: 'Devolvido', paymentPaidAt: PAID_AT },
      { title: 'Pronto', status: 'completed', paymentPaidAt: PAID_AT },
    ),
  );
  const openStatusDialog = async (title: string) => {
    openMocked('/admin?tab=registrations', db);
    await press(`Atualizar Status: ${title}`);
  };

  it('announces a manual payment, and asks for confirmation if its reason is empty', async () => {
    await openStatusDialog('Por fora');
    await expectInDialog('Registra um pagamento manual de R$ 3.499,00.');
    await statusOption('Pago').click();
    await press('Atualizar status', dialog);
    const alert = dialog.getByRole('alert');
    await expect.element(alert.getByText(/^Pagamento manual sem motivo/)).toBeVisible();
    await expect.element(reason).toHaveFocus();
    expect(callsOf('changeRegistrationStatus')).toEqual([]);
    await reason.fill('Transferência 4711');
    await expect.element(alert).not.toBeInTheDocument();
    await press('Atualizar status', dialog);
    await expectToast('Status atualizado');
    await openStatusDialog('Sem motivo');
    await statusOption('Pago').click();
    await press('Atualizar status', dialog);
    await press('Registrar sem motivo', dialog);
    await expect.poll(statuses).toEqual(['paid', 'paid', 'submitted', 'completed']);
    await expect.poll(() => db.history.map((item) => item.reason)).toEqual(['Transferência 4711', null]);
  });

  it('says that a resubmission is free of charge, and that issuing a certificate cannot be undone', async () => {
    await openStatusDialog('Devolvido');
    await expectInDialog('Reenvia sem nova cobrança.');
    expect(dialog.getByText('pagamento manual', { exact: false }).elements()).toEqual([]);
    await statusOption('Pago').click();
    // A resubmission needs no reason.
    await press('Atualizar status', dialog);
    await expectToast('Status atualizado');
    expect(statuses()[2]).toBe('paid');
    await openStatusDialog('Pronto');
    await expectInDialog('Emite o certificado e avisa o cliente por e-mail; não tem volta.');
  });
});

describe('a bulk status change', () => {
  it('shows the sum of the manual payments, and keeps the buttons of the dialog in view', async () => {
    seed(...Array.from({ length: 6 }, (_, n) => ({ title: `Soma ${n}` })));
    await openBulkDialog();
    await expectInView('Atualizar selecionados');
    await statusOption('Pago').click();
    await expectInDialog('Registra 6 pagamentos manuais: 6 × R$ 3.499,00 = R$ 20.994,00.');
    await expectInView('Atualizar 6 registros');
    await press('Atualizar 6 registros', dialog);
    await expect.element(dialog.getByRole('alert').getByText(/^Pagamento manual sem motivo/)).toBeVisible();
    expect(callsOf('changeRegistrationStatus')).toEqual([]);
    await reason.fill('Convênio');
    await press('Atualizar 6 registros', dialog);
    await expectToast('Status atualizados');
    expect(new Set(statuses())).toEqual(new Set(['paid']));
  });

  it('[admin-status-bulk] sends a request per allowed registration, and says why the others are not sent', async () => {
    seed(
      ...['A', 'B'].map((name) => ({
        title: `Lote ${name}`,
        status: 'paid' as const,
        paymentPaidAt: PAID_AT,
      })),
      { title: 'Lote C' },
    );
    await openBulkDialog();
    await expectInDialog('Atualizar status em lote');
    await expect.poll(() => dialog.getByRole('radio').elements().length).toBe(6);
    await expect.element(statusOption('Concluído')).toBeDisabled();
    await press('Atualizar selecionados', dialog);
    await expectInDialog('Status inválido');
    await expectInDialog('2 de 3 permitem este status');
    await statusOption('Em Análise').click();
    await expectInDialog('Não será enviado: De Submetido só se passa para Pago.');
    await reason.fill('Mutirão');
    await press('Atualizar 2 registros', dialog);
    await expectToast('Status atualizados');
    await expectToast('2 registros');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect
      .poll(() => callsOf('changeRegistrationStatus').map(({ params, body }) => [params.id, body]))
      .toEqual(
        db.registrations
          .slice(0, 2)
          .map(({ id }) => [
            id,
            { status: 'reviewing', reason: 'Mutirão', notes: null, expectedStatus: 'paid' },
          ]),
      );
    await expect.poll(() => statuses()).toEqual(['reviewing', 'reviewing', 'submitted']);
    // Records that were not sent stay selected.
    await expect.element(region('Seleção').getByText('1 selecionado', { exact: true })).toBeVisible();
    await expect.element(row('Lote A').getByText('Em Análise', { exact: true })).toBeVisible();
  });
});

describe('the status tab', () => {
  beforeEach(() =>
    seed({ title: 'Um' }, { title: 'Dois' }, { title: 'Três', status: 'paid', paymentPaidAt: PAID_AT }),
  );

  it('[admin-status-overview] shows a card for each status, and filters the list by a clicked card', async () => {
    openMocked(TAB_PATH, db);
    const overview = region('Registros por status');
    const submitted = overview.getByRole('button', { name: /^Submetido/ });
    await expect
      .poll(() =>
        overview
          .getByRole('listitem')
          .elements()
          .map((item) => item.textContent),
      )
      .toEqual(STATUS_CARDS.map((texts) => texts.join('')));
    await expect.element(row('Três')).toBeVisible();
    await submitted.click();
    await expect.element(row('Três')).not.toBeInTheDocument();
    await expect.element(row('Um')).toBeVisible();
    await expect.poll(() => query()).toBe('?tab=status&sort=title&status=submitted');
    await expect.element(page.getByRole('combobox', { name: 'Filtrar por status' })).toHaveValue('Submetido');
    await submitted.click();
    await expect.element(row('Três')).toBeVisible();
  });

  it('[admin-status-phone] shows registrations as selectable cards on a phone', async () => {
    await setViewport(360);
    await openBulkDialog();
    await expectInDialog('Novo status');
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
    await press('Cancelar', dialog);
    await expect.element(region('Seleção').getByText('3 selecionados')).toBeVisible();
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  });
});
