import type { ArchiveFile } from '@g2/gateway/contract/archive';
import axe from 'axe-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  aPayable,
  aRegistration,
  aStaffRegistration,
  aUser,
  figuresOf,
  pageOf,
  someContents,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import {
  article,
  dialog,
  fits,
  keys,
  main,
  press,
  query,
  region,
  retry,
  toast,
  widen,
} from '../../testing/screen.ts';
import { answer, answerWith, callsOf, hold, refuse } from '../../testing/server.ts';

const owner = aUser();
const mine = aPayable({ userId: owner.id, title: 'Agenda da clínica' });
const address = `/registros/${mine.id}/arquivos`;

const file = (path: string, changes: Partial<ArchiveFile> = {}): ArchiveFile => ({
  path,
  size: 1_234,
  sha256: 'ab'.repeat(32),
  language: path.endsWith('.ts') ? 'TypeScript' : null,
  warning: null,
  isText: true,
  ...changes,
});

const FILES = [
  file('.env', { warning: 'env-file' }),
  file('README.md', { language: 'Markdown' }),
  file('docs/README.md', { language: 'Markdown' }),
  file('docs/guia de início.md', { language: 'Markdown' }),
  file('logo.png', { isText: false, size: 52_345 }),
  file('src/agenda.ts'),
  file('src/banco/conexao.ts'),
  file('src/banco/consultas.ts'),
  file('src/util.ts'),
];

const TEXT = 'export const taxa = 349_900; // centavos\nconst nome = "<b>Ana</b>";\n';

const tree = page.getByRole('tree', { name: 'Arquivos do ZIP' });
/** By the beginning of its name. */
const item = (name: string) =>
  tree.getByRole('treeitem', { name: new RegExp(`^${name.replaceAll('.', '\\.')} `) });
const preview = region('Arquivo aberto');
const heading = (name: string) => preview.getByRole('heading', { name, exact: true });
const search = page.getByRole('textbox', { name: 'Buscar arquivos' });
/** The row that has the focus. */
const here = () => document.activeElement?.textContent ?? '';
const focusOn = (name: string) => expect.poll(here).toContain(name);

const answersText = (text = TEXT, isWhole = true) =>
  answerWith(
    'readFile',
    () => new Response(text, { headers: { 'content-type': 'text/plain', 'x-whole': String(isWhole) } }),
  );
/** Answers page by page, as the server does. */
const answersFiles = (files: ArchiveFile[]) =>
  answer('listFiles', ({ query: { page: at, limit } }) =>
    pageOf(files.slice((at - 1) * limit, at * limit), limit, files.length, at),
  );
const violations = async () =>
  (await axe.run(document, { resultTypes: ['violations'] })).violations.map(({ id, nodes }) => [
    id,
    ...nodes.map(({ html }) => html.slice(0, 160)),
  ]);

beforeEach(() => {
  answer('getRegistration', mine);
  answersFiles(FILES);
  answersText();
});

