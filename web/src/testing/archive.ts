import type { ArchiveFile } from '@g2/gateway/contract/archive';
import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { aPayableRegistration, aUser, pageOf } from './records.ts';
import { region } from './screen.ts';
import { answer, answerWith } from './server.ts';

export const owner = aUser();
/** A registration of `owner`; `address` is the page with the files of its deposit. */
export const ownRegistration = aPayableRegistration({ userId: owner.id, title: 'Agenda da clínica' });
export const address = `/registros/${ownRegistration.id}/arquivos`;

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
/** The tree row of a file or folder, by its name. */
export const treeItem = (name: string) =>
  tree.getByRole('treeitem', { name: new RegExp(`^${name.replaceAll('.', '\\.')} `) });
export const preview = region('Arquivo aberto');
export const heading = (name: string) => preview.getByRole('heading', { name, exact: true });
export const search = page.getByRole('textbox', { name: 'Buscar arquivos' });
/** Text of the focused row. */
export const focusedText = () => document.activeElement?.textContent ?? '';
export const focusOn = (name: string) => expect.poll(focusedText).toContain(name);

export const answersText = (text = TEXT, isWhole = true) =>
  answerWith(
    'readFile',
    () => new Response(text, { headers: { 'content-type': 'text/plain', 'x-whole': String(isWhole) } }),
  );
export const answersFiles = (files: ArchiveFile[]) =>
  answer('listFiles', ({ query: { page: number, limit } }) =>
    pageOf(files.slice((number - 1) * limit, number * limit), limit, files.length, number),
  );
/** Accessibility violations that axe finds on the page: rule id and the affected elements. */
export const violations = async () =>
  (await axe.run(document, { resultTypes: ['violations'] })).violations.map(({ id, nodes }) => [
    id,
    ...nodes.map(({ html }) => html.slice(0, 160)),
  ]);

export function answersDeposit(): void {
  answer('getRegistration', ownRegistration);
  answersFiles(FILES);
  answersText();
}
