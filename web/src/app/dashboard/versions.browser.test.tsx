import type { Registration } from '@g2/gateway/contract/registrations';
import type { VersionDiff } from '@g2/gateway/contract/versions';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../../testing/archive.ts';
import {
  anEvidence,
  aPayableRegistration,
  aUser,
  pageOf,
  registrationStatsOf,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { hasNoHorizontalScroll, press, region, setViewport } from '../../testing/screen.ts';
import { answer, answerWith, callsOf, refuse } from '../../testing/server.ts';

const SAMPLE_TIME = '2026-03-02T12:00:00.000Z';
const ana = aUser();
const firstVersion = aPayableRegistration({
  userId: ana.id,
  title: 'Agenda',
  status: 'certificate_issued',
  canPay: false,
  canEdit: false,
  paymentPaidAt: SAMPLE_TIME,
  certificateIssuedAt: SAMPLE_TIME,
});
const secondVersion = aPayableRegistration({
  userId: ana.id,
  title: 'Agenda',
  sha256: 'cd'.repeat(32),
  paymentAmount: 149_999,
  versionNumber: 2,
  rootId: firstVersion.id,
  previousId: firstVersion.id,
  whatIsNew: 'Relatórios mensais',
});

const file = (path: string, isText = true) => ({
  path,
  size: 10,
  sha256: 'ab'.repeat(32),
  language: null,
  isText,
});
const fileState = (size: number) => ({ size, sha256: 'ab'.repeat(32) });
const versionSummary = (registration: Registration, root: string) => ({
  registrationId: registration.id,
  versionNumber: registration.versionNumber,
  fileName: 'agenda.zip',
  fileSize: 1,
  sha256: registration.sha256 ?? '',
  attachedAt: SAMPLE_TIME,
  root,
});

const diff: VersionDiff = {
  earlier: versionSummary(firstVersion, 'agenda-1.0/'),
  later: versionSummary(secondVersion, 'agenda-1.1/'),
  added: pageOf([file('docs/guia.md')], 50),
  removed: pageOf([file('logo.png', false)], 50),
  changed: pageOf(
    [{ path: 'src/a.ts', language: null, isText: true, before: fileState(10), after: fileState(20) }],
    50,
  ),
  unchanged: pageOf([file('LEIA-ME.md')], 50, 1_000),
  folders: [{ name: 'src', added: 0, removed: 0, changed: 1, unchanged: 3 }],
  languages: [{ name: '', added: 1, removed: 1, changed: 1, unchanged: 997 }],
};

const section = region('Versões');

function openDetails(registration: Registration, chain: Registration[]): void {
  answer('listRegistrations', pageOf([registration]));
  answer('getRegistrationStats', registrationStatsOf());
  answer('getRegistration', registration);
  answer('listHolders', pageOf([], 100));
  answer('getRegistrationHistory', pageOf([], 100));
  answer('getEvidence', anEvidence({ registrationId: registration.id }));
  answer('listVersions', pageOf(chain, 100));
  open(`/dashboard?registro=${registration.id}`, ana);
}

async function beginVersion(): Promise<void> {
  const button = section.getByRole('button', { name: 'Registrar nova versão' });
  await expect.element(button).toBeVisible();
  await button.click();
}

beforeEach(() => answer('diffVersions', diff));

describe('a new version of a registered program', () => {
  it('[versions-begin] the dialog shows the price, asks what is new, and continues to the file', async () => {
    openDetails(firstVersion, [firstVersion]);
    await beginVersion();
    const newDialog = page.getByRole('dialog', { name: 'Registrar a versão 2' });
    await expect.element(newDialog.getByText(/R\$ 1\.499,99/)).toBeVisible();
    await expect.element(newDialog.getByText(/titulares são copiados/)).toBeVisible();
    await press('Continuar para o arquivo', newDialog);
    await expect.element(newDialog.getByText('Conte o que mudou nesta versão')).toBeVisible();
    expect(callsOf('createVersion')).toHaveLength(0);
    answer('createVersion', secondVersion);
    answer('getUpload', { state: 'none', offset: 0, size: 0, fileName: null, sha256: null, problem: null });
    await newDialog.getByRole('textbox', { name: 'O que mudou nesta versão' }).fill('  Relatórios mensais ');
    await press('Continuar para o arquivo', newDialog);
    await expect.poll(() => window.location.pathname).toBe('/register');
    await expect.poll(() => window.location.search).toContain(`id=${secondVersion.id}`);
    const [sent] = callsOf('createVersion');
    expect(sent).toMatchObject({
      params: { id: firstVersion.id },
      body: { whatIsNew: 'Relatórios mensais' },
    });
    expect(sent?.headers.get('idempotency-key')).toBeTruthy();
  });

  it('[versions-twice] links to a new version that was started in another tab', async () => {
    openDetails(firstVersion, [firstVersion]);
    refuse('createVersion', 'version-exists', { facts: { registrationId: secondVersion.id } });
    await beginVersion();
    const newDialog = page.getByRole('dialog', { name: 'Registrar a versão 2' });
    await newDialog.getByRole('textbox', { name: 'O que mudou nesta versão' }).fill('x');
    await press('Continuar para o arquivo', newDialog);
    await expect
      .element(newDialog.getByRole('alert'))
      .toHaveTextContent(
        'Uma nova versão deste registro já foi iniciada. Continue por ela. Abrir essa versão',
      );
    await expect
      .element(newDialog.getByRole('link', { name: 'Abrir essa versão' }))
      .toHaveAttribute('href', `/registros/${secondVersion.id}`);
  });

  it('offers no further version while a new version is in progress', async () => {
    openDetails(firstVersion, [firstVersion, secondVersion]);
    await expect.element(section.getByRole('link', { name: 'Continuar a versão 2' })).toBeVisible();
    expect(section.getByRole('button', { name: 'Registrar nova versão' }).elements()).toEqual([]);
  });
});

describe('an unpaid version', () => {
  it('[versions-compared] shows the chain of versions and what changed', async () => {
    await setViewport(360);
    openDetails(secondVersion, [firstVersion, secondVersion]);
    await expect.element(section.getByText('Versão 2 (esta)')).toBeVisible();
    await expect.element(section.getByText('Relatórios mensais')).toBeVisible();
    await expect.element(section.getByText(/^Certificado em 02\/03\/2026/)).toBeVisible();
    await expect.element(section.getByText(/de agenda-1\.0\/ para agenda-1\.1\//)).toBeVisible();
    await expect.element(section.getByText('1 de 4 arquivos')).toBeVisible();
    const totals = [...document.querySelectorAll('dl dd')].map((element) => element.textContent);
    for (const count of ['1.000', '1']) expect(totals).toContain(count);
    answerWith('readFile', () => new Response('a\n', { headers: { 'x-whole': 'true' } }));
    await section.getByRole('button', { name: 'src/a.ts' }).click();
    await expect.element(section.getByRole('region', { name: 'Diferenças em src/a.ts' })).toBeVisible();
    await expect
      .poll(() => callsOf('readFile').map(({ params, query }) => [params.id, query.path]))
      .toEqual([
        [firstVersion.id, 'agenda-1.0/src/a.ts'],
        [secondVersion.id, 'agenda-1.1/src/a.ts'],
      ]);
    await press('Removidos (1)', section);
    await expect.element(section.getByText('logo.png')).toBeVisible();
    // Results of the previous request are dimmed until the next response arrives.
    await expect.poll(() => document.querySelector('[aria-busy="true"]')).toBeNull();
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
    // The `region` rule is skipped: in a dialog, the landmarks belong to the page behind it.
    expect((await violations()).filter(([rule]) => rule !== 'region')).toEqual([]);
  });

  it('[versions-chosen] compares a version with the previous or any earlier version', async () => {
    const thirdVersion = aPayableRegistration({
      userId: ana.id,
      title: 'Agenda',
      sha256: 'ef'.repeat(32),
      versionNumber: 3,
      rootId: firstVersion.id,
      previousId: secondVersion.id,
    });
    openDetails(thirdVersion, [firstVersion, secondVersion, thirdVersion]);
    await expect.element(section.getByText('O que mudou desde a versão 2')).toBeVisible();
    const choice = section.getByRole('combobox', { name: 'Comparar com' });
    await expect.element(choice).toHaveValue(secondVersion.id);
    await choice.selectOptions(firstVersion.id);
    await expect.element(section.getByText('O que mudou desde a versão 1')).toBeVisible();
    await expect
      .poll(() => callsOf('diffVersions').map(({ params }) => params.otherId))
      .toEqual([secondVersion.id, firstVersion.id]);
    expect((await violations()).filter(([rule]) => rule !== 'region')).toEqual([]);
  });

  it('says that the content of the new file is still being examined', async () => {
    refuse('diffVersions', 'unavailable', { message: 'O conteúdo ainda está sendo examinado.' });
    openDetails(secondVersion, [firstVersion, secondVersion]);
    await expect.element(section.getByText('O conteúdo ainda está sendo examinado.')).toBeVisible();
  });
});
