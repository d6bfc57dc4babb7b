import type { Dossier } from '@g2/gateway/contract/government';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aGovernment, aUser } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { dialog, hasNoHorizontalScroll, keys, press, region, setViewport } from '../../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../../testing/server.ts';

const operator = aUser({ role: 'operator' });
const id = '0193a1b2-0000-7000-8000-000000000001';
const dossier: Dossier = {
  registrationId: id,
  title: 'Agenda da clínica',
  description: 'Marca consultas',
  authors: [],
  holders: [{ name: 'Ana Lima', taxId: '529.982.247-25', percentage: 100 }],
  createdOn: '2026-01-02',
  publishedOn: null,
  languages: ['TypeScript'],
  applicationFields: [{ code: 'SD01', name: 'Saúde' }],
  programTypes: [],
  derivedFrom: null,
  hashAlgorithm: 'SHA-512',
  hash: 'ab'.repeat(64),
  fileName: 'agenda.zip',
  gruNumber: null,
  protocol: null,
  declaration: 'DECLARAÇÃO DE VERACIDADE\n\nDeclaro que é verdade.',
  tables: { source: 'INPI, Manual do usuário, anexos', date: '2019' },
  missing: ['authors', 'programTypes', 'gruNumber'],
};
const openPage = () => open(`/operator/registrations/${id}/dossie`, operator);
const copiedTexts: string[] = [];

beforeEach(() => {
  copiedTexts.splice(0);
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copiedTexts.push(text) },
  });
  answer('getDossier', dossier);
  answer('getGovernment', aGovernment({ proposedLanguages: ['TypeScript', 'SQL'] }));
});

it('[dossier-page] shows the fields of INPI’s form, lists missing fields, and copies values', async () => {
  openPage();
  const missing = region('Falta para o formulário');
  await expect
    .poll(() =>
      missing
        .getByRole('listitem')
        .elements()
        .map((item) => item.textContent),
    )
    .toEqual(['Autores', 'Tipo de programa', 'GRU (nosso número)']);
  const program = region('Programa');
  await expect.element(program.getByText('SD01 – Saúde')).toBeVisible();
  await expect.element(program.getByText('Não publicado')).toBeVisible();
  await expect
    .element(program.getByText(/tipo de programa: INPI, Manual do usuário, anexos \(2019\)\./))
    .toBeVisible();
  await expect.element(program.getByText('02/01/2026')).toBeVisible();
  await expect.element(region('Pessoas').getByText('Ana Lima · 529.982.247-25 · 100%')).toBeVisible();
  await press('Copiar Resumo digital hash');
  await press('Copiar Campo de aplicação');
  await press('Copiar JSON');
  await expect.poll(() => copiedTexts.length).toBe(3);
  expect(copiedTexts.slice(0, 2)).toEqual(['ab'.repeat(64), 'SD01 – Saúde']);
  expect(JSON.parse(copiedTexts[2] ?? '')).toEqual(dossier);
  expect(page.getByRole('button', { name: 'Copiar Tipo de programa' }).elements()).toEqual([]);
  await setViewport(360);
  await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
});

it('[dossier-complete] staff fill in missing values of the INPI dossier in a dialog that suggests languages and codes', async () => {
  answer('setGovernment', aGovernment({ version: 1 }));
  openPage();
  await press('Completar dados');
  await press('Adicionar autor', dialog);
  await dialog.getByLabelText('Nome', { exact: true }).fill('Ana Lima');
  await dialog.getByLabelText('CPF', { exact: true }).fill('52998224725');
  await dialog.getByLabelText('Linguagens de programação').first().click();
  await page.getByRole('option', { name: 'SQL' }).click();
  await keys('Elm{Enter}');
  await dialog.getByLabelText('Tipo de programa').first().fill('aplicativos');
  await page.getByRole('option', { name: 'AP01 – Aplicativos' }).click();
  // Tab leaves the field, which closes its option list.
  await keys('{Tab}');
  await press('Salvar', dialog);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect
    .poll(() => callsOf('setGovernment').map(({ body }) => body))
    .toMatchObject([
      {
        version: 0,
        data: {
          authors: [{ name: 'Ana Lima', taxId: '529.982.247-25' }],
          languages: ['SQL', 'Elm'],
          programTypes: ['AP01'],
        },
      },
    ]);
});

it('the dossier page says that nothing is missing, that it does not exist or failed to load', async () => {
  answer('getDossier', { ...dossier, missing: [] });
  openPage();
  await expect.element(page.getByText('Nada falta', { exact: false })).toBeVisible();
  refuse('getDossier', 'not-found');
  openPage();
  await expect.element(page.getByRole('heading', { name: 'Registro não encontrado' })).toBeVisible();
  refuse('getDossier', 'unavailable');
  openPage();
  await expect.element(page.getByRole('heading', { name: 'Erro ao carregar o dossiê' })).toBeVisible();
  answer('getDossier', dossier);
  await press('Tentar novamente');
  await expect.element(page.getByRole('heading', { name: 'Dossiê do INPI' })).toBeVisible();
});
