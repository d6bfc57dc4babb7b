import type { ArchiveWarning } from '@g2/gateway/contract/archive';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Db } from '../../mock/db.ts';
import { openMocked } from '../../testing/mock.ts';
import { paymentConfig } from '../../testing/payments.ts';
import { aPayableRegistration, aUser, someContents } from '../../testing/records.ts';
import { dialog, press, query, region } from '../../testing/screen.ts';
import { answer, mockApi } from '../../testing/server.ts';

const user = aUser();
const WARNINGS: readonly ArchiveWarning[] = ['dependencies', 'name-changed', 'private-key', 'env-file'];
const contentsWithWarnings = { ...someContents, warnings: [...WARNINGS] };
const storedRegistration = aPayableRegistration({ userId: user.id, contents: contentsWithWarnings });
const warningList = page.getByRole('list', { name: 'Avisos' });
const warningSummary = region('Avisos sobre o ZIP');
let db: Db;

const storedRow = () => db.registrations[0] ?? storedRegistration;

beforeEach(() => {
  db = mockApi({ user, registrations: [storedRegistration] });
  answer('getPaymentConfig', paymentConfig());
});

describe('the findings of the ZIP inspection', () => {
  it('lists the ZIP’s warnings at the upload step, most serious first, as on the details page', async () => {
    storedRow().contents = null;
    openMocked(`/register?id=${storedRegistration.id}&step=upload`, db);
    await expect.element(page.getByText('Examinando o conteúdo…')).toBeVisible();
    storedRow().contents = contentsWithWarnings;
    await expect.element(warningList).toBeVisible();
    const uploadStepText = warningList.element().textContent;
    expect(uploadStepText).toMatch(/^Chave privada.*Arquivo \.env.*Dependências de terceiros.*Nome ajustado/);
    await expect
      .element(page.getByRole('link', { name: 'Ver arquivos' }))
      .toHaveAttribute('href', `/registros/${storedRegistration.id}/arquivos`);
    openMocked(`/registros/${storedRegistration.id}?secao=arquivo`, db);
    await expect.element(warningList).toBeVisible();
    expect(warningList.element().textContent).toBe(uploadStepText);
  });

  it('no longer shows the warnings of a replaced file', async () => {
    openMocked(`/register?id=${storedRegistration.id}&step=upload`, db);
    await expect.element(warningList).toBeVisible();
    await expect.poll(() => document.querySelector('main input[type=file]')).not.toBeNull();
    const transfer = new DataTransfer();
    transfer.items.add(new File(['PK limpo'], 'limpo.zip'));
    const input = document.querySelector<HTMLInputElement>('main input[type=file]');
    if (input !== null) input.files = transfer.files;
    input?.dispatchEvent(new Event('change', { bubbles: true }));
    await expect.element(region('Arquivo guardado').getByText('limpo.zip')).toBeVisible();
    await expect.element(warningList).not.toBeInTheDocument();
    await expect.element(page.getByText('Nenhum aviso sobre o conteúdo.')).toBeVisible();
  });

  it('summarises the warnings before the payment, in wizard and dashboard, and links to the file', async () => {
    openMocked(`/register?id=${storedRegistration.id}&step=complete`, db);
    await expect.element(warningSummary).toBeVisible();
    expect(warningSummary.element().textContent).toMatch(
      /^O ZIP tem 4 avisos: Chave privada, .*, Dependências de terceiros e Nome ajustado\./,
    );
    await warningSummary.getByRole('link', { name: 'Rever o arquivo' }).click();
    await expect.poll(query).toBe(`?id=${storedRegistration.id}&step=upload`);
    openMocked('/dashboard', db);
    await press('Pagar', page.getByRole('article'));
    await expect.element(dialog.getByRole('region', { name: 'Avisos sobre o ZIP' })).toBeVisible();
  });

  it('summarises the warnings before corrections are resubmitted', async () => {
    const { createdAt } = storedRegistration;
    Object.assign(storedRow(), { paymentPaidAt: createdAt, correctionReason: 'Falta o código.' });
    openMocked(`/register?id=${storedRegistration.id}&step=complete`, db);
    await expect.element(warningSummary).toBeVisible();
  });

  it('shows the card form and no summary when the ZIP has no warnings', async () => {
    storedRow().contents = someContents;
    openMocked(`/register?id=${storedRegistration.id}&step=complete`, db);
    await expect.element(page.getByLabelText('Número do cartão')).toBeVisible();
    await expect.element(warningSummary).not.toBeInTheDocument();
  });
});
