import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  address,
  answersDeposit,
  answersFiles,
  file,
  focusedText,
  focusOn,
  heading,
  mine,
  owner,
  preview,
  search,
  tree,
  treeItem,
  violations,
} from '../../testing/archive.ts';
import {
  anEvidence,
  aRegistration,
  aStaffRegistration,
  aUser,
  figuresOf,
  pageOf,
  someContents,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { article, dialog, fits, keys, main, press, region, retry, widen } from '../../testing/screen.ts';
import { answer, callsOf, hold, refuse, refused } from '../../testing/server.ts';

beforeEach(() => {
  answersDeposit();
  answer('getEvidence', anEvidence());
});

describe('the summary of a ZIP’s contents', () => {
  const warned = { ...someContents, warnings: ['private-key' as const] };

  it('[files-summary-owner] summarises the ZIP in the client’s details, with a link to all files', async () => {
    const withWarnings = { ...mine, contents: warned };
    answer('getRegistration', withWarnings);
    answer('listRegistrations', pageOf([withWarnings]));
    answer('getRegistrationStats', figuresOf());
    answer('listHolders', pageOf([], 100));
    answer('getRegistrationHistory', pageOf([], 100));
    open('/dashboard', owner);
    await press('Ver Detalhes', article(mine.title));
    await expect.element(dialog.getByText('Confira se ela ainda vale.', { exact: false })).toBeVisible();
    await expect.element(dialog.getByText('TypeScript')).toBeVisible();
    await dialog.getByRole('link', { name: 'Ver arquivos' }).click();
    await expect.element(heading('README.md')).toBeVisible();
    await expect.poll(() => window.location.pathname).toBe(address);
    await page.getByRole('link', { name: 'Detalhes do registro' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: mine.title })).toBeVisible();
    await expect.poll(() => window.location.pathname).toBe(`/registros/${mine.id}`);
  });

  it('[files-summary-staff] summarises the ZIP on the staff’s page, with advice on each warning', async () => {
    const withWarnings = aStaffRegistration({
      ...mine,
      contents: warned,
      fileStoragePath: 'x',
      status: 'reviewing',
    });
    answer('getStaffRegistration', withWarnings);
    answer('listStaffHolders', pageOf([], 100));
    answer('getStaffHistory', pageOf([], 100));
    answer('listQueue', pageOf([withWarnings], 10));
    open(`/operator/registrations/${mine.id}`, aUser({ role: 'operator' }));
    await expect
      .element(region('Pontos de atenção').getByText('diga ao cliente para trocar a chave', { exact: false }))
      .toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Ver arquivos' })).toHaveAttribute('href', address);
    expect(await violations()).toEqual([]);
  });
});

describe('a ZIP file during and after the examination of its contents', () => {
  it('[files-examined] says that a ZIP is being examined, and shows its files once that is done', async () => {
    answer('getRegistration', { ...mine, contents: null });
    open(address, owner);
    await expect.element(page.getByText('Examinando o conteúdo…')).toBeVisible();
    expect(callsOf('listFiles')).toEqual([]);
    answer('getRegistration', mine);
    await expect.element(heading('README.md')).toBeVisible();
    await expect.element(page.getByText('Examinando o conteúdo…')).not.toBeInTheDocument();
  });

  it('[files-unread] says why a ZIP could not be examined', async () => {
    answer('getRegistration', { ...mine, contents: null, contentsProblem: 'zip-encrypted' });
    open(address, owner);
    await expect.element(page.getByText('O ZIP está protegido por senha.')).toBeVisible();
    expect(callsOf('listFiles')).toEqual([]);
  });

  it('[files-none] says that files are shown once a ZIP has been uploaded', async () => {
    answer('getRegistration', aRegistration({ ...mine, sha256: null, contents: null }));
    open(address, owner);
    await expect.element(page.getByText('quando o arquivo ZIP for enviado', { exact: false })).toBeVisible();
  });

  it('[files-not-mine] says “not found” for a registration of another account', async () => {
    refuse('getRegistration', 'not-found');
    open(address, owner);
    await expect.element(page.getByRole('heading', { name: 'Registro não encontrado' })).toBeVisible();
  });
});

