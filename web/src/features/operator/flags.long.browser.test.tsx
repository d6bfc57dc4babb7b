import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { answersFiles, answersText, FILES, TEXT } from '../../testing/archive.ts';
import {
  anEvidence,
  aStaffRegistration,
  aUser,
  CERTIFICATE_NUMBER,
  pageOf,
  queueStatsOf,
  someContents,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { hasNoHorizontalScroll, press, query, region, setViewport, toast } from '../../testing/screen.ts';
import { answer, answerWith, callsOf, refuse } from '../../testing/server.ts';

const operator = aUser({ role: 'operator', firstName: 'Olga' });
const registration = aStaffRegistration({
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
  registrationId: registration.id,
  holderName,
  holderTaxId: '529.982.247-25',
  ownershipPercentage,
  createdAt: registration.createdAt,
});

const flags = region('Pontos de atenção');
const sectionTitles = (container: Locator): (string | null)[] =>
  container
    .getByRole('heading')
    .elements()
    .map((element) => element.textContent);

beforeEach(() => {
  answer('getQueueStats', queueStatsOf({ total: 1, inReview: 1 }));
  answer('listQueue', pageOf([registration], 10));
  answer('listColleagues', pageOf([], 100));
  answer('getStaffRegistration', registration);
  answer('listStaffHolders', pageOf([holder('Rui Sá', 60)], 100));
  answer('getStaffHistory', pageOf([], 100));
  answer('getEvidence', anEvidence({ registrationId: registration.id }));
  answersFiles(FILES);
  answersText();
});

describe('the sections of a registration that help staff to decide', () => {
  it('[flags-first] page and panel show the findings first, the most serious finding on top', async () => {
    open(`/operator/registrations/${registration.id}`, operator);
    const flagTexts = () =>
      flags
        .getByRole('listitem')
        .elements()
        .map((element) => element.textContent?.split('.')[0]);
    const expectedFlags = [
      'Grave: O pagamento deste registro foi contestado no cartão (chargeback)',
      'Grave: Arquivo de ambiente (',
      'Atenção: O campo Titular diz “Ana Lima”, que não está na lista de titulares: Rui Sá',
      'Atenção: As participações somam 60%: 40% não são de ninguém',
    ];
    await expect.poll(flagTexts).toHaveLength(expectedFlags.length);
    expect(flagTexts().toSpliced(1, 1)).toEqual(expectedFlags.toSpliced(1, 1));
    expect(flagTexts()[1]).toMatch(/^Grave: /);
    const order = ['Pontos de atenção', 'Informações', 'Titulares', 'Arquivo', 'Prova do depósito'];
    expect(sectionTitles(page.getByRole('main')).filter((name) => order.includes(name ?? ''))).toEqual(order);
    // The warnings are in the section of findings, and not repeated in the file section.
    expect(region('Arquivo').getByRole('list', { name: 'Avisos' }).elements()).toEqual([]);
    open(`/operator?open=${registration.id}`, operator);
    const panel = page.getByRole('complementary');
    await expect.element(panel.getByText(/O campo Titular diz/)).toBeVisible();
    expect(sectionTitles(panel).slice(1, 5)).toEqual(order.slice(0, 4));
    await setViewport(360);
    await expect.element(page.getByText(/O campo Titular diz/)).toBeVisible();
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  });

  it('[flags-none] says that there are no findings, or that the holders could not be checked', async () => {
    const unproblematic = { ...registration, paymentFlag: null, contents: someContents };
    answer('getStaffRegistration', unproblematic);
    answer('listStaffHolders', pageOf([], 100));
    open(`/operator/registrations/${registration.id}`, operator);
    await expect.element(flags.getByText('Nada chama a atenção nos dados nem no arquivo.')).toBeVisible();
    answer('getStaffRegistration', { ...unproblematic, contents: null });
    refuse('listStaffHolders', 'unavailable');
    open(`/operator/registrations/${registration.id}`, operator);
    await expect.element(flags.getByText('Os titulares não puderam ser conferidos.')).toBeVisible();
    expect(flags.getByText(/Nada chama|nada chama/).elements()).toEqual([]);
    answer('listStaffHolders', pageOf([], 100));
    await press('Tentar novamente', flags);
    await expect.element(flags.getByText(/^Até aqui nada chama a atenção/)).toBeVisible();
  });

  it('[staff-certificate] page and panel show the certificate’s number and download its PDF', async () => {
    answer('getStaffRegistration', { ...registration, status: 'certificate_issued' });
    answer('listQueue', pageOf([{ ...registration, status: 'certificate_issued' }], 10));
    answerWith(
      'getCertificate',
      () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
    );
    for (const address of [
      `/operator/registrations/${registration.id}`,
      `/operator?open=${registration.id}`,
    ]) {
      open(address, operator);
      const section = region('Certificado');
      await expect.element(section.getByRole('link', { name: CERTIFICATE_NUMBER })).toBeVisible();
      await press('Baixar PDF', section);
      await expect.element(toast.getByText('Download concluído')).toBeVisible();
    }
    await expect
      .poll(() => callsOf('getCertificate').map(({ params }) => params.id))
      .toEqual([registration.id, registration.id]);
    answer('getStaffRegistration', registration);
    answer('listQueue', pageOf([registration], 10));
    open(`/operator/registrations/${registration.id}`, operator);
    await expect.element(region('Informações')).toBeVisible();
    expect(region('Certificado').elements()).toEqual([]);
  });

  it('[file-in-place] opens the file browser in the panel; the short hash expands', async () => {
    open(`/operator?search=agenda&open=${registration.id}`, operator);
    const panel = page.getByRole('complementary');
    const queryBefore = query();
    expect(panel.getByText(registration.sha256 ?? '').elements()).toEqual([]);
    await press('Ver os arquivos aqui', panel);
    const fileTree = panel.getByRole('tree', { name: 'Arquivos do ZIP' });
    const openFile = panel.getByRole('region', { name: 'Arquivo aberto' });
    // The README opens first.
    await expect.element(openFile.getByText('README.md').first()).toBeVisible();
    await fileTree.getByRole('treeitem', { name: /^src / }).click();
    await fileTree.getByRole('treeitem', { name: /^util\.ts / }).click();
    await expect.element(openFile.getByRole('heading', { name: 'src/util.ts' })).toBeVisible();
    await expect
      .element(openFile.getByText(TEXT.split(';')[0] ?? '', { exact: false }).first())
      .toBeVisible();
    await expect.poll(() => query()).toBe(queryBefore);
    await press('Fechar os arquivos', panel);
    await expect.element(fileTree).not.toBeInTheDocument();
    await panel.getByText('SHA-256 abababab…abababab').click();
    await expect.element(panel.getByText('ab'.repeat(32), { exact: true })).toBeVisible();
  });
});
