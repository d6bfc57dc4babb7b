import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aRecord, Desk, operator, sentActions } from '../../testing/desk.ts';
import { open } from '../../testing/render.tsx';
import { dialog, keys, press, region, toast } from '../../testing/screen.ts';
import { answerWith, cut, refuse, serveBeside } from '../../testing/server.ts';

const REASON = 'Falta o módulo de faturamento.';
const NOTE = 'Telefonei ao cliente.';

const record = aRecord('Agenda', 'reviewing');
const address = `/operator/registrations/${record.id}`;
let desk: Desk;

const reason = dialog.getByLabelText(/^O que o cliente deve corrigir/);
const notes = dialog.getByLabelText(/^Notas internas/);
const expectDone = () => expect.element(toast.getByText('Ação executada com sucesso')).toBeVisible();
const expectClosed = () => expect.element(dialog).not.toBeInTheDocument();
const storedDrafts = () => Object.keys(localStorage).filter((name) => name.includes('operator-draft'));
const openCorrections = () => press(/^Solicitar Correções/);
const pressBeside = () => page.elementLocator(document.body).click({ position: { x: 20, y: 400 } });
async function sendByKey(): Promise<void> {
  await reason.or(notes).first().click();
  await keys('{Control>}{Enter}{/Control}');
}

async function expectTexts(): Promise<void> {
  await expect.element(reason).toHaveValue(REASON);
  await expect.element(notes).toHaveValue(NOTE);
}
async function startCorrectionDraft(): Promise<void> {
  open(address, operator);
  await openCorrections();
  await reason.fill(REASON);
  await notes.fill(NOTE);
}

beforeEach(() => {
  desk = new Desk(record);
});

it('[operator-drafts-failures] an action’s draft survives failures until the action succeeds', async () => {
  await startCorrectionDraft();
  const failures: [() => void, string | RegExp][] = [
    [() => cut('performOperatorAction'), /^Sem conexão\. O texto ficou guardado: confirme/],
    [
      () => refuse('performOperatorAction', 'unavailable', { message: 'O serviço está fora do ar.' }),
      'O serviço está fora do ar.',
    ],
    [
      () => answerWith('performOperatorAction', () => new Response('<h1>upstream</h1>', { status: 504 })),
      'Ocorreu um erro ao processar a ação',
    ],
    [
      () => refuse('performOperatorAction', 'conflict', { message: 'O registro mudou enquanto isso.' }),
      'O registro mudou enquanto isso.',
    ],
  ];
  for (const [fail, said] of failures) {
    fail();
    await sendByKey();
    await expect.element(toast.getByText('Erro ao executar ação')).toBeVisible();
    await expect.element(dialog.getByRole('alert').getByText(said)).toBeVisible();
    await expectTexts();
    await press('Fechar notificação', toast);
  }
  expect(storedDrafts()).toHaveLength(1);
  desk = new Desk(record);
  await sendByKey();
  await expectDone();
  expect(desk.historyOf(record.id)).toMatchObject([{ toStatus: 'submitted', reason: REASON, notes: NOTE }]);
  expect(storedDrafts()).toEqual([]);
});

it('[operator-drafts-leaving] the draft of an action survives Esc, reload and sign-out', async () => {
  const reopened = async () => {
    await openCorrections();
    await expect.element(dialog.getByText(/^Texto recuperado do que você escreveu antes\./)).toBeVisible();
    await expectTexts();
  };
  // A click outside closes the dialog when its fields are empty, and keeps it open when they have text.
  open(address, operator);
  await openCorrections();
  await expect.element(reason).toBeVisible();
  await pressBeside();
  await expectClosed();
  await startCorrectionDraft();
  await pressBeside();
  await expectTexts();
  await keys('{Escape}');
  await expectClosed();
  await reopened();
  open(address, operator);
  await reopened();
  await keys('{Escape}');
  await page.getByRole('link', { name: 'Voltar ao painel' }).click();
  await expect.element(page.getByRole('heading', { name: 'Painel do Operador' })).toBeVisible();
  window.history.back();
  await reopened();
  refuse('performOperatorAction', 'unauthenticated');
  refuse('getCurrentUser', 'unauthenticated');
  await sendByKey();
  await expect.poll(() => window.location.pathname).toBe('/auth');
  desk = new Desk(record);
  open(address, operator);
  await reopened();
  // Each action of a registration has its own draft.
  await keys('{Escape}');
  await press('Adicionar Notas');
  await expect.element(notes).toHaveValue('');
  await keys('{Escape}');
  await reopened();
  await press('Descartar', dialog);
  await expect.element(reason).toHaveValue('');
  await expect.element(notes).toHaveValue('');
  expect(storedDrafts()).toEqual([]);
});

it('[operator-drafts-answer-lost] an action’s draft is removed if only the response was lost', async () => {
  await startCorrectionDraft();
  serveBeside(async (request) => {
    if (request.method !== 'PATCH') return null;
    desk.act(record.id, await request.json());
    return Response.error();
  });
  await sendByKey();
  await expectDone();
  await expectClosed();
  expect(storedDrafts()).toEqual([]);
  expect(desk.historyOf(record.id)).toHaveLength(1);
  await press('Adicionar Notas');
  await notes.fill('Segunda nota.');
  await sendByKey();
  await expect.element(region('Notas internas').getByText('Segunda nota.')).toBeVisible();
  await expectClosed();
  expect(storedDrafts()).toEqual([]);
});

it('[operator-corrections-reason] corrections without a reason need a second confirmation', async () => {
  open(address, operator);
  await openCorrections();
  const asks = dialog.getByText(/o cliente lerá apenas "Correções solicitadas pela equipe"/);
  await sendByKey();
  await expect.element(asks).toBeVisible();
  const anyway = dialog.getByRole('button', { name: 'Enviar mesmo assim' });
  await expect.element(anyway).toHaveFocus();
  expect(sentActions()).toEqual([]);
  await reason.fill('Falta a licença.');
  await expect.element(asks).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('button', { name: 'Enviar pedido de correções' })).toBeVisible();
  await reason.fill('  ');
  await anyway.click();
  await expectDone();
  expect(sentActions()).toHaveLength(1);
});

it('holding Ctrl+Enter asks about the missing reason but does not confirm without one', async () => {
  open(address, operator);
  await openCorrections();
  await reason.click();
  await keys('{Control>}{Enter>3/}{/Control}');
  await expect.element(dialog.getByRole('button', { name: 'Enviar mesmo assim' })).toHaveFocus();
  expect(sentActions()).toEqual([]);
});
