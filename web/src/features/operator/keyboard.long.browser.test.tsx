import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  aQueueRegistration,
  Desk,
  lastQuery,
  operator,
  panel,
  row,
  sentActions,
} from '../../testing/desk.ts';
import { open } from '../../testing/render.tsx';
import { dialog, keys, press, query, toast } from '../../testing/screen.ts';
import { answerWith, callsOf } from '../../testing/server.ts';

const aRegistration = (title: string) =>
  aQueueRegistration(title, 'reviewing', {
    fileName: 'fonte.zip',
    fileSize: 1_234,
    fileStoragePath: 'objects/1',
    sha256: 'ab'.repeat(32),
  });
const firstRegistration = aRegistration('A primeiro');
const secondRegistration = aRegistration('B segundo');
const thirdRegistration = aRegistration('C terceiro');
const searchField = page.getByRole('textbox', { name: 'Buscar registros' });
const titleHeading = (name: string) => page.getByRole('heading', { level: 1, name });
const expectFocusOn = (name: string) => expect.element(row(name)).toHaveFocus();
const hasFocusRing = () => {
  const { outlineStyle, boxShadow } = getComputedStyle(document.activeElement ?? document.body);
  return outlineStyle !== 'none' || boxShadow !== 'none';
};

it('[keyboard-operator-day] an operator can do all work in the queue by keyboard', async () => {
  new Desk(firstRegistration, secondRegistration, thirdRegistration);
  open('/operator', operator);
  await expect.element(row(thirdRegistration.title)).toBeVisible();
  await keys('/');
  await expect.element(searchField).toHaveFocus();
  // In a text field, shortcut keys type letters.
  await keys('jk');
  await expect.element(searchField).toHaveValue('jk');
  await expect.element(page.getByText('Nenhum registro encontrado')).toBeVisible();
  await keys('{Backspace}{Backspace}');
  await expect.element(page.getByText('Mostrando 1-3 de 3')).toBeVisible();
  const titleHeader = page.getByRole('columnheader', { name: 'Título' }).getByRole('button');
  titleHeader.element().focus();
  await keys('{Enter}');
  await expect.poll(() => lastQuery()?.sort).toBe('title');
  await keys('j');
  await expectFocusOn(firstRegistration.title);
  await keys('jjj');
  await expectFocusOn(thirdRegistration.title);
  await expect.poll(() => hasFocusRing()).toBe(true);
  await expect.element(page.getByText('Linha 3 de 3: C terceiro')).toBeInTheDocument();
  await keys('kk');
  await expectFocusOn(firstRegistration.title);

  // With the panel open: approves the first registration, and requests corrections and adds a note for the second.
  await keys('{Enter}');
  await expect.element(panel(firstRegistration.title)).toBeVisible();
  await keys('a');
  await expect.element(dialog.getByRole('button', { name: 'Confirmar aprovação' })).toHaveFocus();
  await keys('{Enter}');
  await expect.element(row(firstRegistration.title).getByText('Processamento Governamental')).toBeVisible();
  await expectFocusOn(firstRegistration.title);
  await keys('j');
  await expect.element(panel(secondRegistration.title)).toBeVisible();
  await keys('c');
  await expect.element(dialog.getByLabelText(/^O que o cliente deve corrigir/)).toHaveFocus();
  await keys('Falta a pasta.{Control>}{Enter}{/Control}');
  await expect.element(row(secondRegistration.title).getByText('Submetido')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expectFocusOn(secondRegistration.title);
  await keys('n');
  await expect.element(dialog.getByLabelText('Notas internas')).toHaveFocus();
  await keys('Avisado.{Control>}{Enter}{/Control}');
  await expect.element(panel().getByText('Avisado.')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  // The shortcut of an unavailable action shows why it is unavailable.
  await keys('a');
  await expect.element(toast.getByText('Disponível quando Pago ou Em Análise.')).toBeVisible();
  expect(sentActions().map(({ id, action, reason, notes }) => [id, action, reason ?? notes])).toEqual([
    [firstRegistration.id, 'approve', null],
    [secondRegistration.id, 'request_corrections', 'Falta a pasta.'],
    [secondRegistration.id, 'add_notes', 'Avisado.'],
  ]);
  answerWith('downloadFile', () => new Response('PK'));
  await keys('d');
  await expect
    .poll(() => callsOf('downloadFile').map(({ params }) => params.id))
    .toEqual([secondRegistration.id]);

  await keys('?');
  const helpDialog = page.getByRole('dialog', { name: 'Atalhos de teclado' });
  for (const text of ['Próxima linha', 'Linha anterior', 'Vai para a busca', 'Aprovar', 'Baixar o ZIP'])
    await expect.element(helpDialog.getByText(text)).toBeVisible();
  await keys('j{Escape}');
  await expect.element(helpDialog).not.toBeInTheDocument();
  await expect.element(panel(secondRegistration.title)).toBeVisible();
  await expectFocusOn(secondRegistration.title);

  // Enter moves the focus into the panel; Esc closes the panel and returns the focus to the row.
  await keys('{Enter}');
  await expect.element(page.getByRole('heading', { level: 2, name: secondRegistration.title })).toHaveFocus();
  await keys('{Tab}{Tab}{Escape}');
  await expect.element(panel()).not.toBeInTheDocument();
  await expectFocusOn(secondRegistration.title);
  await keys('{Enter}');
  await expect.element(panel(secondRegistration.title)).toBeVisible();
  await keys('o');
  await expect.element(titleHeading(secondRegistration.title)).toBeVisible();
  await expect.element(page.getByText('2 de 3')).toBeVisible();
  await keys('j');
  await expect.element(titleHeading(thirdRegistration.title)).toBeVisible();
  await keys('u');
  await expect.element(page.getByText('Mostrando 1-3 de 3')).toBeVisible();
  await expect.poll(() => query()).toBe('?sort=title');
});

it('[keyboard-operator-off] single-key shortcuts can be switched off, also after a reload', async () => {
  new Desk(firstRegistration, secondRegistration);
  open('/operator', operator);
  await press(/Atalhos/);
  await dialog.getByRole('switch', { name: /Usar atalhos de uma tecla/ }).click();
  await keys('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  open('/operator', operator);
  await expect.element(row(firstRegistration.title)).toBeVisible();
  await keys('j/');
  await expect.poll(() => document.activeElement).toBe(document.body);
  // The first row is still reachable with Tab, and Enter opens it.
  const firstFocusableRow = document.querySelector<HTMLElement>('tbody tr[tabindex="0"]');
  firstFocusableRow?.focus();
  await keys('{Enter}');
  await expect.element(panel()).toBeVisible();
});
