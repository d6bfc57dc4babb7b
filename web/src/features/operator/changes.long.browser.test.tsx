import type { FileChange, FileChanges } from '@g2/gateway/contract/archive';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { anEvidence, aStaffRegistration, aUser, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { hasNoHorizontalScroll, keys, press, region, setViewport } from '../../testing/screen.ts';
import { answer, answerWith, callsOf, refuse } from '../../testing/server.ts';

const operator = aUser({ role: 'operator', firstName: 'Olga' });
const registration = aStaffRegistration({
  status: 'reviewing',
  sha256: 'ab'.repeat(32),
  fileName: 'projeto-v2.zip',
  fileSize: 12_345,
  hasEarlierFile: true,
  paymentPaidAt: '2026-11-01T12:00:00.000Z',
});

const change = (path: string, changes: Partial<FileChange> = {}): FileChange => ({
  path,
  change: 'changed',
  size: 1_536,
  sizeBefore: 1_024,
  language: null,
  isText: true,
  ...changes,
});
const ALL_CHANGES: FileChange[] = [
  change('LEIA-ME.md', { change: 'added', sizeBefore: null, size: 20 }),
  change('docs/antigo.txt', { change: 'removed', size: null, sizeBefore: 300 }),
  change('logo.png', { isText: false, size: 52_345, sizeBefore: 52_345 }),
  change('src/agenda.ts'),
];
const changesOf = (items = ALL_CHANGES, total = items.length): FileChanges => ({
  ...pageOf(items, 50, total),
  added: 1,
  removed: 1,
  changed: 2,
  earlier: {
    fileName: 'projeto-v1.zip',
    size: 12_000,
    sha256: 'cd'.repeat(32),
    attachedAt: '2026-11-12T15:00:00.000Z',
  },
});

const linesBefore = Array.from({ length: 40 }, (_, n) => `linha ${n + 1}`);
const linesNow = linesBefore.with(19, 'linha 20, corrigida').toSpliced(30, 0, 'uma linha nova');

/** Serves the same earlier and current text for every file. */
const serveTexts = (
  earlierText = linesBefore.join('\n'),
  currentText = linesNow.join('\n'),
  isWhole = true,
) =>
  answerWith('readFile', () => {
    const version = callsOf('readFile').at(-1)?.query.version;
    return new Response(version === 'earlier' ? earlierText : currentText, {
      headers: { 'content-type': 'text/plain', 'x-whole': String(isWhole) },
    });
  });

const changesSection = region('O que mudou no arquivo');
const diffRegion = (path: string) => region(`Diferenças em ${path}`);
const fileButton = (path: string) => changesSection.getByRole('button', { name: path, exact: true });
const expectText = (container: Locator, text: string) =>
  expect.element(container.getByText(text, { exact: false })).toBeVisible();
const openPage = () => open(`/operator/registrations/${registration.id}`, operator);

beforeEach(() => {
  answer('getStaffRegistration', registration);
  answer('listStaffHolders', pageOf([], 100));
  answer('getStaffHistory', pageOf([], 100));
  answer('getEvidence', anEvidence({ registrationId: registration.id }));
  answer('listChanges', ({ query }) =>
    changesOf(ALL_CHANGES.filter((fileChange) => !query.change || fileChange.change === query.change)),
  );
  serveTexts();
});

describe('the changes in a resubmitted file', () => {
  it('[changes-list] lists the changed files with a summary, and filters them by kind', async () => {
    openPage();
    await expectText(
      changesSection,
      '1 adicionado · 1 removido · 2 alterados, em relação a projeto-v1.zip de 12/11/2026',
    );
    const rows = changesSection.getByRole('listitem');
    await expect
      .poll(() => rows.elements().map((element) => element.textContent))
      .toEqual([
        '+LEIA-ME.mdAdicionado · 20 B',
        '−docs/antigo.txtRemovido · 300 B',
        '±logo.pngAlterado · 51,1 KB · sem texto para comparar',
        '±src/agenda.tsAlterado · de 1,0 KB para 1,5 KB',
      ]);
    expect(fileButton('logo.png').elements()).toEqual([]);
    await press('Removidos (1)', changesSection);
    await expect.poll(() => rows.elements().length).toBe(1);
    await expectText(changesSection, 'docs/antigo.txt');
    await expect
      .element(changesSection.getByRole('button', { name: 'Removidos (1)' }))
      .toHaveAttribute('aria-pressed', 'true');
    await expect
      .poll(() => callsOf('listChanges').map(({ query }) => [query.page, query.limit, query.change]))
      .toEqual([
        [1, 50, undefined],
        [1, 50, 'removed'],
      ]);
  });

  it('[changes-diff] shows the changed lines and collapses the unchanged lines', async () => {
    openPage();
    await fileButton('src/agenda.ts').click();
    const openDiff = diffRegion('src/agenda.ts');
    await expect.element(openDiff.getByText('linha 20, corrigida')).toBeVisible();
    expect(openDiff.getByText('1 linha removida, a partir da linha 20 de antes').elements()).toHaveLength(1);
    expect(openDiff.getByText('1 linha adicionada, a partir da linha 31').elements()).toHaveLength(1);
    const markedTexts = (tag: string) =>
      [...openDiff.element().querySelectorAll(tag)].map((element) => element.textContent);
    expect(markedTexts('del')).toEqual(['linha 20']);
    expect(markedTexts('ins')).toEqual(['linha 20, corrigida', 'uma linha nova']);
    expect(openDiff.getByText('linha 10', { exact: true }).elements()).toEqual([]);
    await press('Mostrar 16 linhas sem mudança', openDiff);
    await expect.element(openDiff.getByText('linha 10', { exact: true }).last()).toBeVisible();
    await expect.poll(() => document.activeElement?.textContent).toContain('linha 10');
    await expect
      .poll(() => callsOf('readFile').map(({ query }) => [query.path, query.version]))
      .toEqual([
        ['src/agenda.ts', 'earlier'],
        ['src/agenda.ts', undefined],
      ]);
    // A reopened diff is cached: no new request.
    await fileButton('src/agenda.ts').click();
    await expect.element(openDiff).not.toBeInTheDocument();
    (fileButton('src/agenda.ts').element() as HTMLElement).focus();
    await keys('{Enter}');
    await expect.element(openDiff).toBeVisible();
    expect(callsOf('readFile')).toHaveLength(2);
  });

  it('[changes-sides] shows old and new lines side by side, or below each other on a phone', async () => {
    openPage();
    await fileButton('src/agenda.ts').click();
    const openDiff = diffRegion('src/agenda.ts');
    await expect.element(openDiff.getByText('linha 20, corrigida')).toBeVisible();
    const topPositions = () =>
      ['del', 'ins'].map((tag) => openDiff.element().querySelector(tag)?.getBoundingClientRect().top);
    expect(topPositions()[0]).toBe(topPositions()[1]);
    await expect.element(openDiff.getByText('Antes', { exact: true })).toBeVisible();
    await setViewport(360);
    await expect.poll(() => (topPositions()[0] ?? 0) < (topPositions()[1] ?? 0)).toBe(true);
    await expect.element(openDiff.getByText('Antes', { exact: true })).not.toBeVisible();
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  });

  it('[changes-one-side] for an added or removed file, loads and shows only the existing text', async () => {
    serveTexts('antigo\n', '# Olá\n');
    openPage();
    await fileButton('LEIA-ME.md').click();
    await expect.element(diffRegion('LEIA-ME.md').getByText('# Olá')).toBeVisible();
    await fileButton('docs/antigo.txt').click();
    await expect.element(diffRegion('docs/antigo.txt').getByText('antigo', { exact: true })).toBeVisible();
    await expect
      .poll(() => callsOf('readFile').map(({ query }) => [query.path, query.version]))
      .toEqual([
        ['LEIA-ME.md', undefined],
        ['docs/antigo.txt', 'earlier'],
      ]);
  });

  it('[changes-cut] says if a comparison is partial or too large, or only line endings differ', async () => {
    serveTexts('a\nb', 'a\nc', false);
    openPage();
    await fileButton('src/agenda.ts').click();
    const openDiff = diffRegion('src/agenda.ts');
    await expectText(openDiff, 'Dos dois arquivos, só os primeiros 256 KiB são comparados.');
    serveTexts('a\r\nb', 'a\nb');
    openPage();
    await fileButton('src/agenda.ts').click();
    await expectText(openDiff, 'As linhas são as mesmas: muda só como elas terminam.');
    const manyLines = (sign: string) => Array.from({ length: 20_000 }, (_, n) => `${sign}${n}`).join('\n');
    serveTexts(manyLines('x'), manyLines('y'));
    openPage();
    await fileButton('src/agenda.ts').click();
    await expectText(openDiff, 'São diferenças demais para comparar linha a linha.');
  });

  it('[changes-waits] waits while the file is examined, and offers a retry after a failure', async () => {
    const message = 'O conteúdo ainda está sendo examinado. Tente em instantes.';
    refuse('listChanges', 'unavailable', { message, retryAfter: 3 });
    openPage();
    await expect.element(changesSection.getByRole('status')).toHaveTextContent(message);
    answer('listChanges', changesOf());
    await expectText(changesSection, '2 alterados');
    refuse('readFile', 'file-not-text');
    await fileButton('src/agenda.ts').click();
    await expect.element(diffRegion('src/agenda.ts').getByRole('alert')).toBeVisible();
    serveTexts();
    await press('Tentar novamente', diffRegion('src/agenda.ts'));
    await expect.element(diffRegion('src/agenda.ts').getByText('linha 20, corrigida')).toBeVisible();
  });

  it('[changes-pages] splits the list of changed files into pages', async () => {
    answer('listChanges', ({ query }) => ({
      ...changesOf([change(`p${query.page}.ts`)], 120),
      page: query.page,
    }));
    openPage();
    await changesSection.getByRole('button', { name: 'Página 2', exact: false }).click();
    await expect.element(fileButton('p2.ts')).toBeVisible();
  });

  it('[changes-none] hides the section of changes if no earlier file is stored', async () => {
    answer('getStaffRegistration', { ...registration, hasEarlierFile: false });
    openPage();
    await expect.element(page.getByRole('region', { name: 'Arquivo' }).first()).toBeVisible();
    expect(changesSection.elements()).toEqual([]);
    expect(callsOf('listChanges')).toEqual([]);
  });
});
