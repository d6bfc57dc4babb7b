import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aQueueRegistration, Desk, operator, sentActions } from '../../testing/desk.ts';
import { open } from '../../testing/render.tsx';
import { dialog, keys, press, region, toast } from '../../testing/screen.ts';
import { answerWith, failWithNetworkError, handleOtherRequests, refuse } from '../../testing/server.ts';

const REASON = 'Falta o módulo de faturamento.';
const NOTE = 'Telefonei ao cliente.';

const registration = aQueueRegistration('Agenda', 'reviewing');
const address = `/operator/registrations/${registration.id}`;
let desk: Desk;

const reasonField = dialog.getByLabelText(/^O que o cliente deve corrigir/);
const notesField = dialog.getByLabelText(/^Notas internas/);
const expectSuccess = () => expect.element(toast.getByText('Ação executada com sucesso')).toBeVisible();
const expectClosed = () => expect.element(dialog).not.toBeInTheDocument();
const storedDrafts = () => Object.keys(localStorage).filter((name) => name.includes('operator-draft'));
const openCorrections = () => press(/^Solicitar Correções/);
const clickOutside = () => page.elementLocator(document.body).click({ position: { x: 20, y: 400 } });
async function submitByKey(): Promise<void> {
  await reasonField.or(notesField).first().click();
  await keys('{Control>}{Enter}{/Control}');
}

async function expectDraftTexts(): Promise<void> {
  await expect.element(reasonField).toHaveValue(REASON);
  await expect.element(notesField).toHaveValue(NOTE);
}
async function startCorrectionDraft(): Promise<void> {
  open(address, operator);
  await openCorrections();
  await reasonField.fill(REASON);
  await notesField.fill(NOTE);
}

beforeEach(() => {
  desk = new Desk(registration);
});

it('[operator-drafts-failures] the draft of an action is kept until the action succeeds', async () => {
  await startCorrectionDraft();
  const failures: [() => void, string | RegExp][] = [
    [() => failWithNetworkError('performOperatorAction'), /^Sem conexão\. O texto ficou guardado: confirme/],
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
  for (const [causeFailure, message] of failures) {
    causeFailure();
    await submitByKey();
    await expect.element(toast.getByText('Erro ao executar ação')).toBeVisible();
    await expect.element(dialog.getByRole('alert').getByText(message)).toBeVisible();
    await expectDraftTexts();
    await press('Fechar notificação', toast);
  }
  expect(storedDrafts()).toHaveLength(1);
  desk = new Desk(registration);
  await submitByKey();
  await expectSuccess();
  expect(desk.historyOf(registration.id)).toMatchObject([
    { toStatus: 'submitted', reason: REASON, notes: NOTE },
  ]);
  expect(storedDrafts()).toEqual([]);
});

it('[operator-drafts-leaving] the draft of an action is kept after Esc, reload and sign-out', async () => {
  const expectRecoveredDraft = async () => {
    await openCorrections();
    await expect.element(dialog.getByText(/^Texto recuperado do que você escreveu antes\./)).toBeVisible();
    await expectDraftTexts();
  };
  // A click outside closes the dialog when its fields are empty, and keeps it open when they have text.
  open(address, operator);
  await openCorrections();
  await expect.element(reasonField).toBeVisible();
  await clickOutside();
  await expectClosed();
  await startCorrectionDraft();
  await clickOutside();
  await expectDraftTexts();
  await keys('{Escape}');
  await expectClosed();
  await expectRecoveredDraft();
  open(address, operator);
  await expectRecoveredDraft();
  await keys('{Escape}');
  await page.getByRole('link', { name: 'Voltar ao painel' }).click();
  await expect.element(page.getByRole('heading', { name: 'Painel do Operador' })).toBeVisible();
  window.history.back();
  await expectRecoveredDraft();
  refuse('performOperatorAction', 'unauthenticated');
  refuse('getCurrentUser', 'unauthenticated');
  await submitByKey();
  await expect.poll(() => window.location.pathname).toBe('/auth');
  desk = new Desk(registration);
  open(address, operator);
  await expectRecoveredDraft();
  // Each action of a registration has its own draft.
  await keys('{Escape}');
  await press('Adicionar Notas');
  await expect.element(notesField).toHaveValue('');
  await keys('{Escape}');
  await expectRecoveredDraft();
  await press('Descartar', dialog);
  await expect.element(reasonField).toHaveValue('');
  await expect.element(notesField).toHaveValue('');
  expect(storedDrafts()).toEqual([]);
});

it('[operator-drafts-answer-lost] a lost response does not keep a successful action’s draft', async () => {
  await startCorrectionDraft();
  handleOtherRequests(async (request) => {
    if (request.method !== 'PATCH') return null;
    desk.performAction(registration.id, await request.json());
    return Response.error();
  });
  await submitByKey();
  await expectSuccess();
  await expectClosed();
  expect(storedDrafts()).toEqual([]);
  expect(desk.historyOf(registration.id)).toHaveLength(1);
  await press('Adicionar Notas');
  await notesField.fill('Segunda nota.');
  await submitByKey();
  await expect.element(region('Notas internas').getByText('Segunda nota.')).toBeVisible();
  await expectClosed();
  expect(storedDrafts()).toEqual([]);
});

it('[operator-corrections-reason] corrections without a reason need a second confirmation', async () => {
  open(address, operator);
  await openCorrections();
  const question = dialog.getByText(/o cliente lerá apenas "Correções solicitadas pela equipe"/);
  await submitByKey();
  await expect.element(question).toBeVisible();
  const confirmButton = dialog.getByRole('button', { name: 'Enviar mesmo assim' });
  await expect.element(confirmButton).toHaveFocus();
  expect(sentActions()).toEqual([]);
  await reasonField.fill('Falta a licença.');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('button', { name: 'Enviar pedido de correções' })).toBeVisible();
  await reasonField.fill('  ');
  await confirmButton.click();
  await expectSuccess();
  expect(sentActions()).toHaveLength(1);
});

it('holding Ctrl+Enter does not confirm a request for corrections without a reason', async () => {
  open(address, operator);
  await openCorrections();
  await reasonField.click();
  await keys('{Control>}{Enter>3/}{/Control}');
  await expect.element(dialog.getByRole('button', { name: 'Enviar mesmo assim' })).toHaveFocus();
  expect(sentActions()).toEqual([]);
});
