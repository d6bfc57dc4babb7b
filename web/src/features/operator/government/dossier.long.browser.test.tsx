import type { Dossier } from '@g2/gateway/contract/government';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aGovernment, aUser } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { dialog, fits, keys, press, region, widen } from '../../../testing/screen.ts';
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
const show = () => open(`/operator/registrations/${id}/dossie`, operator);
const copied: string[] = [];

beforeEach(() => {
  copied.splice(0);
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  });
  answer('getDossier', dossier);
  answer('getGovernment', aGovernment({ proposedLanguages: ['TypeScript', 'SQL'] }));
});

it('[dossier-page] shows the fields of INPI’s form, marks missing ones and copies each', async () => {
  show();
  const missing = region('Falta para o formulário');
  await expect
    .poll(() =>
      missing
        .getByRole('listitem')
        .elements()
        .map((one) => one.textContent),
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
  await expect.poll(() => copied.length).toBe(3);
  expect(copied.slice(0, 2)).toEqual(['ab'.repeat(64), 'SD01 – Saúde']);
  expect(JSON.parse(copied[2] ?? '')).toEqual(dossier);
  expect(page.getByRole('button', { name: 'Copiar Tipo de programa' }).elements()).toEqual([]);
  await widen(360);
  await expect.poll(() => fits()).toBe(true);
});

it('[dossier-complete] the operator adds missing values, with INPI’s codes suggested', async () => {
  answer('setGovernment', aGovernment({ version: 1 }));
  show();
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

it('says when nothing is missing or no dossier exists, and offers a retry', async () => {
  answer('getDossier', { ...dossier, missing: [] });
  show();
  await expect.element(page.getByText('Nada falta', { exact: false })).toBeVisible();
  refuse('getDossier', 'not-found');
  show();
  await expect.element(page.getByRole('heading', { name: 'Registro não encontrado' })).toBeVisible();
  refuse('getDossier', 'unavailable');
  show();
  await expect.element(page.getByRole('heading', { name: 'Erro ao carregar o dossiê' })).toBeVisible();
  answer('getDossier', dossier);
  await press('Tentar novamente');
  await expect.element(page.getByRole('heading', { name: 'Dossiê do INPI' })).toBeVisible();
});
