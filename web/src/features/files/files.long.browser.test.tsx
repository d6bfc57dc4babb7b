import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  address,
  answersDeposit,
  answersFiles,
  answersText,
  FILES,
  file,
  focusOn,
  heading,
  owner,
  ownRegistration,
  preview,
  search,
  TEXT,
  tree,
  treeItem,
} from '../../testing/archive.ts';
import { aStaffRegistration, aUser, someContents } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { keys, main, press, query, retry, toast } from '../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../testing/server.ts';

beforeEach(answersDeposit);

describe('the files page of a registration', () => {
  it('[files-readme] opens the README, or the file that the URL names', async () => {
    open(address, owner);
    await expect.element(heading('README.md')).toBeVisible();
    await expect.element(treeItem('README.md').first()).toHaveAttribute('aria-selected', 'true');
    await expect.poll(() => callsOf('readFile').map(({ query: { path } }) => path)).toEqual(['README.md']);
    await expect.poll(() => document.title).toBe('Arquivos de Agenda da clínica · G2 Software Registry');

    open(`${address}?arquivo=src/banco/consultas.ts`, owner);
    await expect.element(heading('src/banco/consultas.ts')).toBeVisible();
    await expect.element(treeItem('consultas.ts')).toHaveAttribute('aria-level', '3');
  });

  it('[files-keys] moves in the file tree and opens files by keyboard', async () => {
    open(address, owner);
    await expect.element(heading('README.md')).toBeVisible();
    treeItem('README.md').first().element().focus();
    await keys('{Home}');
    await focusOn('docs');
    await keys('{ArrowDown}');
    await focusOn('src');
    await expect.poll(() => document.activeElement?.getAttribute('aria-expanded')).toBe('false');
    await keys('{ArrowRight}{ArrowRight}');
    await focusOn('banco');
    await expect.poll(() => document.activeElement?.getAttribute('aria-level')).toBe('2');
    await keys('{ArrowRight}{ArrowRight}{Enter}');
    await expect.element(heading('src/banco/conexao.ts')).toBeVisible();
    await focusOn('conexao.ts');
    await expect.poll(() => query()).toBe(`?arquivo=${encodeURIComponent('src/banco/conexao.ts')}`);
    await keys('{ArrowLeft}');
    await focusOn('banco');
    await keys('{ArrowLeft}');
    expect(treeItem('conexao.ts').elements()).toHaveLength(0);
    await keys('log');
    await focusOn('logo.png');
    await keys('{End}');
    await focusOn('README.md');
    // Only one row of the tree is in the tab order.
    expect(tree.element().querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    window.history.back();
    await expect.element(heading('README.md')).toBeVisible();
  });

  it('[files-steps] the keys J and K open the next and previous file in the order of the tree', async () => {
    open(`${address}?arquivo=docs/README.md`, owner);
    await expect.element(heading('docs/README.md')).toBeVisible();
    await keys('j');
    await expect.element(heading('src/banco/conexao.ts')).toBeVisible();
    await expect.element(treeItem('conexao.ts')).toHaveAttribute('aria-selected', 'true');
    await press('Próximo arquivo (J)', preview);
    await expect.element(heading('src/banco/consultas.ts')).toBeVisible();
    await keys('kk');
    await expect.element(heading('docs/README.md')).toBeVisible();
  });

  it('[files-search] the key / focuses the search, which finds paths without regard to accents', async () => {
    open(address, owner);
    await expect.element(heading('README.md')).toBeVisible();
    await keys('/');
    await expect.element(search).toHaveFocus();
    await keys('INICIO');
    await expect.element(page.getByText('1 arquivo encontrado')).toBeVisible();
    await expect.element(treeItem('guia de início.md')).toBeVisible();
    await keys('{ArrowDown}');
    await focusOn('docs');
    await search.fill('zzz');
    await expect.element(main.getByText('Nenhum caminho corresponde a “zzz”.')).toBeVisible();
    await press('Mostrar todos');
    await expect.element(treeItem('README.md').first()).toBeVisible();
  });

  it('[files-warned] filters the files to those with a warning', async () => {
    const contentsWithWarnings = { ...someContents, warnings: ['env-file' as const, 'no-source' as const] };
    answer('getRegistration', { ...ownRegistration, contents: contentsWithWarnings });
    open(address, owner);
    const warningList = page.getByRole('list', { name: 'Avisos' });
    await main.getByText('2 avisos').click();
    await expect
      .element(warningList.getByText('Confira se há senhas verdadeiras', { exact: false }))
      .toBeVisible();
    await page.getByRole('checkbox', { name: 'Só com avisos' }).click();
    await expect.element(treeItem('.env')).toBeVisible();
    await expect.poll(() => tree.getByRole('treeitem').elements().length).toBe(1);
    await treeItem('.env').click();
    await expect.element(preview.getByText('Arquivo .env.')).toBeVisible();
  });

  it('[files-text] shows a text file with line numbers and colours, and never as HTML', async () => {
    open(`${address}?arquivo=src/util.ts`, owner);
    const textRegion = preview.getByRole('region', { name: 'Conteúdo de util.ts' });
    await expect.element(textRegion.getByText('349_900')).toBeVisible();
    // The worker that highlights the syntax has coloured the tokens.
    await expect.element(textRegion.getByText('"<b>Ana</b>"', { exact: true })).toBeVisible();
    await expect.element(textRegion.getByText('// centavos', { exact: true })).toBeVisible();
    expect(textRegion.element().querySelector('b')).toBeNull();
    expect(textRegion.element().querySelector('code')?.textContent).toBe(TEXT);
    await expect.element(preview.getByText('2 linhas')).toBeVisible();
  });

  it('[files-cut] says when only the beginning of a file is shown', async () => {
    answersText('x\n'.repeat(131_072), false);
    open(`${address}?arquivo=src/util.ts`, owner);
    await expect.element(preview.getByText('[mostrados os primeiros 256 KiB]')).toBeVisible();
  });

  it('[files-binary] shows the type and size of a binary file, and does not request its content', async () => {
    open(`${address}?arquivo=logo.png`, owner);
    await expect.element(preview.getByText('Imagem PNG', { exact: true })).toBeVisible();
    await expect.element(preview.getByText('51,1 KB. Não é texto', { exact: false })).toBeVisible();
    expect(callsOf('readFile')).toEqual([]);
    refuse('readFile', 'file-not-text');
    await keys('k');
    await expect.element(heading('src/util.ts')).not.toBeInTheDocument();
    await expect.element(preview.getByText('Não é texto', { exact: false })).toBeVisible();
  });

  it('says that a file with unsupported compression was not read, instead of calling the file binary', async () => {
    answersFiles([
      file('src/banco.ts', { sha256: null, language: null, isText: false, warning: 'unsupported-method' }),
    ]);
    open(`${address}?arquivo=src/banco.ts`, owner);
    await expect.element(preview.getByText('Arquivo não lido')).toBeVisible();
    await expect.element(preview.getByText('1,2 KB · não lido')).toBeVisible();
    await expect.element(preview.getByText('Sem hash próprio', { exact: false })).toBeVisible();
    expect(preview.element().textContent).not.toMatch(/binário|não é texto/i);
    expect(callsOf('readFile')).toEqual([]);
  });

  it('[files-missing] says that the file named in the URL does not exist', async () => {
    open(`${address}?arquivo=nada.ts`, owner);
    await expect.element(preview.getByText('Este arquivo não está no ZIP')).toBeVisible();
  });

  it('[files-failed] offers a retry when the list of files or the text of a file cannot be loaded', async () => {
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

describe('the proof of a single file', () => {
  it('[files-proof] offers the proof of a single file to the owner, but not to staff', async () => {
    answer('proveFile', {
      path: 'src/util.ts',
      size: 1_234,
      sha256: 'ab'.repeat(32),
      index: 7,
      files: 9,
      proof: ['cd'.repeat(32)],
      root: 'ef'.repeat(32),
    });
    const savedFileNames: string[] = [];
    const recordDownload = (event: Event) => {
      if (event.target instanceof HTMLAnchorElement && event.target.download !== '') {
        event.preventDefault();
        savedFileNames.push(event.target.download);
      }
    };
    document.addEventListener('click', recordDownload, true);
    open(`${address}?arquivo=src/util.ts`, owner);
    await press('Prova deste arquivo', preview);
    await expect.element(toast.getByText('Prova salva')).toBeVisible();
    document.removeEventListener('click', recordDownload, true);
    expect(savedFileNames).toEqual(['util.ts.g2-prova.json']);
    await expect.poll(() => callsOf('proveFile').map(({ query: { path } }) => path)).toEqual(['src/util.ts']);

    answer('getRegistration', aStaffRegistration({ ...ownRegistration }));
    open(`${address}?arquivo=src/util.ts`, aUser({ role: 'operator' }));
    await expect.element(heading('src/util.ts')).toBeVisible();
    expect(page.getByRole('button', { name: 'Prova deste arquivo' }).elements()).toHaveLength(0);
    await expect
      .element(page.getByRole('link', { name: 'Detalhes do registro' }))
      .toHaveAttribute('href', `/operator/registrations/${ownRegistration.id}`);
  });
});
