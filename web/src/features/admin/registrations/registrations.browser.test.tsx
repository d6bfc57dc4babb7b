import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Db, StoredRegistration } from '../../../mock/db.ts';
import { openMocked } from '../../../testing/mock.ts';
import { anAdmin, anEvidence, aPayableRegistration, aUser } from '../../../testing/records.ts';
import { dialog, expectToast, keys, press, query, region } from '../../../testing/screen.ts';
import {
  answer,
  callsOf,
  failWithNetworkError,
  hold,
  leaveToMock,
  mockApi,
  refuse,
} from '../../../testing/server.ts';

const TAB_PATH = '/admin?tab=registrations';
const PAID_AT = '2026-03-02T12:00:00.000Z';
const otavia = aUser({ firstName: 'Otávia', lastName: 'Prado', role: 'operator' });
const rows = page.getByRole('table', { name: 'Registros' }).getByRole('row');
const titles = () =>
  rows
    .elements()
    .slice(1)
    .map((tableRow) => tableRow.firstElementChild?.textContent);
const expectInDialog = (text: string) => expect.element(dialog.getByText(text).first()).toBeVisible();

let db: Db;
let registration: StoredRegistration;
beforeEach(() => {
  registration = aPayableRegistration({
    title: 'Agenda',
    status: 'paid',
    paymentAmount: 349_900,
    paymentPaidAt: PAID_AT,
    applicantTaxId: '111.444.777-35',
  });
  db = mockApi({ user: anAdmin(), users: [otavia], registrations: [registration] });
  registration = db.registrations[0] ?? registration;
  answer('getEvidence', anEvidence({ registrationId: registration.id, number: null, status: null }));
});

