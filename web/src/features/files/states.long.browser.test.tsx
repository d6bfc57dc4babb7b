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
  owner,
  ownRegistration,
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
  pageOf,
  registrationStatsOf,
  someContents,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import {
  article,
  dialog,
  hasNoHorizontalScroll,
  keys,
  main,
  press,
  region,
  retry,
  setViewport,
} from '../../testing/screen.ts';
import { answer, callsOf, hold, refuse, throwRefusal } from '../../testing/server.ts';

beforeEach(() => {
  answersDeposit();
  answer('getEvidence', anEvidence());
});

describe('the summary of a ZIP’s contents', () => {
  const contentsWithWarnings = { ...someContents, warnings: ['private-key' as const] };

  it('[files-summary-owner] summarises the ZIP in the client’s details, with a link to the files', async () => {
    const registrationWithWarnings = { ...ownRegistration, contents: contentsWithWarnings };
    answer('getRegistration', registrationWithWarnings);
    answer('listRegistrations', pageOf([registrationWithWarnings]));
    answer('getRegistrationStats', registrationStatsOf());
    answer('listHolders', pageOf([], 100));
    answer('getRegistrationHistory', pageOf([], 100));
    open('/dashboard', owner);
    await press('Ver Detalhes', article(ownRegistration.title));
    await expect.element(dialog.getByText('Confira se ela ainda vale.', { exact: false })).toBeVisible();
    await expect.element(dialog.getByText('TypeScript')).toBeVisible();
    await dialog.getByRole('link', { name: 'Ver arquivos' }).click();
    await expect.element(heading('README.md')).toBeVisible();
    await expect.poll(() => window.location.pathname).toBe(address);
    await page.getByRole('link', { name: 'Detalhes do registro' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: ownRegistration.title })).toBeVisible();
    await expect.poll(() => window.location.pathname).toBe(`/registros/${ownRegistration.id}`);
  });

  it('[files-summary-staff] summarises the ZIP on the staff’s page, with advice on each warning', async () => {
    const registrationWithWarnings = aStaffRegistration({
      ...ownRegistration,
      contents: contentsWithWarnings,
      fileStoragePath: 'x',
      status: 'reviewing',
    });
    answer('getStaffRegistration', registrationWithWarnings);
    answer('listStaffHolders', pageOf([], 100));
    answer('getStaffHistory', pageOf([], 100));
    answer('listQueue', pageOf([registrationWithWarnings], 10));
    open(`/operator/registrations/${ownRegistration.id}`, aUser({ role: 'operator' }));
    await expect
      .element(region('Pontos de atenção').getByText('diga ao cliente para trocar a chave', { exact: false }))
      .toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Ver arquivos' })).toHaveAttribute('href', address);
    expect(await violations()).toEqual([]);
  });
});

describe('the files page during and after the examination of the ZIP', () => {
  it('[files-examined] says that the ZIP is being examined, and then shows its files', async () => {
    answer('getRegistration', { ...ownRegistration, contents: null });
    open(address, owner);
    await expect.element(page.getByText('Examinando o conteúdo…')).toBeVisible();
    expect(callsOf('listFiles')).toEqual([]);
    answer('getRegistration', ownRegistration);
    await expect.element(heading('README.md')).toBeVisible();
    await expect.element(page.getByText('Examinando o conteúdo…')).not.toBeInTheDocument();
  });

  it('[files-unread] says why a ZIP could not be examined', async () => {
    answer('getRegistration', { ...ownRegistration, contents: null, contentsProblem: 'zip-encrypted' });
    open(address, owner);
    await expect.element(page.getByText('O ZIP está protegido por senha.')).toBeVisible();
    expect(callsOf('listFiles')).toEqual([]);
  });

  it('[files-none] says that files are shown after a ZIP was uploaded', async () => {
    answer('getRegistration', aRegistration({ ...ownRegistration, sha256: null, contents: null }));
    open(address, owner);
    await expect.element(page.getByText('quando o arquivo ZIP for enviado', { exact: false })).toBeVisible();
  });

  it('[files-not-mine] says that the registration was not found when it belongs to another account', async () => {
    refuse('getRegistration', 'not-found');
    open(address, owner);
    await expect.element(page.getByRole('heading', { name: 'Registro não encontrado' })).toBeVisible();
  });
});

describe('the files of a ZIP with thousands of files', () => {
  const manyFiles = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      file(`src/módulo ${Math.floor(index / 50)}/arquivo ${index}.ts`),
    );

  it('[files-many] opens a ZIP of 5,000 files quickly, and renders only the visible rows', async () => {
    const files = [file('README.md'), ...manyFiles(5_000)];
    answersFiles(files);
    const startTime = performance.now();
    open(address, owner);
    await expect.element(treeItem('README.md')).toBeVisible();
    await expect.element(main.getByText('5.001 arquivos')).toBeVisible();
    // It usually takes half of this limit, which allows for a busy machine.
    expect(performance.now() - startTime).toBeLessThan(5_000);
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

  it('[files-rest-failed] keeps the loaded files when the next page fails, and retries that page', async () => {
    const allFiles = manyFiles(2_500);
    let isUnavailable = true;
    answer('listFiles', ({ query: { page: pageNumber, limit } }) => {
      if (pageNumber === 2 && isUnavailable) throwRefusal('unavailable');
      const pageFiles = allFiles.slice((pageNumber - 1) * limit, pageNumber * limit);
      return pageOf(pageFiles, limit, allFiles.length, pageNumber);
    });
    open(address, owner);
    await expect.element(main.getByText('Não foi possível carregar a lista de arquivos.')).toBeVisible();
    await expect.element(treeItem('módulo 0').first()).toBeVisible();
    isUnavailable = false;
    await retry();
    await expect.element(main.getByText('2.500 arquivos')).toBeVisible();
    await expect.poll(() => callsOf('listFiles').map((request) => request.query.page)).toEqual([1, 2, 2, 3]);
  });

  it('[files-first-page] shows the first page of the file list while the other pages are loading', async () => {
    answersFiles(manyFiles(2_500));
    const secondPage = { release: () => {} };
    answer('listFiles', ({ query: { page: pageNumber, limit } }) => {
      if (pageNumber === 1) secondPage.release = hold('listFiles');
      const pageFiles = manyFiles(2_500).slice((pageNumber - 1) * limit, pageNumber * limit);
      return pageOf(pageFiles, limit, 2_500, pageNumber);
    });
    open(address, owner);
    await expect.element(main.getByText('Carregando a lista: 1.000 de 2.500')).toBeVisible();
    await expect.element(treeItem('módulo 0').first()).toBeVisible();
    secondPage.release();
    await expect.element(main.getByText('2.500 arquivos')).toBeVisible();
    await expect.poll(() => callsOf('listFiles').map((request) => request.query.page)).toEqual([1, 2, 3]);
  });
});

describe('the page of files', () => {
  it.each([360, 1280])('[files-axe] has no accessibility violations at a width of %i px', async (width) => {
    await setViewport(width);
    const warnings = ['private-key' as const, 'name-guessed' as const];
    const contentsWithWarnings = { ...someContents, warnings };
    answer('getRegistration', { ...ownRegistration, contents: contentsWithWarnings });
    open(`${address}?arquivo=src/util.ts`, owner);
    await expect.element(preview.getByText('2 linhas')).toBeVisible();
    preview.element().scrollIntoView();
    await expect.element(preview.getByText('"<b>Ana</b>"', { exact: true })).toBeVisible();
    expect(await violations()).toEqual([]);
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  });
});
