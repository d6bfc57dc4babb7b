import type { RegistrationStatus } from '@g2/gateway/contract/status-terms';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  adminStats,
  anAccount,
  anAdmin,
  aStaffRegistration,
  aTransaction,
  pageOf,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, expectToast, keys, press, region } from '../../testing/screen.ts';
import { answer, callsOf, failWithNetworkError, hold, refuse, throwRefusal } from '../../testing/server.ts';

const expectInDialog = (text: string) => expect.element(dialog.getByText(text)).toBeVisible();

describe('the credits tab', () => {
  const user = anAccount({ firstName: 'Quitéria', lastName: 'Zanini', credits: 250 });
  const row = page.getByRole('list', { name: 'Saldos dos usuários' }).getByRole('listitem');
  const expectBalance = (text: string) => expect.element(row.getByText(text)).toBeVisible();

  /** Serves the list with this balance, and applies every adjustment to it. */
  function serveBalance(credits: number): void {
    answer('listUsers', pageOf([{ ...user, credits }], 10));
    answer('adjustCredits', ({ body }) => {
      serveBalance(credits + body.delta);
      return {
        transaction: aTransaction({ delta: body.delta, balanceAfter: credits + body.delta }),
        balance: credits + body.delta,
      };
    });
  }

  async function fillIssueForm(delta: string, reason: string): Promise<void> {
    await press('Ajustar saldo de Quitéria Zanini');
    await dialog.getByLabelText('Quantidade (centésimos de crédito)', { exact: false }).fill(delta);
    await dialog.getByLabelText('Motivo', { exact: false }).fill(reason);
  }

  it('[admin-credits-issue] rejects invalid amounts, shows the amount in credits, and issues credits', async () => {
    serveBalance(0);
    open('/admin?tab=credits', anAdmin());
    await page.getByRole('button', { name: 'Emitir Créditos' }).click();
    await press('Emitir Créditos', dialog);
    for (const text of ['Usuário é obrigatório', 'O valor não pode ser zero', 'Motivo é obrigatório'])
      await expectInDialog(text);
    const amount = dialog.getByLabelText('Quantidade (centésimos de crédito)', { exact: false });
    for (const amountOutOfRange of ['1001', '-1001']) {
      await amount.fill(amountOutOfRange);
      await press('Emitir Créditos', dialog);
      await expectInDialog('O valor deve estar entre -1000 e 1000');
    }
    await amount.fill('muito');
    await press('Emitir Créditos', dialog);
    await expectInDialog('O valor não pode ser zero');
    const reais = dialog.getByLabelText('Em reais', { exact: false });
    await reais.fill('2,5');
    await expect.element(amount).toHaveValue('250');
    await amount.fill('-999');
    await expect.element(reais).toHaveValue('-9,99');
    await reais.fill('dez');
    await expectInDialog('Use reais e centavos, como 10,00');
    await expect.element(amount).toHaveValue('');
    await reais.fill('10,01');
    await press('Emitir Créditos', dialog);
    await expectInDialog('O valor deve estar entre -1000 e 1000');
    await press('Cancelar', dialog);
    await expect.element(dialog).not.toBeInTheDocument();
    expect(callsOf('adjustCredits')).toEqual([]);

    await fillIssueForm('250', 'Cortesia');
    await expectInDialog('= 2,50 créditos');
    await expectInDialog('Saldo: 0,00 créditos → 2,50 créditos');
    await dialog.getByLabelText('Tipo de referência (opcional)').fill('chamado');
    await dialog.getByLabelText('Identificador da referência (opcional)').fill('77');
    await press('Emitir Créditos', dialog);
    await expectToast('Créditos atualizados');
    await expect.element(dialog).not.toBeInTheDocument();
    await expectBalance('2,50 créditos');
    await expect
      .poll(() => callsOf('adjustCredits').map(({ body }) => body))
      .toEqual([
        { userId: user.id, delta: 250, reason: 'Cortesia', referenceType: 'chamado', referenceId: '77' },
      ]);
  });

  it('[admin-credits-optimistic] shows the new balance at once, and the old balance after a refusal', async () => {
    serveBalance(250);
    open('/admin?tab=credits', anAdmin());
    const release = hold('adjustCredits');
    await fillIssueForm('100', 'Bônus');
    await press('Emitir Créditos', dialog);
    await expectBalance('3,50 créditos');
    release();
    await expect.element(dialog).not.toBeInTheDocument();
    await expectBalance('3,50 créditos');

    await fillIssueForm('-351', 'Estorno');
    await expectInDialog('O saldo não cobre esta retirada.');
    refuse('adjustCredits', 'insufficient-credits');
    const releaseRefusal = hold('adjustCredits');
    await press('Emitir Créditos', dialog);
    await expectBalance('0,00 créditos');
    releaseRefusal();
    await expectToast('Erro ao atualizar créditos');
    await expectBalance('3,50 créditos');
    await expect.element(dialog.getByLabelText('Motivo', { exact: false })).toHaveValue('Estorno');
    // The form shows the server's error at the field.
    const message = 'Escreva um motivo mais claro.';
    refuse('adjustCredits', 'invalid-input', { message: 'Dados inválidos', fields: { reason: message } });
    await press('Emitir Créditos', dialog);
    await expectInDialog(message);
    await press('Cancelar', dialog);
    await expect.element(dialog).not.toBeInTheDocument();

    failWithNetworkError('adjustCredits');
    await fillIssueForm('5', 'Sem rede');
    await press('Emitir Créditos', dialog);
    await expectToast('Falha ao atualizar créditos do usuário');
    await expectBalance('3,50 créditos');
  });
});

