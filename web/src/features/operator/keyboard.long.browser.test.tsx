import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aRecord, Desk, lastQuery, operator, panel, row, sentActions } from '../../testing/desk.ts';
import { open } from '../../testing/render.tsx';
import { dialog, keys, press, query, toast } from '../../testing/screen.ts';
import { answerWith, callsOf } from '../../testing/server.ts';

const aRow = (title: string) =>
  aRecord(title, 'reviewing', {
    fileName: 'fonte.zip',
    fileSize: 1_234,
    fileStoragePath: 'objects/1',
    sha256: 'ab'.repeat(32),
  });
const first = aRow('A primeiro');
const second = aRow('B segundo');
const third = aRow('C terceiro');
const search = page.getByRole('textbox', { name: 'Buscar registros' });
const title = (name: string) => page.getByRole('heading', { level: 1, name });
const expectFocusOn = (name: string) => expect.element(row(name)).toHaveFocus();
const hasRing = () => {
  const { outlineStyle, boxShadow } = getComputedStyle(document.activeElement ?? document.body);
  return outlineStyle !== 'none' || boxShadow !== 'none';
};

it('[keyboard-operator-day] an operator can do all the work in the queue by keyboard', async () => {
  new Desk(first, second, third);
  open('/operator', operator);
  await expect.element(row(third.title)).toBeVisible();
  await keys('/');
  await expect.element(search).toHaveFocus();
  // In a text field, shortcut keys type letters.
  await keys('jk');
  await expect.element(search).toHaveValue('jk');
  await expect.element(page.getByText('Nenhum registro encontrado')).toBeVisible();
  await keys('{Backspace}{Backspace}');
  await expect.element(page.getByText('Mostrando 1-3 de 3')).toBeVisible();
  const byTitle = page.getByRole('columnheader', { name: 'Título' }).getByRole('button');
  byTitle.element().focus();
  await keys('{Enter}');
  await expect.poll(() => lastQuery()?.sort).toBe('title');
  await keys('j');
  await expectFocusOn(first.title);
  await keys('jjj');
  await expectFocusOn(third.title);
  await expect.poll(() => hasRing()).toBe(true);
  await expect.element(page.getByText('Linha 3 de 3: C terceiro')).toBeInTheDocument();
  await keys('kk');
  await expectFocusOn(first.title);

  // With the panel open: approves the first record, requests corrections for the second and adds a note to it.
  await keys('{Enter}');
  await expect.element(panel(first.title)).toBeVisible();
  await keys('a');
  await expect.element(dialog.getByRole('button', { name: 'Confirmar aprovação' })).toHaveFocus();
  await keys('{Enter}');
  await expect.element(row(first.title).getByText('Processamento Governamental')).toBeVisible();
  await expectFocusOn(first.title);
  await keys('j');
  await expect.element(panel(second.title)).toBeVisible();
  await keys('c');
  await expect.element(dialog.getByLabelText(/^O que o cliente deve corrigir/)).toHaveFocus();
  await keys('Falta a pasta.{Control>}{Enter}{/Control}');
  await expect.element(row(second.title).getByText('Submetido')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expectFocusOn(second.title);
  await keys('n');
  await expect.element(dialog.getByLabelText('Notas internas')).toHaveFocus();
  await keys('Avisado.{Control>}{Enter}{/Control}');
  await expect.element(panel().getByText('Avisado.')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  // The shortcut of an unavailable action shows why it is unavailable.
  await keys('a');
  await expect.element(toast.getByText('Disponível quando Pago ou Em Análise.')).toBeVisible();
  expect(sentActions().map(({ id, action, reason, notes }) => [id, action, reason ?? notes])).toEqual([
    [first.id, 'approve', null],
    [second.id, 'request_corrections', 'Falta a pasta.'],
    [second.id, 'add_notes', 'Avisado.'],
  ]);
  answerWith('downloadFile', () => new Response('PK'));
  await keys('d');
  await expect.poll(() => callsOf('downloadFile').map(({ params }) => params.id)).toEqual([second.id]);

  await keys('?');
  const help = page.getByRole('dialog', { name: 'Atalhos de teclado' });
  for (const text of ['Próxima linha', 'Linha anterior', 'Vai para a busca', 'Aprovar', 'Baixar o ZIP'])
    await expect.element(help.getByText(text)).toBeVisible();
  await keys('j{Escape}');
  await expect.element(help).not.toBeInTheDocument();
  await expect.element(panel(second.title)).toBeVisible();
  await expectFocusOn(second.title);

  // Enter moves the focus into the panel; Esc closes the panel and returns the focus to the row.
  await keys('{Enter}');
  await expect.element(page.getByRole('heading', { level: 2, name: second.title })).toHaveFocus();
  await keys('{Tab}{Tab}{Escape}');
  await expect.element(panel()).not.toBeInTheDocument();
  await expectFocusOn(second.title);
  await keys('{Enter}');
  await expect.element(panel(second.title)).toBeVisible();
  await keys('o');
  await expect.element(title(second.title)).toBeVisible();
  await expect.element(page.getByText('2 de 3')).toBeVisible();
  await keys('j');
  await expect.element(title(third.title)).toBeVisible();
  await keys('u');
  await expect.element(page.getByText('Mostrando 1-3 de 3')).toBeVisible();
  await expect.poll(() => query()).toBe('?sort=title');
});

it('[keyboard-operator-off] single-key shortcuts can be switched off permanently', async () => {
  new Desk(first, second);
  open('/operator', operator);
  await press(/Atalhos/);
  await dialog.getByRole('switch', { name: /Usar atalhos de uma tecla/ }).click();
  await keys('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  open('/operator', operator);
  await expect.element(row(first.title)).toBeVisible();
  await keys('j/');
  await expect.poll(() => document.activeElement).toBe(document.body);
  // One row is still reachable with Tab, and Enter opens it.
  const reached = document.querySelector<HTMLElement>('tbody tr[tabindex="0"]');
  reached?.focus();
  await keys('{Enter}');
  await expect.element(panel()).toBeVisible();
});
