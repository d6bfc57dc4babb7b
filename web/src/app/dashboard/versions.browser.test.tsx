import type { Registration } from '@g2/gateway/contract/registrations';
import type { VersionDiff } from '@g2/gateway/contract/versions';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../../testing/archive.ts';
import { anEvidence, aPayable, aUser, figuresOf, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { fits, press, region, widen } from '../../testing/screen.ts';
import { answer, answerWith, callsOf, refuse } from '../../testing/server.ts';

const AT = '2026-03-02T12:00:00.000Z';
const ana = aUser();
const first = aPayable({
  userId: ana.id,
  title: 'Agenda',
  status: 'certificate_issued',
  canPay: false,
  canEdit: false,
  paymentPaidAt: AT,
  certificateIssuedAt: AT,
});
const second = aPayable({
  userId: ana.id,
  title: 'Agenda',
  sha256: 'cd'.repeat(32),
  paymentAmount: 149_999,
  versionNumber: 2,
  rootId: first.id,
  previousId: first.id,
  whatIsNew: 'Relatórios mensais',
});

const file = (path: string, isText = true) => ({
  path,
  size: 10,
  sha256: 'ab'.repeat(32),
  language: null,
  isText,
});
const side = (size: number) => ({ size, sha256: 'ab'.repeat(32) });
const compared = (it: Registration, root: string) => ({
  registrationId: it.id,
  versionNumber: it.versionNumber,
  fileName: 'agenda.zip',
  fileSize: 1,
  sha256: it.sha256 ?? '',
  attachedAt: AT,
  root,
});

const diff: VersionDiff = {
  earlier: compared(first, 'agenda-1.0/'),
  later: compared(second, 'agenda-1.1/'),
  added: pageOf([file('docs/guia.md')], 50),
  removed: pageOf([file('logo.png', false)], 50),
  changed: pageOf(
    [{ path: 'src/a.ts', language: null, isText: true, before: side(10), after: side(20) }],
    50,
  ),
  unchanged: pageOf([file('LEIA-ME.md')], 50, 1_000),
  folders: [{ name: 'src', added: 0, removed: 0, changed: 1, unchanged: 3 }],
  languages: [{ name: '', added: 1, removed: 1, changed: 1, unchanged: 997 }],
};

const section = region('Versões');

function show(registration: Registration, chain: Registration[]): void {
  answer('listRegistrations', pageOf([registration]));
  answer('getRegistrationStats', figuresOf());
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
  it('[versions-begin] a new version shows its price, asks what is new, and continues to the file', async () => {
    show(first, [first]);
    await beginVersion();
    const newDialog = page.getByRole('dialog', { name: 'Registrar a versão 2' });
    await expect.element(newDialog.getByText(/R\$ 1\.499,99/)).toBeVisible();
    await expect.element(newDialog.getByText(/titulares são copiados/)).toBeVisible();
    await press('Continuar para o arquivo', newDialog);
    await expect.element(newDialog.getByText('Conte o que mudou nesta versão')).toBeVisible();
    expect(callsOf('createVersion')).toHaveLength(0);
    answer('createVersion', second);
    answer('getUpload', { state: 'none', offset: 0, size: 0, fileName: null, sha256: null, problem: null });
    await newDialog.getByRole('textbox', { name: 'O que mudou nesta versão' }).fill('  Relatórios mensais ');
    await press('Continuar para o arquivo', newDialog);
    await expect.poll(() => window.location.pathname).toBe('/register');
    await expect.poll(() => window.location.search).toContain(`id=${second.id}`);
    const [sent] = callsOf('createVersion');
    expect(sent).toMatchObject({ params: { id: first.id }, body: { whatIsNew: 'Relatórios mensais' } });
    expect(sent?.headers.get('idempotency-key')).toBeTruthy();
  });

  it('[versions-twice] links to the version that was already started elsewhere', async () => {
    show(first, [first]);
    refuse('createVersion', 'version-exists', { facts: { registrationId: second.id } });
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
      .toHaveAttribute('href', `/registros/${second.id}`);
  });

  it('offers no second new version while one is already started', async () => {
    show(first, [first, second]);
    await expect.element(section.getByRole('link', { name: 'Continuar a versão 2' })).toBeVisible();
    expect(section.getByRole('button', { name: 'Registrar nova versão' }).elements()).toEqual([]);
  });
});

describe('an unpaid version', () => {
  it('[versions-compared] shows the chain of versions and what changed', async () => {
    await widen(360);
    show(second, [first, second]);
    await expect.element(section.getByText('Versão 2 (esta)')).toBeVisible();
    await expect.element(section.getByText('Relatórios mensais')).toBeVisible();
    await expect.element(section.getByText(/^Certificado em 02\/03\/2026/)).toBeVisible();
    await expect.element(section.getByText(/de agenda-1\.0\/ para agenda-1\.1\//)).toBeVisible();
    await expect.element(section.getByText('1 de 4 arquivos')).toBeVisible();
    const totals = [...document.querySelectorAll('dl dd')].map((one) => one.textContent);
    for (const count of ['1.000', '1']) expect(totals).toContain(count);
    answerWith('readFile', () => new Response('a\n', { headers: { 'x-whole': 'true' } }));
    await section.getByRole('button', { name: 'src/a.ts' }).click();
    await expect.element(section.getByRole('region', { name: 'Diferenças em src/a.ts' })).toBeVisible();
    await expect
      .poll(() => callsOf('readFile').map(({ params, query }) => [params.id, query.path]))
      .toEqual([
        [first.id, 'agenda-1.0/src/a.ts'],
        [second.id, 'agenda-1.1/src/a.ts'],
      ]);
    await press('Removidos (1)', section);
    await expect.element(section.getByText('logo.png')).toBeVisible();
    // Results of the previous request are dimmed until the next response arrives.
    await expect.poll(() => document.querySelector('[aria-busy="true"]')).toBeNull();
    await expect.poll(() => fits()).toBe(true);
    // The `region` rule is skipped: in a dialog, the landmarks belong to the page behind it.
    expect((await violations()).filter(([rule]) => rule !== 'region')).toEqual([]);
  });

  it('[versions-chosen] compares a version with the previous one, or with any earlier one', async () => {
    const third = aPayable({
      userId: ana.id,
      title: 'Agenda',
      sha256: 'ef'.repeat(32),
      versionNumber: 3,
      rootId: first.id,
      previousId: second.id,
    });
    show(third, [first, second, third]);
    await expect.element(section.getByText('O que mudou desde a versão 2')).toBeVisible();
    const choice = section.getByRole('combobox', { name: 'Comparar com' });
    await expect.element(choice).toHaveValue(second.id);
    await choice.selectOptions(first.id);
    await expect.element(section.getByText('O que mudou desde a versão 1')).toBeVisible();
    await expect
      .poll(() => callsOf('diffVersions').map(({ params }) => params.otherId))
      .toEqual([second.id, first.id]);
    expect((await violations()).filter(([rule]) => rule !== 'region')).toEqual([]);
  });

  it('says that the content of the new file is still being examined', async () => {
    refuse('diffVersions', 'unavailable', { message: 'O conteúdo ainda está sendo examinado.' });
    show(second, [first, second]);
    await expect.element(section.getByText('O conteúdo ainda está sendo examinado.')).toBeVisible();
  });
});