describe('the files of a deposit', () => {
  it('[files-readme] begin with the README, and an address opens its file', async () => {
    open(address, owner);
    await expect.element(heading('README.md')).toBeVisible();
    await expect.element(item('README.md').first()).toHaveAttribute('aria-selected', 'true');
    expect(callsOf('readFile').map(({ query: { path } }) => path)).toEqual(['README.md']);
    expect(document.title).toBe('Arquivos de Agenda da clínica · G2 Software Registry');

    open(`${address}?arquivo=src/banco/consultas.ts`, owner);
    await expect.element(heading('src/banco/consultas.ts')).toBeVisible();
    await expect.element(item('consultas.ts')).toHaveAttribute('aria-level', '3');
  });

  it('[files-keys] are walked, opened and found by keys alone', async () => {
    open(address, owner);
    await expect.element(heading('README.md')).toBeVisible();
    item('README.md').first().element().focus();
    await keys('{Home}');
    await focusOn('docs');
    await keys('{ArrowDown}');
    await focusOn('src');
    expect(document.activeElement?.getAttribute('aria-expanded')).toBe('false');
    await keys('{ArrowRight}{ArrowRight}');
    await focusOn('banco');
    expect(document.activeElement?.getAttribute('aria-level')).toBe('2');
    await keys('{ArrowRight}{ArrowRight}{Enter}');
    await expect.element(heading('src/banco/conexao.ts')).toBeVisible();
    await focusOn('conexao.ts');
    expect(query()).toBe(`?arquivo=${encodeURIComponent('src/banco/conexao.ts')}`);
    await keys('{ArrowLeft}');
    await focusOn('banco');
    await keys('{ArrowLeft}');
    expect(item('conexao.ts').elements()).toHaveLength(0);
    await keys('log');
    await focusOn('logo.png');
    await keys('{End}');
    await focusOn('README.md');
    // One row alone is in the order of Tab.
    expect(tree.element().querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    window.history.back();
    await expect.element(heading('README.md')).toBeVisible();
  });

  it('[files-steps] are gone through by J and K, in the order of the tree', async () => {
    open(`${address}?arquivo=docs/README.md`, owner);
    await expect.element(heading('docs/README.md')).toBeVisible();
    await keys('j');
    await expect.element(heading('src/banco/conexao.ts')).toBeVisible();
    await expect.element(item('conexao.ts')).toHaveAttribute('aria-selected', 'true');
    await press('Próximo arquivo (J)', preview);
    await expect.element(heading('src/banco/consultas.ts')).toBeVisible();
    await keys('kk');
    await expect.element(heading('docs/README.md')).toBeVisible();
  });

  it('[files-search] are searched by path, whatever the accents; / leads there', async () => {
    open(address, owner);
    await expect.element(heading('README.md')).toBeVisible();
    await keys('/');
    await expect.element(search).toHaveFocus();
    await keys('INICIO');
    await expect.element(page.getByText('1 arquivo encontrado')).toBeVisible();
    await expect.element(item('guia de início.md')).toBeVisible();
    await keys('{ArrowDown}');
    await focusOn('docs');
    await search.fill('zzz');
    await expect.element(main.getByText('Nenhum caminho corresponde a “zzz”.')).toBeVisible();
    await press('Mostrar todos');
    await expect.element(item('README.md').first()).toBeVisible();
  });

  it('[files-warned] are narrowed to those that are warned of', async () => {
    const warned = { ...someContents, warnings: ['env-file' as const, 'no-source' as const] };
    answer('getRegistration', { ...mine, contents: warned });
    open(address, owner);
    const warnings = page.getByRole('list', { name: 'Avisos' });
    await main.getByText('2 avisos').click();
    await expect
      .element(warnings.getByText('Confira se há senhas verdadeiras', { exact: false }))
      .toBeVisible();
    await page.getByRole('checkbox', { name: 'Só com avisos' }).click();
    await expect.element(item('.env')).toBeVisible();
    await expect.poll(() => tree.getByRole('treeitem').elements().length).toBe(1);
    await item('.env').click();
    await expect.element(preview.getByText('Arquivo .env.')).toBeVisible();
  });

  it('[files-text] are shown with the numbers of their lines, in colours, and never as a page of their own', async () => {
    open(`${address}?arquivo=src/util.ts`, owner);
    const text = preview.getByRole('region', { name: 'Conteúdo de util.ts' });
    await expect.element(text.getByText('349_900')).toBeVisible();
    // What the worker has found.
    await expect.element(text.getByText('"<b>Ana</b>"', { exact: true })).toBeVisible();
    await expect.element(text.getByText('// centavos', { exact: true })).toBeVisible();
    expect(text.element().querySelector('b')).toBeNull();
    expect(text.element().querySelector('code')?.textContent).toBe(TEXT);
    await expect.element(preview.getByText('2 linhas')).toBeVisible();
  });

  it('[files-cut] say where there is more than is shown', async () => {
    answersText('x\n'.repeat(131_072), false);
    open(`${address}?arquivo=src/util.ts`, owner);
    await expect.element(preview.getByText('[mostrados os primeiros 256 KiB]')).toBeVisible();
  });

  it('[files-binary] that are no text are told by kind and size, and not asked for', async () => {
    open(`${address}?arquivo=logo.png`, owner);
    await expect.element(preview.getByText('Imagem PNG', { exact: true })).toBeVisible();
    await expect.element(preview.getByText('51,1 KB. Não é texto', { exact: false })).toBeVisible();
    expect(callsOf('readFile')).toEqual([]);
    refuse('readFile', 'unsupported-media-type');
    await keys('k');
    await expect.element(heading('src/util.ts')).not.toBeInTheDocument();
    await expect.element(preview.getByText('Não é texto', { exact: false })).toBeVisible();
  });

  it('[files-missing] say so where the address names none of them', async () => {
    open(`${address}?arquivo=nada.ts`, owner);
    await expect.element(preview.getByText('Este arquivo não está no ZIP')).toBeVisible();
  });

  it('[files-failed] try again where the list, or a text, could not be read', async () => {
    refuse('listFiles', 'unavailable');
    open(address, owner);
    await expect.element(main.getByText('Não foi possível carregar a lista de arquivos.')).toBeVisible();
    refuse('readFile', 'unavailable');
    answersFiles(FILES);
    await retry();
    await expect.element(heading('README.md')).toBeVisible();
    await expect.element(main.getByRole('alert')).toBeVisible();
    answersText();
    await retry();
    await expect.element(preview.getByText('centavos', { exact: false })).toBeVisible();
  });
});

describe('the proof of one file', () => {
  it('[files-proof] is had by the owner as a file, and nobody else is offered it', async () => {
    answer('proveFile', {
      path: 'src/util.ts',
      size: 1_234,
      sha256: 'ab'.repeat(32),
      index: 7,
      files: 9,
      proof: ['cd'.repeat(32)],
      root: 'ef'.repeat(32),
    });
    const saved: string[] = [];
    const remember = (event: Event) => {
      if (event.target instanceof HTMLAnchorElement && event.target.download !== '') {
        event.preventDefault();
        saved.push(event.target.download);
      }
    };
    document.addEventListener('click', remember, true);
    open(`${address}?arquivo=src/util.ts`, owner);
    await press('Prova deste arquivo', preview);
    await expect.element(toast.getByText('Prova salva')).toBeVisible();
    document.removeEventListener('click', remember, true);
    expect(saved).toEqual(['util.ts.g2-prova.json']);
    expect(callsOf('proveFile').map(({ query: { path } }) => path)).toEqual(['src/util.ts']);

    answer('getRegistration', aStaffRegistration({ ...mine }));
    open(`${address}?arquivo=src/util.ts`, aUser({ role: 'operator' }));
    await expect.element(heading('src/util.ts')).toBeVisible();
    expect(page.getByRole('button', { name: 'Prova deste arquivo' }).elements()).toHaveLength(0);
    await expect
      .element(page.getByRole('link', { name: 'Detalhes do registro' }))
      .toHaveAttribute('href', `/operator/registrations/${mine.id}`);
  });
});

describe('what is in a deposit, where the deposit is told of', () => {
  const warned = { ...someContents, warnings: ['private-key' as const] };

  it('[files-summary-owner] stands in the details, with the way to all files and back', async () => {
    const told = { ...mine, contents: warned };
    answer('getRegistration', told);
    answer('listRegistrations', pageOf([told]));
    answer('getRegistrationStats', figuresOf());
    answer('listHolders', pageOf([], 100));
    answer('getRegistrationHistory', pageOf([], 100));
    open('/dashboard', owner);
    await press('Ver Detalhes', article(mine.title));
    await expect.element(dialog.getByText('Confira se ela ainda vale.', { exact: false })).toBeVisible();
    await expect.element(dialog.getByText('TypeScript')).toBeVisible();
    await dialog.getByRole('link', { name: 'Ver arquivos' }).click();
    await expect.element(heading('README.md')).toBeVisible();
    expect(window.location.pathname).toBe(address);
    await page.getByRole('link', { name: 'Detalhes do registro' }).click();
    await expect.element(dialog.getByRole('heading', { name: mine.title })).toBeVisible();
  });

  it('[files-summary-staff] stands in the analysis, with what staff may do about it', async () => {
    const told = aStaffRegistration({ ...mine, contents: warned, fileStoragePath: 'x', status: 'reviewing' });
    answer('getStaffRegistration', told);
    answer('listStaffHolders', pageOf([], 100));
    answer('getStaffHistory', pageOf([], 100));
    answer('listQueue', pageOf([told], 10));
    open(`/operator/registrations/${mine.id}`, aUser({ role: 'operator' }));
    await expect
      .element(region('Arquivo').getByText('diga ao cliente para trocar a chave', { exact: false }))
      .toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Ver arquivos' })).toHaveAttribute('href', address);
    expect(await violations()).toEqual([]);
  });
});

describe('a file that is looked into', () => {
  it('[files-examined] says so, and shows what was found as soon as it is', async () => {
    answer('getRegistration', { ...mine, contents: null });
    open(address, owner);
    await expect.element(page.getByText('Examinando o conteúdo…')).toBeVisible();
    expect(callsOf('listFiles')).toEqual([]);
    answer('getRegistration', mine);
    await expect.element(heading('README.md')).toBeVisible();
    await expect.element(page.getByText('Examinando o conteúdo…')).not.toBeInTheDocument();
  });

  it('[files-unread] says why it could not be read', async () => {
    answer('getRegistration', { ...mine, contents: null, contentsProblem: 'zip-encrypted' });
    open(address, owner);
    await expect.element(page.getByText('O ZIP está protegido por senha.')).toBeVisible();
    expect(callsOf('listFiles')).toEqual([]);
  });

  it('[files-none] has nothing to show before there is one', async () => {
    answer('getRegistration', aRegistration({ ...mine, sha256: null, contents: null }));
    open(address, owner);
    await expect.element(page.getByText('quando o arquivo ZIP for enviado', { exact: false })).toBeVisible();
  });

  it('[files-not-mine] is not found where it is another’s', async () => {
    refuse('getRegistration', 'not-found');
    open(address, owner);
    await expect.element(page.getByRole('heading', { name: 'Registro não encontrado' })).toBeVisible();
  });
});

describe('many files', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      file(`src/módulo ${Math.floor(index / 50)}/arquivo ${index}.ts`),
    );

  it('[files-many] 5,000 open at once, and only those in sight are in the document', async () => {
    const files = [file('README.md'), ...many(5_000)];
    answersFiles(files);
    const began = performance.now();
    open(address, owner);
    await expect.element(item('README.md')).toBeVisible();
    await expect.element(main.getByText('5.001 arquivos')).toBeVisible();
    // Half of that here; a busy machine is given more.
    expect(performance.now() - began).toBeLessThan(5_000);
    await search.fill('arquivo');
    await expect.element(main.getByText('5.000 arquivos encontrados')).toBeVisible();
    expect(tree.getByRole('treeitem').elements().length).toBeLessThan(80);
    expect(tree.element().scrollHeight).toBeGreaterThan(5_000 * 32);
    await item('src').first().click();
    await item('src').first().click();
    await keys('{End}');
    await focusOn('arquivo 4999.ts');
    // The row that has the focus stays however far one scrolls.
    tree.element().scrollTop = 0;
    await expect.element(item('módulo 0').first()).toBeVisible();
    expect(here()).toContain('arquivo 4999.ts');
  });

  it('[files-first-page] show their first page while the rest is on its way', async () => {
    answersFiles(many(2_500));
    const release = { next: () => {} };
    answer('listFiles', ({ query: { page: at, limit } }) => {
      if (at === 1) release.next = hold('listFiles');
      return pageOf(many(2_500).slice((at - 1) * limit, at * limit), limit, 2_500, at);
    });
    open(address, owner);
    await expect.element(main.getByText('Carregando a lista: 1.000 de 2.500')).toBeVisible();
    await expect.element(item('módulo 0').first()).toBeVisible();
    release.next();
    await expect.element(main.getByText('2.500 arquivos')).toBeVisible();
    expect(callsOf('listFiles').map(({ query: { page: at } }) => at)).toEqual([1, 2, 3]);
  });
});

describe('the page of files', () => {
  it.each([360, 1280])('[files-axe] has nothing wrong for those who hear it, %i px wide', async (width) => {
    await widen(width);
    const warned = { ...someContents, warnings: ['private-key' as const, 'name-guessed' as const] };
    answer('getRegistration', { ...mine, contents: warned });
    open(`${address}?arquivo=src/util.ts`, owner);
    await expect.element(preview.getByText('2 linhas')).toBeVisible();
    preview.element().scrollIntoView();
    await expect.element(preview.getByText('"<b>Ana</b>"', { exact: true })).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(fits()).toBe(true);
  });
});
