import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { answersFiles, answersText, FILES, TEXT } from '../../testing/archive.ts';
import {
  anEvidence,
  aStaffRegistration,
  aUser,
  NUMBER,
  pageOf,
  queueStatsOf,
  someContents,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { fits, press, query, region, toast, widen } from '../../testing/screen.ts';
import { answer, answerWith, callsOf, refuse } from '../../testing/server.ts';

const operator = aUser({ role: 'operator', firstName: 'Olga' });
const record = aStaffRegistration({
  status: 'reviewing',
  statusUpdatedAt: '2026-11-02T12:00:00.000Z',
  holderName: 'Ana Lima',
  sha256: 'ab'.repeat(32),
  sha512: 'cd'.repeat(64),
  fileName: 'projeto.zip',
  fileSize: 12_345,
  contents: { ...someContents, warnings: ['env-file'] },
  paymentPaidAt: '2026-11-01T12:00:00.000Z',
  paymentFlag: 'disputed',
});
const holder = (holderName: string, ownershipPercentage: number) => ({
  id: crypto.randomUUID(),
  registrationId: record.id,
  holderName,
  holderTaxId: '529.982.247-25',
  ownershipPercentage,
  createdAt: record.createdAt,
});

const flags = region('Pontos de atenção');
const sections = (within: Locator): (string | null)[] =>
  within
    .getByRole('heading')
    .elements()
    .map((one) => one.textContent);

beforeEach(() => {
  answer('getQueueStats', queueStatsOf({ total: 1, inReview: 1 }));
  answer('listQueue', pageOf([record], 10));
  answer('listColleagues', pageOf([], 100));
  answer('getStaffRegistration', record);
  answer('listStaffHolders', pageOf([holder('Rui Sá', 60)], 100));
  answer('getStaffHistory', pageOf([], 100));
  answer('getEvidence', anEvidence({ registrationId: record.id }));
  answersFiles(FILES);
  answersText();
});

describe('the sections for a decision about a record', () => {
  it('[flags-first] page and panel list the findings first, the most serious on top', async () => {
    open(`/operator/registrations/${record.id}`, operator);
    const flagTexts = () =>
      flags
        .getByRole('listitem')
        .elements()
        .map((one) => one.textContent?.split('.')[0]);
    const all = [
      'Grave: O pagamento deste registro foi contestado no cartão (chargeback)',
      'Grave: Arquivo de ambiente (',
      'Atenção: O campo Titular diz “Ana Lima”, que não está na lista de titulares: Rui Sá',
      'Atenção: As participações somam 60%: 40% não são de ninguém',
    ];
    await expect.poll(flagTexts).toHaveLength(all.length);
    expect(flagTexts().filter((_, index) => index !== 1)).toEqual(all.filter((_, index) => index !== 1));
    expect(flagTexts()[1]).toMatch(/^Grave: /);
    const order = ['Pontos de atenção', 'Informações', 'Titulares', 'Arquivo', 'Prova do depósito'];
    expect(sections(page.getByRole('main')).filter((name) => order.includes(name ?? ''))).toEqual(order);
    // The warnings are in the flags section and not repeated in the file section.
    expect(region('Arquivo').getByRole('list', { name: 'Avisos' }).elements()).toEqual([]);
    open(`/operator?open=${record.id}`, operator);
    const panel = page.getByRole('complementary');
    await expect.element(panel.getByText(/O campo Titular diz/)).toBeVisible();
    expect(sections(panel).slice(1, 5)).toEqual(order.slice(0, 4));
    await widen(360);
    await expect.element(page.getByText(/O campo Titular diz/)).toBeVisible();
    await expect.poll(() => fits()).toBe(true);
  });

  it('[flags-none] says that there are no findings, or that the holders failed to load', async () => {
    const quiet = { ...record, paymentFlag: null, contents: someContents };
    answer('getStaffRegistration', quiet);
    answer('listStaffHolders', pageOf([], 100));
    open(`/operator/registrations/${record.id}`, operator);
    await expect.element(flags.getByText('Nada chama a atenção nos dados nem no arquivo.')).toBeVisible();
    answer('getStaffRegistration', { ...quiet, contents: null });
    refuse('listStaffHolders', 'unavailable');
    open(`/operator/registrations/${record.id}`, operator);
    await expect.element(flags.getByText('Os titulares não puderam ser conferidos.')).toBeVisible();
    expect(flags.getByText(/Nada chama|nada chama/).elements()).toEqual([]);
    answer('listStaffHolders', pageOf([], 100));
    await press('Tentar novamente', flags);
    await expect.element(flags.getByText(/^Até aqui nada chama a atenção/)).toBeVisible();
  });

  it('[staff-certificate] page and panel show the number and the PDF of the certificate', async () => {
    answer('getStaffRegistration', { ...record, status: 'certificate_issued' });
    answer('listQueue', pageOf([{ ...record, status: 'certificate_issued' }], 10));
    answerWith(
      'getCertificate',
      () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
    );
    for (const address of [`/operator/registrations/${record.id}`, `/operator?open=${record.id}`]) {
      open(address, operator);
      const section = region('Certificado');
      await expect.element(section.getByRole('link', { name: NUMBER })).toBeVisible();
      await press('Baixar PDF', section);
      await expect.element(toast.getByText('Download concluído')).toBeVisible();
    }
    await expect
      .poll(() => callsOf('getCertificate').map(({ params }) => params.id))
      .toEqual([record.id, record.id]);
    answer('getStaffRegistration', record);
    answer('listQueue', pageOf([record], 10));
    open(`/operator/registrations/${record.id}`, operator);
    await expect.element(region('Informações')).toBeVisible();
    expect(region('Certificado').elements()).toEqual([]);
  });

  it('[file-in-place] opens the files inside the panel, and shows the hash in one line', async () => {
    open(`/operator?search=agenda&open=${record.id}`, operator);
    const panel = page.getByRole('complementary');
    const before = query();
    expect(panel.getByText(record.sha256 ?? '').elements()).toEqual([]);
    await press('Ver os arquivos aqui', panel);
    const tree = panel.getByRole('tree', { name: 'Arquivos do ZIP' });
    const code = panel.getByRole('region', { name: 'Arquivo aberto' });
    // The README opens first.
    await expect.element(code.getByText('README.md').first()).toBeVisible();
    await tree.getByRole('treeitem', { name: /^src / }).click();
    await tree.getByRole('treeitem', { name: /^util\.ts / }).click();
    await expect.element(code.getByRole('heading', { name: 'src/util.ts' })).toBeVisible();
    await expect.element(code.getByText(TEXT.split(';')[0] ?? '', { exact: false }).first()).toBeVisible();
    await expect.poll(() => query()).toBe(before);
    await press('Fechar os arquivos', panel);
    await expect.element(tree).not.toBeInTheDocument();
    await panel.getByText('SHA-256 abababab…abababab').click();
    await expect.element(panel.getByText('ab'.repeat(32), { exact: true })).toBeVisible();
  });
});
