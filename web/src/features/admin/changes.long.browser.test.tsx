import type { RegistrationStatus } from '@g2/gateway/contract/statuses';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  anAccount,
  anAdmin,
  aStaffRegistration,
  aTransaction,
  pageOf,
  stats,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, expectToast, keys, press, region } from '../../testing/screen.ts';
import { answer, callsOf, cut, hold, refuse, refused } from '../../testing/server.ts';

const expectInDialog = (text: string) => expect.element(dialog.getByText(text)).toBeVisible();

describe('the credits tab', () => {
  const person = anAccount({ firstName: 'Quitéria', lastName: 'Zanini', credits: 250 });
  const row = page.getByRole('list', { name: 'Saldos dos usuários' }).getByRole('listitem');
  const expectBalance = (text: string) => expect.element(row.getByText(text)).toBeVisible();

  /** Serves the list with this balance, and applies every adjustment to it. */
  function serveBalance(credits: number): void {
    answer('listUsers', pageOf([{ ...person, credits }], 10));
    answer('adjustCredits', ({ body }) => {
      serveBalance(credits + body.delta);
      return {
        transaction: aTransaction({ delta: body.delta, balanceAfter: credits + body.delta }),
        balance: credits + body.delta,
      };
    });
  }

  async function issue(delta: string, reason: string): Promise<void> {
    await press('Ajustar saldo de Quitéria Zanini');
    await dialog.getByLabelText('Quantidade (centésimos de crédito)', { exact: false }).fill(delta);
    await dialog.getByLabelText('Motivo', { exact: false }).fill(reason);
  }

  it('[admin-credits-issue] rejects invalid amounts, shows the value in credits, and issues it', async () => {
    serveBalance(0);
    open('/admin?tab=credits', anAdmin());
    await page.getByRole('button', { name: 'Emitir Créditos' }).click();
    await press('Emitir Créditos', dialog);
    for (const text of ['Usuário é obrigatório', 'O valor não pode ser zero', 'Motivo é obrigatório'])
      await expectInDialog(text);
    const amount = dialog.getByLabelText('Quantidade (centésimos de crédito)', { exact: false });
    for (const wrong of ['1001', '-1001']) {
      await amount.fill(wrong);
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

    await issue('250', 'Cortesia');
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
        { userId: person.id, delta: 250, reason: 'Cortesia', referenceType: 'chamado', referenceId: '77' },
      ]);
  });

  it('[admin-credits-optimistic] shows the new balance at once, and reverts it when refused', async () => {
    serveBalance(250);
    open('/admin?tab=credits', anAdmin());
    const letGo = hold('adjustCredits');
    await issue('100', 'Bônus');
    await press('Emitir Créditos', dialog);
    await expectBalance('3,50 créditos');
    letGo();
    await expect.element(dialog).not.toBeInTheDocument();
    await expectBalance('3,50 créditos');

    await issue('-351', 'Estorno');
    await expectInDialog('O saldo não cobre esta retirada.');
    refuse('adjustCredits', 'insufficient-credits');
    const letRefusalGo = hold('adjustCredits');
    await press('Emitir Créditos', dialog);
    await expectBalance('0,00 créditos');
    letRefusalGo();
    await expectToast('Erro ao atualizar créditos');
    await expectBalance('3,50 créditos');
    await expect.element(dialog.getByLabelText('Motivo', { exact: false })).toHaveValue('Estorno');
    // The server's error for a field is shown at that field.
    const words = 'Escreva um motivo mais claro.';
    refuse('adjustCredits', 'invalid-input', { message: 'Dados inválidos', fields: { reason: words } });
    await press('Emitir Créditos', dialog);
    await expectInDialog(words);
    await press('Cancelar', dialog);
    await expect.element(dialog).not.toBeInTheDocument();

    cut('adjustCredits');
    await issue('5', 'Sem rede');
    await press('Emitir Créditos', dialog);
    await expectToast('Falha ao atualizar créditos do usuário');
    await expectBalance('3,50 créditos');
  });
});

