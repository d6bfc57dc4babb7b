import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  aGovernment,
  anAdmin,
  anEvidence,
  aStaffRegistration,
  aUser,
  pageOf,
  queueStatsOf,
} from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import {
  dialog,
  expectToast,
  hasNoHorizontalScroll,
  keys,
  press,
  query,
  region,
  setViewport,
} from '../../../testing/screen.ts';
import { answer, callsOf, hold, refuse } from '../../../testing/server.ts';

const admin = anAdmin();
const operator = aUser({ role: 'operator', firstName: 'Olga' });
const PAULA = { id: crypto.randomUUID(), firstName: 'Paula', lastName: 'Reis', assigned: 2 };
const atGovernment = aStaffRegistration({
  title: 'Agenda da clínica',
  status: 'government_processing',
  paymentPaidAt: '2026-03-01T12:00:00.000Z',
  allowedActions: ['request_corrections', 'add_notes'],
  allowedTransitions: ['completed', 'reviewing'],
});
const completed = aStaffRegistration({
  ...atGovernment,
  status: 'completed',
  allowedTransitions: ['certificate_issued'],
});
const nextRegistration = aStaffRegistration({
  ...atGovernment,
  id: crypto.randomUUID(),
  title: 'Outro programa',
});
const address = `/operator/registrations/${atGovernment.id}`;
const panel = page.getByRole('complementary');
const card = region('Administração');

const serveRegistration = (changes: object) => {
  answer('getStaffRegistration', { ...atGovernment, ...changes });
  answer('listQueue', pageOf([{ ...atGovernment, ...changes }, nextRegistration], 10));
};
const sentStatusChanges = () =>
  callsOf('changeRegistrationStatus').map(({ params, body }) => [params.id, body]);

beforeEach(() => {
  serveRegistration(atGovernment);
  answer('getQueueStats', queueStatsOf({ total: 2 }));
  answer('listColleagues', pageOf([], 100));
  answer('listOperators', pageOf([PAULA], 100));
  answer('listStaffHolders', pageOf([], 100));
  answer('getStaffHistory', pageOf([], 100));
  answer('getEvidence', anEvidence({ registrationId: atGovernment.id }));
  answer('getGovernment', aGovernment());
});

