import type { ArchiveWarning } from '@g2/gateway/contract/archive';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Db } from '../../mock/db.ts';
import { openMocked } from '../../testing/mock.ts';
import { paymentConfig } from '../../testing/payments.ts';
import { aPayable, aUser, someContents } from '../../testing/records.ts';
import { dialog, press, query, region } from '../../testing/screen.ts';
import { answer, mockApi } from '../../testing/server.ts';

const user = aUser();
const FOUND: readonly ArchiveWarning[] = ['dependencies', 'name-changed', 'private-key', 'env-file'];
const warned = { ...someContents, warnings: [...FOUND] };
const stored = aPayable({ userId: user.id, contents: warned });
const list = page.getByRole('list', { name: 'Avisos' });
const brief = region('Avisos sobre o ZIP');
let db: Db;

const row = () => db.registrations[0] ?? stored;

beforeEach(() => {
  db = mockApi({ user, registrations: [stored] });
  answer('getPaymentConfig', paymentConfig());
});

describe('the findings of the ZIP inspection', () => {
  it('lists the ZIP’s warnings at the upload step, most serious first, as on the details page', async () => {
    row().contents = null;
    openMocked(`/register?id=${stored.id}&step=upload`, db);
    await expect.element(page.getByText('Examinando o conteúdo…')).toBeVisible();
    row().contents = warned;
    await expect.element(list).toBeVisible();
    const atUpload = list.element().textContent;
    expect(atUpload).toMatch(/^Chave privada.*Arquivo \.env.*Dependências de terceiros.*Nome ajustado/);
    await expect
      .element(page.getByRole('link', { name: 'Ver arquivos' }))
      .toHaveAttribute('href', `/registros/${stored.id}/arquivos`);
    openMocked(`/registros/${stored.id}?secao=arquivo`, db);
    await expect.element(list).toBeVisible();
    expect(list.element().textContent).toBe(atUpload);
  });

  it('no longer shows the warnings of a replaced file', async () => {
    openMocked(`/register?id=${stored.id}&step=upload`, db);
    await expect.element(list).toBeVisible();
    await expect.poll(() => document.querySelector('main input[type=file]')).not.toBeNull();
    const given = new DataTransfer();
    given.items.add(new File(['PK limpo'], 'limpo.zip'));
    const input = document.querySelector<HTMLInputElement>('main input[type=file]');
    if (input !== null) input.files = given.files;
    input?.dispatchEvent(new Event('change', { bubbles: true }));
    await expect.element(region('Arquivo guardado').getByText('limpo.zip')).toBeVisible();
    await expect.element(list).not.toBeInTheDocument();
    await expect.element(page.getByText('Nenhum aviso sobre o conteúdo.')).toBeVisible();
  });

  it('summarises the warnings before the payment, in wizard and dashboard, and links to the file', async () => {
    openMocked(`/register?id=${stored.id}&step=complete`, db);
    await expect.element(brief).toBeVisible();
    expect(brief.element().textContent).toMatch(
      /^O ZIP tem 4 avisos: Chave privada, .*, Dependências de terceiros e Nome ajustado\./,
    );
    await brief.getByRole('link', { name: 'Rever o arquivo' }).click();
    await expect.poll(query).toBe(`?id=${stored.id}&step=upload`);
    openMocked('/dashboard', db);
    await press('Pagar', page.getByRole('article'));
    await expect.element(dialog.getByRole('region', { name: 'Avisos sobre o ZIP' })).toBeVisible();
  });

  it('summarises the warnings before corrections are resubmitted', async () => {
    Object.assign(row(), { paymentPaidAt: stored.createdAt, correctionReason: 'Falta o código.' });
    openMocked(`/register?id=${stored.id}&step=complete`, db);
    await expect.element(brief).toBeVisible();
  });

  it('shows the card form and no summary when the ZIP has no warnings', async () => {
    row().contents = someContents;
    openMocked(`/register?id=${stored.id}&step=complete`, db);
    await expect.element(page.getByLabelText('Número do cartão')).toBeVisible();
    await expect.element(brief).not.toBeInTheDocument();
  });
});