describe('the status tab', () => {
  const resultRow = (title: string) =>
    dialog
      .getByRole('list', { name: 'Resultado por registro' })
      .getByRole('listitem')
      .filter({ hasText: title });
  const selection = region('Seleção');
  const expectSelected = (text: string) => expect.element(selection.getByText(text)).toBeVisible();
  const selectAllBox = page.getByRole('checkbox', { name: 'Selecionar todos desta página' });

  function serveQueue(...titles: string[]) {
    const registrations = titles.map((title) =>
      aStaffRegistration({ title, status: 'paid', allowedTransitions: ['reviewing'] }),
    );
    answer('getEnhancedStats', adminStats);
    answer('listAllRegistrations', ({ query: { page: pageNumber, limit } }) => {
      const items = registrations.slice((pageNumber - 1) * limit, pageNumber * limit);
      return pageOf(items, limit, registrations.length, pageNumber);
    });
    return registrations;
  }

  it('[admin-status-select] keeps the selection across pages, and requires at least one selected row', async () => {
    serveQueue(...Array.from({ length: 11 }, (_, index) => `Seleção ${String(index + 1).padStart(2, '0')}`));
    open('/admin?tab=status', anAdmin());
    const rows = page.getByRole('table', { name: 'Registros' }).getByRole('row');
    await expect.element(rows.filter({ hasText: 'Seleção 10' })).toBeVisible();
    expect(rows.elements()).toHaveLength(1 + 10);
    await press('Atualizar em lote');
    await expectToast('Nenhum registro selecionado');
    expect(dialog.elements()).toHaveLength(0);
    await selectAllBox.click();
    await expectSelected('10 selecionados');
    await press('Página 2');
    await expect.element(rows.filter({ hasText: 'Seleção 11' })).toBeVisible();
    await expect.element(selectAllBox).not.toBeChecked();
    await keys('j');
    await keys('x');
    await expectSelected('11 selecionados');
    await press('Página 1');
    await expect.element(rows.filter({ hasText: 'Seleção 01' })).toBeVisible();
    await expect.element(selectAllBox).toBeChecked();
    await page.getByRole('checkbox', { name: 'Selecionar Seleção 03' }).click();
    await expectSelected('10 selecionados');
    await press('Limpar seleção', selection);
    await expect.element(selection).not.toBeInTheDocument();
  });

  it('[admin-status-results] shows the outcome of each row of a bulk update, and retries the failed rows', async () => {
    const registrations = serveQueue('Falha A', 'Falha B', 'Falha C');
    const [pendingRegistration, changedRegistration, failingRegistration] = registrations;
    if (!pendingRegistration || !changedRegistration || !failingRegistration)
      throw new Error('three registrations');
    open('/admin?tab=status', anAdmin());
    await selectAllBox.click();
    await press('Atualizar em lote');
    await dialog.getByRole('radio', { name: 'Em Análise' }).click();
    // The first request hangs, the second is refused because the status has changed, and the third gets a 503.
    const pendingResponse = Promise.withResolvers<void>();
    const withStatus = (registration: typeof pendingRegistration, status: RegistrationStatus) => ({
      ...registration,
      status,
    });
    const message = 'O status deste registro já mudou para Processamento Governamental.';
    answer('changeRegistrationStatus', async ({ params, body }) => {
      if (params.id === changedRegistration.id) throwRefusal('conflict', { message });
      if (params.id === failingRegistration.id) throwRefusal('unavailable');
      await pendingResponse.promise;
      return withStatus(pendingRegistration, body.status);
    });
    await press('Atualizar 3 registros', dialog);
    await expectInDialog('2 de 3');
    await expect.element(resultRow('Falha A').getByText('Atualizando…')).toBeVisible();
    pendingResponse.resolve();
    await expectToast('Erro na atualização em lote');
    await expectToast('2 de 3 não foram atualizados.');
    await expect.element(resultRow('Falha A').getByText('Atualizado para Em Análise')).toBeVisible();
    await expect
      .element(
        resultRow('Falha B').getByText(`Falha ao atualizar registro ${changedRegistration.id}: ${message}`),
      )
      .toBeVisible();
    await expect
      .element(
        resultRow('Falha C').getByText(`Falha ao atualizar registro ${failingRegistration.id}`, {
          exact: false,
        }),
      )
      .toBeVisible();
    await expectInDialog('1 atualizado, 2 com falha');
    // A retry reads the registration first. If its status has changed, the row shows why the registration is not sent.
    answer('getStaffRegistration', ({ params }) =>
      params.id === changedRegistration.id
        ? { ...changedRegistration, status: 'completed', allowedTransitions: ['certificate_issued'] }
        : failingRegistration,
    );
    answer('changeRegistrationStatus', ({ body }) => withStatus(failingRegistration, body.status));
    await press('Tentar novamente (2)', dialog);
    await expect
      .element(
        resultRow('Falha B').getByText('De Concluído só se passa para Certificado Emitido.', {
          exact: false,
        }),
      )
      .toBeVisible();
    await expect.element(resultRow('Falha C').getByText('Atualizado para Em Análise')).toBeVisible();
    expect(
      callsOf('changeRegistrationStatus')
        .map(({ params }) => params.id)
        .slice(3),
    ).toEqual([failingRegistration.id]);
    await press('Concluir', dialog);
    await expectSelected('1 selecionado');
  });
});