describe('the admin actions on a registration’s page', () => {
  it('[admin-steps] F completes and I issues the certificate; the dialog explains the effect', async () => {
    open(address, admin);
    await expect.element(card.getByRole('button', { name: 'Concluído' })).toBeVisible();
    expect(card.getByRole('button', { name: 'Emitir certificado' }).elements()).toEqual([]);
    await keys('f');
    await expect.element(dialog).toHaveAccessibleName('Concluir registro');
    await expect
      .element(dialog.getByRole('status'))
      .toHaveTextContent('Encerra a etapa governamental e avisa o cliente por e-mail.');
    answer('changeRegistrationStatus', completed);
    serveRegistration(completed);
    await keys('{Enter}');
    await expectToast('O registro agora está em Concluído.');
    await expect.element(card.getByRole('button', { name: 'Emitir certificado' })).toBeVisible();
    await keys('f');
    await expectToast('Mudança de status indisponível');
    await keys('i');
    await expect
      .element(dialog.getByRole('status'))
      .toHaveTextContent('Emite o certificado e avisa o cliente por e-mail; não tem volta.');
    await dialog.getByLabelText('Motivo (opcional)').fill('Protocolo BR 51');
    answer('changeRegistrationStatus', { ...atGovernment, status: 'certificate_issued' });
    serveRegistration({ status: 'certificate_issued', allowedTransitions: [] });
    await keys('{Control>}{Enter}{/Control}');
    await expectToast('O registro agora está em Certificado Emitido.');
    await expect
      .poll(() => sentStatusChanges())
      .toEqual([
        [
          atGovernment.id,
          { status: 'completed', reason: null, notes: null, expectedStatus: 'government_processing' },
        ],
        [
          atGovernment.id,
          {
            status: 'certificate_issued',
            reason: 'Protocolo BR 51',
            notes: null,
            expectedStatus: 'completed',
          },
        ],
      ]);
  });

  it('[admin-steps-refused] reopens the dialog with the typed text and the current status if the server refuses', async () => {
    open(address, admin);
    await press('Concluído', card);
    await dialog.getByLabelText('Motivo (opcional)').fill('Chegou a carta');
    refuse('changeRegistrationStatus', 'conflict', { message: 'O registro já mudou para Em Análise.' });
    serveRegistration({ status: 'reviewing', allowedTransitions: ['government_processing', 'submitted'] });
    await press('Marcar como Concluído', dialog);
    await expectToast('O registro já mudou para Em Análise.');
    await expect.element(dialog.getByLabelText('Motivo (opcional)')).toHaveValue('Chegou a carta');
    await expect.element(dialog.getByText('De Em Análise só se passa para', { exact: false })).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Marcar como Concluído' })).toBeDisabled();
  });

  it('[admin-steps-any] S opens a dialog in which the admin can choose any allowed status', async () => {
    open(address, admin);
    await expect.element(card).toBeVisible();
    await keys('s');
    await dialog.getByRole('radio', { name: 'Em Análise' }).click();
    await expect
      .element(dialog.getByText('Volta à análise e avisa o cliente por e-mail.').first())
      .toBeVisible();
    answer('changeRegistrationStatus', { ...atGovernment, status: 'reviewing' });
    await press('Atualizar status', dialog);
    await expectToast('O registro agora está em Em Análise.');
  });

  it('[admin-assigns] R opens a dialog that assigns an operator and removes the assignment', async () => {
    open(address, admin);
    await expect.element(card).toBeVisible();
    await keys('r');
    await press('Atribuir operador', dialog);
    await dialog.getByRole('combobox', { name: 'Operador' }).click();
    await page.getByRole('option', { name: 'Paula Reis (2 atribuídos)' }).click();
    const assignment = { assignedOperatorId: PAULA.id, assignedOperator: PAULA };
    answer('assignOperator', { ...atGovernment, ...assignment });
    serveRegistration(assignment);
    await press('Atribuir operador', dialog);
    await expectToast('Operador atribuído');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByText('De Paula Reis')).toBeVisible();
    await expect
      .poll(() => callsOf('assignOperator').map(({ params, body }) => [params.id, body.operatorId]))
      .toEqual([[atGovernment.id, PAULA.id]]);
    await press('Atribuir', page.getByRole('main'));
    answer('unassignOperator', atGovernment);
    serveRegistration(atGovernment);
    await press('Remover atribuição', dialog);
    await expectToast('Atribuição removida');
    await expect.element(dialog.getByRole('combobox', { name: 'Operador' })).toBeVisible();
  });

  it('[admin-steps-keys] only admins have these actions and their shortcuts in the help dialog', async () => {
    open(address, admin);
    await expect.element(card).toBeVisible();
    await keys('?');
    await expect.element(dialog.getByText('Emitir certificado (administração)')).toBeVisible();
    open(address, operator);
    await expect.element(region('Ações')).toBeVisible();
    expect(card.elements()).toEqual([]);
    expect(page.getByRole('main').getByRole('button', { name: 'Atribuir' }).elements()).toEqual([]);
    await keys('f');
    await keys('s');
    await keys('r');
    await keys('?');
    await expect.element(dialog).toHaveAccessibleName('Atalhos de teclado');
    expect(dialog.getByText('(administração)', { exact: false }).elements()).toEqual([]);
  });
});

describe('the admin actions in the side panel of the queue', () => {
  it('[admin-steps-panel] after an action, the next registration opens if that is enabled', async () => {
    localStorage.setItem('queue', JSON.stringify({ advance: true }));
    open(`/operator?view=government&open=${atGovernment.id}`, admin);
    await expect.element(panel.getByRole('button', { name: 'Concluído' })).toBeVisible();
    await keys('f');
    await expect.element(dialog).toBeVisible();
    const releaseResponse = hold('changeRegistrationStatus');
    await keys('{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    answer('listQueue', pageOf([nextRegistration], 10));
    answer('getStaffRegistration', ({ params }) =>
      params.id === nextRegistration.id ? nextRegistration : completed,
    );
    answer('changeRegistrationStatus', completed);
    releaseResponse();
    await expectToast('O registro agora está em Concluído.');
    await expect.poll(query).toContain(`open=${nextRegistration.id}`);
    await expect.element(panel).toHaveAccessibleName('Outro programa');
  });

  it('[admin-steps-phone] shows the buttons of the admin actions also on a phone', async () => {
    await setViewport(360);
    open(`/operator?open=${atGovernment.id}`, admin);
    await expect.element(dialog.getByRole('button', { name: 'Concluído' })).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Atribuir' })).toBeVisible();
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  });
});