describe('the registrations tab', () => {
  it('[admin-registrations-list] keeps search, filter, sort order and page in the URL', async () => {
    for (let n = 1; n <= 10; n += 1)
      db.registrations.push(aPayableRegistration({ title: `Lista ${String(n).padStart(2, '0')}` }));
    db.registrations.push(
      aPayableRegistration({ title: 'Lista 11', status: 'paid' }),
      aPayableRegistration({ title: 'Outro', status: 'completed' }),
    );
    openMocked(TAB_PATH, db);
    const counters = region('Contagem de registros');
    await expect.element(counters.getByText('13', { exact: true })).toBeVisible();
    expect(counters.element().textContent).toBe(
      'Total13Aguardando análise12submetidos, pagos e em análise; na fila, “Aguardando” são só os pagosConcluídos1',
    );
    const searchField = page.getByRole('textbox', { name: 'Buscar registros' });
    await expect.element(searchField).toHaveAttribute('placeholder', 'Título, nome, CPF/CNPJ ou certificado');
    await searchField.fill('lista');
    await expect.element(page.getByText('Mostrando 1-10 de 11')).toBeVisible();
    await page.getByRole('columnheader', { name: 'Título' }).getByRole('button').click();
    await expect
      .poll(titles)
      .toEqual(Array.from({ length: 10 }, (_, n) => `Lista ${String(n + 1).padStart(2, '0')}`));
    await press('Página 2');
    await expect.poll(titles).toEqual(['Lista 11']);
    const filter = async (option: string) => {
      await page.getByRole('combobox', { name: 'Filtrar por status' }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await filter('Pago');
    await expect.element(page.getByText('Mostrando 1-1 de 1')).toBeVisible();
    const address = `${TAB_PATH}&search=lista&sort=title&status=paid`;
    expect(`/admin${query()}`).toBe(address);
    openMocked(address, db);
    await expect.poll(titles).toEqual(['Lista 11']);
    await filter('Concluído');
    await expect.element(page.getByText('Nenhum registro encontrado')).toBeVisible();
  });

  it('[admin-registrations-assign] assigns an operator in the details dialog, and removes the operator', async () => {
    openMocked(TAB_PATH, db);
    await press('Ver Detalhes: Agenda');
    const assignmentRegion = dialog.getByRole('region', { name: 'Operador responsável' });
    const expectAssigned = () => expect.element(assignmentRegion.getByText(/Otávia Prado/)).toBeVisible();
    const chooseOperator = async () => {
      await assignmentRegion.getByRole('combobox', { name: 'Operador' }).fill('Otávia');
      await page.getByRole('option', { name: /Otávia Prado/ }).click();
    };
    const facts = ['111.444.777-35', 'R$ 3.499,00', 'código-fonte.zip (1,2 MB)', 'SHA-256', registration.id];
    for (const fact of facts) await expectInDialog(fact);
    await press('Atribuir operador', assignmentRegion);
    await expect.element(assignmentRegion.getByText('Selecione um operador').last()).toBeVisible();
    await chooseOperator();
    const release = hold('assignOperator');
    await press('Atribuir operador', assignmentRegion);
    await expectAssigned();
    release();
    await expectToast('Operador atribuído');
    await expect.poll(() => registration.assignedOperatorId).toBe(otavia.id);
    refuse('unassignOperator', 'unavailable');
    await press('Remover atribuição', assignmentRegion);
    await expectToast('Erro ao remover atribuição');
    await expectAssigned();
    leaveToMock('unassignOperator');
    await press('Remover atribuição', assignmentRegion);
    await expectToast('Atribuição removida');
    await chooseOperator();
    failWithNetworkError('assignOperator');
    await press('Atribuir operador', assignmentRegion);
    await expectToast('Erro ao atribuir operador');
    await expectToast('Não foi possível atribuir o operador.');
    await expect.poll(() => registration.assignedOperatorId).toBeNull();
  });

  it('[admin-registrations-status] offers six statuses, and shows why a status is disabled', async () => {
    openMocked(TAB_PATH, db);
    const statusOptions = dialog.getByRole('radio');
    const statusOption = (name: string) => dialog.getByRole('radio', { name, exact: true });
    const expectStatus = (status: string) =>
      expect.element(rows.nth(1).getByText(status, { exact: true })).toBeVisible();
    await press('Atualizar Status: Agenda');
    await expect.element(statusOption('Em Análise')).toBeEnabled();
    expect(statusOptions.elements().map((option) => (option as HTMLInputElement).disabled)).toEqual([
      true,
      true,
      false,
      true,
      true,
      true,
    ]);
    await expectInDialog('É o status atual.');
    // The reason that four statuses share is shown once.
    expect(dialog.getByText('De Pago só se passa para Em Análise.').elements()).toHaveLength(1);
    await press('Atualizar status', dialog);
    await expectInDialog('Status inválido');
    const reason = dialog.getByLabelText('Motivo (opcional)');
    await reason.fill('Tudo conferido');

    // Another user changes the status first. The dialog reopens with the typed text and the current status.
    await statusOption('Em Análise').click();
    const release = hold('changeRegistrationStatus');
    await press('Atualizar status', dialog);
    await expectStatus('Em Análise');
    registration.status = 'reviewing';
    release();
    await expectToast('Erro ao atualizar status');
    await expectToast('O status deste registro já mudou para Em Análise. Atualize e tente novamente.');
    await expect.element(reason).toHaveValue('Tudo conferido');
    await expect.element(statusOption('Em Análise')).toBeDisabled();
    await statusOption('Processamento Governamental').click();
    await dialog.getByLabelText('Notas internas (opcional)').fill('Só para nós');
    await press('Atualizar status', dialog);
    await expectToast('Status atualizado');
    await expectStatus('Processamento Governamental');
    await press('Atualizar Status: Agenda');
    await statusOption('Concluído').click();
    await press('Atualizar status', dialog);
    await expectStatus('Concluído');
    await expect
      .poll(() => db.history.map(({ toStatus, reason: sentReason, notes }) => [toStatus, sentReason, notes]))
      .toEqual([
        ['government_processing', 'Tudo conferido', 'Só para nós'],
        ['completed', null, null],
      ]);
  });

  it('[admin-registrations-open] opens the details of a registration by keyboard and by click', async () => {
    const entry = {
      id: db.nextId(),
      registrationId: registration.id,
      fromStatus: 'submitted' as const,
      toStatus: 'paid' as const,
    };
    db.history.push({
      ...entry,
      changedBy: null,
      changedByName: 'Ada Reis',
      reason: 'Pago por fora',
      notes: null,
      createdAt: PAID_AT,
    });
    const holder = { holderName: 'Bruno Araújo', holderTaxId: '111.444.777-35', ownershipPercentage: 40 };
    db.holders.push({ id: db.nextId(), registrationId: registration.id, ...holder, createdAt: PAID_AT });
    db.registrations.push(aPayableRegistration({ title: 'Barco' }));
    openMocked(`${TAB_PATH}&sort=title`, db);
    await expect.poll(titles).toEqual(['Agenda', 'Barco']);
    await keys('j{Enter}');
    for (const fact of ['Bruno Araújo', '40%', /código-fonte.zip/, /Pago por fora/, /Ada Reis/])
      await expect.element(dialog.getByText(fact).first()).toBeVisible();
    await expect
      .element(dialog.getByRole('link', { name: 'Abrir página do registro' }))
      .toHaveAttribute('href', `/operator/registrations/${registration.id}`);
    expect(query()).toContain(`open=${registration.id}`);
    await press('Atualizar Status', dialog);
    await expect.element(page.getByRole('dialog', { name: /^Atualizar/ })).toBeVisible();
    await keys('{Escape}');
    await expect.poll(() => page.getByRole('dialog').elements()).toHaveLength(1);
    await keys('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await rows.nth(2).click();
    await expect.element(page.getByRole('dialog', { name: /Barco/ })).toBeVisible();
    expect(callsOf('changeRegistrationStatus')).toEqual([]);
  });
});