describe('the status tab', () => {
  const outcome = (title: string) =>
    dialog
      .getByRole('list', { name: 'Resultado por registro' })
      .getByRole('listitem')
      .filter({ hasText: title });
  const selection = region('Seleção');
  const expectSelected = (text: string) => expect.element(selection.getByText(text)).toBeVisible();
  const all = page.getByRole('checkbox', { name: 'Selecionar todos desta página' });

  function serveQueue(...titles: string[]) {
    const records = titles.map((title) =>
      aStaffRegistration({ title, status: 'paid', allowedTransitions: ['reviewing'] }),
    );
    answer('getEnhancedStats', stats);
    answer('listAllRegistrations', ({ query: { page: at, limit } }) =>
      pageOf(records.slice((at - 1) * limit, at * limit), limit, records.length, at),
    );
    return records;
  }

  it('[admin-status-select] keeps selected rows across pages, and requires at least one', async () => {
    serveQueue(...Array.from({ length: 11 }, (_, index) => `Seleção ${String(index + 1).padStart(2, '0')}`));
    open('/admin?tab=status', anAdmin());
    const rows = page.getByRole('table', { name: 'Registros' }).getByRole('row');
    await expect.element(rows.filter({ hasText: 'Seleção 10' })).toBeVisible();
    expect(rows.elements()).toHaveLength(1 + 10);
    await press('Atualizar em lote');
    await expectToast('Nenhum registro selecionado');
    expect(dialog.elements()).toHaveLength(0);
    await all.click();
    await expectSelected('10 selecionados');
    await press('Página 2');
    await expect.element(rows.filter({ hasText: 'Seleção 11' })).toBeVisible();
    await expect.element(all).not.toBeChecked();
    await keys('j');
    await keys('x');
    await expectSelected('11 selecionados');
    await press('Página 1');
    await expect.element(rows.filter({ hasText: 'Seleção 01' })).toBeVisible();
    await expect.element(all).toBeChecked();
    await page.getByRole('checkbox', { name: 'Selecionar Seleção 03' }).click();
    await expectSelected('10 selecionados');
    await press('Limpar seleção', selection);
    await expect.element(selection).not.toBeInTheDocument();
  });

  it('[admin-status-results] a bulk update shows each row’s outcome, and retries the failed ones', async () => {
    const [done, moved, lost] = serveQueue('Falha A', 'Falha B', 'Falha C');
    if (!done || !moved || !lost) throw new Error('three registrations');
    open('/admin?tab=status', anAdmin());
    await all.click();
    await press('Atualizar em lote');
    await dialog.getByRole('radio', { name: 'Em Análise' }).click();
    // One row was moved by another user, one request hangs, and one gets a 503.
    const held = Promise.withResolvers<void>();
    const became = (record: typeof done, status: RegistrationStatus) => ({ ...record, status });
    const words = 'O status deste registro já mudou para Processamento Governamental.';
    answer('changeRegistrationStatus', async ({ params, body }) => {
      if (params.id === moved.id) refused('conflict', { message: words });
      if (params.id === lost.id) refused('unavailable');
      await held.promise;
      return became(done, body.status);
    });
    await press('Atualizar 3 registros', dialog);
    await expectInDialog('2 de 3');
    await expect.element(outcome('Falha A').getByText('Atualizando…')).toBeVisible();
    held.resolve();
    await expectToast('Erro na atualização em lote');
    await expectToast('2 de 3 não foram atualizados.');
    await expect.element(outcome('Falha A').getByText('Atualizado para Em Análise')).toBeVisible();
    await expect
      .element(outcome('Falha B').getByText(`Falha ao atualizar registro ${moved.id}: ${words}`))
      .toBeVisible();
    await expect
      .element(outcome('Falha C').getByText(`Falha ao atualizar registro ${lost.id}`, { exact: false }))
      .toBeVisible();
    await expectInDialog('1 atualizado, 2 com falha');
    // A retry reads the record first: a record that moved on is not sent, and its row shows the reason.
    answer('getStaffRegistration', ({ params }) =>
      params.id === moved.id
        ? { ...moved, status: 'completed', allowedTransitions: ['certificate_issued'] }
        : lost,
    );
    answer('changeRegistrationStatus', ({ body }) => became(lost, body.status));
    await press('Tentar novamente (2)', dialog);
    await expect
      .element(
        outcome('Falha B').getByText('De Concluído só se passa para Certificado Emitido.', { exact: false }),
      )
      .toBeVisible();
    await expect.element(outcome('Falha C').getByText('Atualizado para Em Análise')).toBeVisible();
    expect(
      callsOf('changeRegistrationStatus')
        .map(({ params }) => params.id)
        .slice(3),
    ).toEqual([lost.id]);
    await press('Concluir', dialog);
    await expectSelected('1 selecionado');
  });
});
