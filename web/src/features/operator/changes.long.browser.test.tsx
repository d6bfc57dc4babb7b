import type { FileChange, FileChanges } from '@g2/gateway/contract/archive';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { anEvidence, aStaffRegistration, aUser, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { fits, keys, press, region, widen } from '../../testing/screen.ts';
import { answer, answerWith, callsOf, refuse } from '../../testing/server.ts';

const operator = aUser({ role: 'operator', firstName: 'Olga' });
const record = aStaffRegistration({
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
const ALL: FileChange[] = [
  change('LEIA-ME.md', { change: 'added', sizeBefore: null, size: 20 }),
  change('docs/antigo.txt', { change: 'removed', size: null, sizeBefore: 300 }),
  change('logo.png', { isText: false, size: 52_345, sizeBefore: 52_345 }),
  change('src/agenda.ts'),
];
const changesOf = (items = ALL, total = items.length): FileChanges => ({
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

const before = Array.from({ length: 40 }, (_, n) => `linha ${n + 1}`);
const now = before.with(19, 'linha 20, corrigida').toSpliced(30, 0, 'uma linha nova');

/** Serves the earlier and the current text for every path. */
const answersTexts = (old = before.join('\n'), fresh = now.join('\n'), isWhole = true) =>
  answerWith('readFile', () => {
    const asked = callsOf('readFile').at(-1)?.query.version;
    return new Response(asked === 'earlier' ? old : fresh, {
      headers: { 'content-type': 'text/plain', 'x-whole': String(isWhole) },
    });
  });

const section = region('O que mudou no arquivo');
const diff = (path: string) => region(`Diferenças em ${path}`);
const item = (path: string) => section.getByRole('button', { name: path, exact: true });
const expectText = (where: Locator, text: string) =>
  expect.element(where.getByText(text, { exact: false })).toBeVisible();
const show = () => open(`/operator/registrations/${record.id}`, operator);

beforeEach(() => {
  answer('getStaffRegistration', record);
  answer('listStaffHolders', pageOf([], 100));
  answer('getStaffHistory', pageOf([], 100));
  answer('getEvidence', anEvidence({ registrationId: record.id }));
  answer('listChanges', ({ query }) =>
    changesOf(ALL.filter((one) => !query.change || one.change === query.change)),
  );
  answersTexts();
});

describe('the changes in a file that was sent again', () => {
  it('[changes-list] sums up and lists the changed files, and filters them by kind', async () => {
    show();
    await expectText(
      section,
      '1 adicionado · 1 removido · 2 alterados, em relação a projeto-v1.zip de 12/11/2026',
    );
    const rows = section.getByRole('listitem');
    await expect
      .poll(() => rows.elements().map((one) => one.textContent))
      .toEqual([
        '+LEIA-ME.mdAdicionado · 20 B',
        '−docs/antigo.txtRemovido · 300 B',
        '±logo.pngAlterado · 51,1 KB · sem texto para comparar',
        '±src/agenda.tsAlterado · de 1,0 KB para 1,5 KB',
      ]);
    expect(item('logo.png').elements()).toEqual([]);
    await press('Removidos (1)', section);
    await expect.poll(() => rows.elements().length).toBe(1);
    await expectText(section, 'docs/antigo.txt');
    await expect
      .element(section.getByRole('button', { name: 'Removidos (1)' }))
      .toHaveAttribute('aria-pressed', 'true');
    await expect
      .poll(() => callsOf('listChanges').map(({ query }) => [query.page, query.limit, query.change]))
      .toEqual([
        [1, 50, undefined],
        [1, 50, 'removed'],
      ]);
  });

  it('[changes-diff] shows differing lines, in words too, and collapses the equal ones', async () => {
    show();
    await item('src/agenda.ts').click();
    const shown = diff('src/agenda.ts');
    await expect.element(shown.getByText('linha 20, corrigida')).toBeVisible();
    expect(shown.getByText('1 linha removida, a partir da linha 20 de antes').elements()).toHaveLength(1);
    expect(shown.getByText('1 linha adicionada, a partir da linha 31').elements()).toHaveLength(1);
    const marked = (tag: string) => [...shown.element().querySelectorAll(tag)].map((one) => one.textContent);
    expect([marked('del'), marked('ins')]).toEqual([['linha 20'], ['linha 20, corrigida', 'uma linha nova']]);
    expect(shown.getByText('linha 10', { exact: true }).elements()).toEqual([]);
    await press('Mostrar 16 linhas sem mudança', shown);
    await expect.element(shown.getByText('linha 10', { exact: true }).last()).toBeVisible();
    await expect.poll(() => document.activeElement?.textContent).toContain('linha 10');
    await expect
      .poll(() => callsOf('readFile').map(({ query }) => [query.path, query.version]))
      .toEqual([
        ['src/agenda.ts', 'earlier'],
        ['src/agenda.ts', undefined],
      ]);
    // A reopened diff is cached: no new request.
    await item('src/agenda.ts').click();
    await expect.element(shown).not.toBeInTheDocument();
    (item('src/agenda.ts').element() as HTMLElement).focus();
    await keys('{Enter}');
    await expect.element(shown).toBeVisible();
    expect(callsOf('readFile')).toHaveLength(2);
  });

  it('[changes-sides] shows both texts side by side on a wide screen, and stacked on a phone', async () => {
    show();
    await item('src/agenda.ts').click();
    const shown = diff('src/agenda.ts');
    await expect.element(shown.getByText('linha 20, corrigida')).toBeVisible();
    const places = () =>
      ['del', 'ins'].map((tag) => shown.element().querySelector(tag)?.getBoundingClientRect().top);
    expect(places()[0]).toBe(places()[1]);
    await expect.element(shown.getByText('Antes', { exact: true })).toBeVisible();
    await widen(360);
    await expect.poll(() => (places()[0] ?? 0) < (places()[1] ?? 0)).toBe(true);
    await expect.element(shown.getByText('Antes', { exact: true })).not.toBeVisible();
    await expect.poll(() => fits()).toBe(true);
  });

  it('[changes-one-side] requests and shows only one text of an added or removed file', async () => {
    answersTexts('antigo\n', '# Olá\n');
    show();
    await item('LEIA-ME.md').click();
    await expect.element(diff('LEIA-ME.md').getByText('# Olá')).toBeVisible();
    await item('docs/antigo.txt').click();
    await expect.element(diff('docs/antigo.txt').getByText('antigo', { exact: true })).toBeVisible();
    await expect
      .poll(() => callsOf('readFile').map(({ query }) => [query.path, query.version]))
      .toEqual([
        ['LEIA-ME.md', undefined],
        ['docs/antigo.txt', 'earlier'],
      ]);
  });

  it('[changes-cut] says when a comparison is partial, or only line endings differ', async () => {
    answersTexts('a\nb', 'a\nc', false);
    show();
    await item('src/agenda.ts').click();
    const shown = diff('src/agenda.ts');
    await expectText(shown, 'Dos dois arquivos, só os primeiros 256 KiB são comparados.');
    answersTexts('a\r\nb', 'a\nb');
    show();
    await item('src/agenda.ts').click();
    await expectText(shown, 'As linhas são as mesmas: muda só como elas terminam.');
    const many = (sign: string) => Array.from({ length: 20_000 }, (_, n) => `${sign}${n}`).join('\n');
    answersTexts(many('x'), many('y'));
    show();
    await item('src/agenda.ts').click();
    await expectText(shown, 'São diferenças demais para comparar linha a linha.');
  });

  it('[changes-waits] waits while the file is examined, and offers a retry after a failure', async () => {
    const message = 'O conteúdo ainda está sendo examinado. Tente em instantes.';
    refuse('listChanges', 'unavailable', { message, retryAfter: 3 });
    show();
    await expect.element(section.getByRole('status')).toHaveTextContent(message);
    answer('listChanges', changesOf());
    await expectText(section, '2 alterados');
    refuse('readFile', 'file-not-text');
    await item('src/agenda.ts').click();
    await expect.element(diff('src/agenda.ts').getByRole('alert')).toBeVisible();
    answersTexts();
    await press('Tentar novamente', diff('src/agenda.ts'));
    await expect.element(diff('src/agenda.ts').getByText('linha 20, corrigida')).toBeVisible();
  });

  it('[changes-pages] splits the list of changed files into pages', async () => {
    answer('listChanges', ({ query }) => ({
      ...changesOf([change(`p${query.page}.ts`)], 120),
      page: query.page,
    }));
    show();
    await section.getByRole('button', { name: 'Página 2', exact: false }).click();
    await expect.element(item('p2.ts')).toBeVisible();
  });

  it('[changes-none] shows no section of changes if no earlier file is kept', async () => {
    answer('getStaffRegistration', { ...record, hasEarlierFile: false });
    show();
    await expect.element(page.getByRole('region', { name: 'Arquivo' }).first()).toBeVisible();
    expect(section.elements()).toEqual([]);
    expect(callsOf('listChanges')).toEqual([]);
  });
});