describe('the files of a ZIP with thousands of files', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      file(`src/módulo ${Math.floor(index / 50)}/arquivo ${index}.ts`),
    );

  it('[files-many] opens 5,000 files at once, with only the visible ones in the DOM', async () => {
    const files = [file('README.md'), ...many(5_000)];
    answersFiles(files);
    const began = performance.now();
    open(address, owner);
    await expect.element(treeItem('README.md')).toBeVisible();
    await expect.element(main.getByText('5.001 arquivos')).toBeVisible();
    // Usually half of that; the limit leaves room for a busy machine.
    expect(performance.now() - began).toBeLessThan(5_000);
    await search.fill('arquivo');
    await expect.element(main.getByText('5.000 arquivos encontrados')).toBeVisible();
    expect(tree.getByRole('treeitem').elements().length).toBeLessThan(80);
    expect(tree.element().scrollHeight).toBeGreaterThan(5_000 * 32);
    await treeItem('src').first().click();
    await treeItem('src').first().click();
    await keys('{End}');
    await focusOn('arquivo 4999.ts');
    // The focused row stays in the DOM when it is scrolled out of view.
    tree.element().scrollTop = 0;
    await expect.element(treeItem('módulo 0').first()).toBeVisible();
    await expect.poll(() => focusedText()).toContain('arquivo 4999.ts');
  });

  it('[files-rest-failed] keeps the loaded files when the rest fails, and retries from there', async () => {
    const all = many(2_500);
    let isDown = true;
    answer('listFiles', ({ query: { page: at, limit } }) => {
      if (at === 2 && isDown) refused('unavailable');
      return pageOf(all.slice((at - 1) * limit, at * limit), limit, all.length, at);
    });
    open(address, owner);
    await expect.element(main.getByText('Não foi possível carregar a lista de arquivos.')).toBeVisible();
    await expect.element(treeItem('módulo 0').first()).toBeVisible();
    isDown = false;
    await retry();
    await expect.element(main.getByText('2.500 arquivos')).toBeVisible();
    await expect.poll(() => callsOf('listFiles').map(({ query: { page: at } }) => at)).toEqual([1, 2, 2, 3]);
  });

  it('[files-first-page] shows the first page of the list of files while the rest is loading', async () => {
    answersFiles(many(2_500));
    const release = { next: () => {} };
    answer('listFiles', ({ query: { page: at, limit } }) => {
      if (at === 1) release.next = hold('listFiles');
      return pageOf(many(2_500).slice((at - 1) * limit, at * limit), limit, 2_500, at);
    });
    open(address, owner);
    await expect.element(main.getByText('Carregando a lista: 1.000 de 2.500')).toBeVisible();
    await expect.element(treeItem('módulo 0').first()).toBeVisible();
    release.next();
    await expect.element(main.getByText('2.500 arquivos')).toBeVisible();
    await expect.poll(() => callsOf('listFiles').map(({ query: { page: at } }) => at)).toEqual([1, 2, 3]);
  });
});

describe('the page of files', () => {
  it.each([360, 1280])('[files-axe] the page has no accessibility violations, %i px wide', async (width) => {
    await widen(width);
    const warned = { ...someContents, warnings: ['private-key' as const, 'name-guessed' as const] };
    answer('getRegistration', { ...mine, contents: warned });
    open(`${address}?arquivo=src/util.ts`, owner);
    await expect.element(preview.getByText('2 linhas')).toBeVisible();
    preview.element().scrollIntoView();
    await expect.element(preview.getByText('"<b>Ana</b>"', { exact: true })).toBeVisible();
    expect(await violations()).toEqual([]);
    await expect.poll(() => fits()).toBe(true);
  });
});
