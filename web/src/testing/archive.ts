import type { ArchiveFile } from '@g2/gateway/contract/archive';
import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { aPayable, aUser, pageOf } from './records.ts';
import { region } from './screen.ts';
import { answer, answerWith } from './server.ts';

export const owner = aUser();
/** The owner's deposit, and where its files are shown. */
export const mine = aPayable({ userId: owner.id, title: 'Agenda da clínica' });
export const address = `/registros/${mine.id}/arquivos`;

/** A text within a deposit. */
export const file = (path: string, changes: Partial<ArchiveFile> = {}): ArchiveFile => ({
  path,
  size: 1_234,
  sha256: 'ab'.repeat(32),
  language: path.endsWith('.ts') ? 'TypeScript' : null,
  warning: null,
  isText: true,
  ...changes,
});

export const FILES = [
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

export const TEXT = 'export const taxa = 349_900; // centavos\nconst nome = "<b>Ana</b>";\n';

export const tree = page.getByRole('tree', { name: 'Arquivos do ZIP' });
/** By the beginning of its name. */
export const item = (name: string) =>
  tree.getByRole('treeitem', { name: new RegExp(`^${name.replaceAll('.', '\\.')} `) });
export const preview = region('Arquivo aberto');
export const heading = (name: string) => preview.getByRole('heading', { name, exact: true });
export const search = page.getByRole('textbox', { name: 'Buscar arquivos' });
/** The row that has the focus. */
export const here = () => document.activeElement?.textContent ?? '';
export const focusOn = (name: string) => expect.poll(here).toContain(name);

export const answersText = (text = TEXT, isWhole = true) =>
  answerWith(
    'readFile',
    () => new Response(text, { headers: { 'content-type': 'text/plain', 'x-whole': String(isWhole) } }),
  );
/** Answers page by page, as the server does. */
export const answersFiles = (files: ArchiveFile[]) =>
  answer('listFiles', ({ query: { page: at, limit } }) =>
    pageOf(files.slice((at - 1) * limit, at * limit), limit, files.length, at),
  );
/** What axe finds wrong with the page, with the elements it is about. */
export const violations = async () =>
  (await axe.run(document, { resultTypes: ['violations'] })).violations.map(({ id, nodes }) => [
    id,
    ...nodes.map(({ html }) => html.slice(0, 160)),
  ]);

/** The server has the deposit, its files, and one text for all of them. */
export function answersDeposit(): void {
  answer('getRegistration', mine);
  answersFiles(FILES);
  answersText();
}
