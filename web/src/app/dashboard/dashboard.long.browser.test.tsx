import type { Registration } from '@g2/gateway/contract/registrations';
import { REGISTRATION_STATUSES } from '@g2/gateway/contract/status-terms';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { tell } from '../../testing/events.ts';
import {
  anEvidence,
  aPayableRegistration,
  aRegistration,
  aUser,
  pageOf,
  registrationStatsOf,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { article, dialog, expectToast, keys, press, region } from '../../testing/screen.ts';
import { answer, callsOf, failWithNetworkError, hold, refuse, throwRefusal } from '../../testing/server.ts';

const FEE = 349_900;

/** Serves a dashboard with these registrations. */
function serveDashboard(...registrations: Registration[]): void {
  answer('listRegistrations', ({ query: { status } }) =>
    pageOf(status ? registrations.filter((item) => status.includes(item.status)) : registrations),
  );
  answer('getRegistrationStats', registrationStatsOf({ totalRegistrations: registrations.length }));
}

/** Label, value and note of each figure. */
const figures = (): (string | null)[][] =>
  [...region('Resumo').element().querySelectorAll('dl > div')].map((figure) =>
    [...figure.children].map((part) => part.textContent),
  );

describe('the client dashboard', () => {
  it('[dashboard-welcome] greets the client by first name, else by e-mail, else by a generic word', async () => {
    serveDashboard(aRegistration());
    const expectGreeting = (name: string) =>
      expect.element(page.getByRole('heading', { level: 1, name: `Olá, ${name}` })).toBeVisible();
    open('/dashboard', aUser());
    await expectGreeting('Ana');
    open('/dashboard', aUser({ firstName: '' }));
    await expectGreeting('ana@example.com');
    open('/dashboard', aUser({ firstName: '', email: '' }));
    await expectGreeting('desenvolvedor(a)');
    await page.getByRole('link', { name: 'Registrar Software' }).click();
    await expect.poll(() => window.location.pathname).toBe('/register');
  });

  it('[dashboard-figures] shows the counts, and the total file size in a suitable unit', async () => {
    serveDashboard(aRegistration());
    for (const [totalFileSize, text] of [
      [1_023, '1.023 B'],
      [20_480, '20,0 KB'],
      [5_557_453, '5,3 MB'],
      [2_684_354_560, '2,5 GB'],
    ] as const) {
      answer(
        'getRegistrationStats',
        registrationStatsOf({
          totalRegistrations: 7,
          recentRegistrations: 0,
          totalFileSize,
          uniqueJurisdictions: 2,
        }),
      );
      open('/dashboard');
      await expect.element(region('Resumo').getByText(text)).toBeVisible();
    }
    await expect
      .poll(() => figures())
      .toEqual([
        ['Registros Totais', '7', ''],
        ['Registros Recentes', '0', 'Nenhuma atividade'],
        ['Tamanho Total', '2,5 GB', 'em arquivos protegidos'],
        ['Jurisdições', '2', 'Territórios ativos'],
      ]);
  });

  it('[dashboard-balance] shows the balance and how many registrations it covers', async () => {
    serveDashboard(aRegistration());
    answer('listCreditPackages', pageOf([], 100));
    open('/dashboard', aUser({ credits: FEE - 100 }));
    const balance = region('Saldo de créditos');
    const expectInBalance = (text: string) => expect.element(balance.getByText(text)).toBeVisible();
    await expectInBalance('3.498,00 créditos');
    await expectInBalance('Baixo');
    await expectInBalance('0 registros possíveis');
    await expectInBalance('3.499,00 créditos por registro');
    await expectInBalance('Créditos insuficientes');
    await expect
      .element(
        balance.getByText('Você precisa de mais 1,00 créditos para um novo registro.', { exact: false }),
      )
      .toBeVisible();
    await expect.poll(() => callsOf('followEvents').length).toBe(1);
    tell('balance', { credits: 2 * FEE - 100 });
    await expectInBalance('Regular');
    await expectInBalance('1 registro possível');
    await expect.element(balance.getByText('Créditos insuficientes')).not.toBeInTheDocument();
    await press('Comprar Créditos', balance);
    await expect.element(dialog.getByText('Pacotes')).toBeVisible();
  });

  it('[dashboard-status] shows the name, the progress and the estimated time of each status', async () => {
    serveDashboard(
      ...REGISTRATION_STATUSES.map((status) =>
        aPayableRegistration({ title: `T ${status}`, status, canPay: status === 'submitted' }),
      ),
    );
    open('/dashboard');
    await expect.element(article('T submitted')).toBeVisible();
    const cardProgress = REGISTRATION_STATUSES.map((status) => {
      const card = article(`T ${status}`);
      const bar = card.getByRole('progressbar').element();
      const time = card.getByText(/^Prazo: /).element().textContent;
      return [bar.getAttribute('aria-label'), bar.getAttribute('aria-valuenow'), time];
    });
    expect(cardProgress).toEqual([
      ['Progresso: Submetido', '16.67', 'Prazo: imediato'],
      ['Progresso: Pago', '33.34', 'Prazo: 1-2 dias úteis'],
      ['Progresso: Em Análise', '50', 'Prazo: 3-5 dias úteis'],
      ['Progresso: Processamento Governamental', '75', 'Prazo: 15-30 dias úteis'],
      ['Progresso: Concluído', '91.67', 'Prazo: 1-2 dias úteis'],
      ['Progresso: Certificado Emitido', '100', 'Prazo: imediato'],
    ]);
    const cards = page.getByRole('article');
    expect(cards.getByRole('button', { name: 'Download' }).elements()).toHaveLength(1);
    expect(cards.getByRole('button', { name: 'Pagar' }).elements()).toHaveLength(1);
    await expect
      .element(article('T certificate_issued').getByRole('button', { name: 'Download' }))
      .toBeVisible();
  });

  it('[dashboard-resubmit] shows the correction’s reason, and reverts a refused resubmission', async () => {
    const REASON = 'Faltou o arquivo LEIAME.';
    const returned = aPayableRegistration({
      canPay: false,
      canResubmit: true,
      paymentPaidAt: '2026-03-02T12:00:00.000Z',
      correctionReason: REASON,
      changedSinceCorrection: true,
    });
    serveDashboard(returned);
    answer('getRegistration', returned);
    answer('getEvidence', anEvidence());
    answer('getRegistrationHistory', pageOf([], 100));
    answer('listHolders', pageOf([], 100));
    open('/dashboard');
    const returnedCard = article(returned.title);
    const nextAction = region('Próxima ação');
    for (const where of [returnedCard, nextAction]) {
      await expect.element(where.getByText(REASON)).toBeVisible();
      await expect.element(where.getByRole('button', { name: 'Reenviar' })).toBeVisible();
    }
    await expect.element(returnedCard.getByText('Correções solicitadas')).toBeVisible();
    await press('Ver Detalhes', returnedCard);
    await expect.element(dialog.getByText(REASON)).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Reenviar' })).toBeVisible();
    await expect
      .element(
        dialog.getByText('Corrija o que a equipe pediu e reenvie: nada será cobrado.', { exact: false }),
      )
      .toBeVisible();
    expect(page.getByRole('button', { name: /^Pagar/ }).elements()).toHaveLength(0);
    await keys('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();

    refuse('resubmitRegistration', 'conflict');
    const releaseCall = hold('resubmitRegistration');
    await press('Reenviar', returnedCard);
    await expect.element(returnedCard.getByText('Pago')).toBeVisible();
    releaseCall();
    await expectToast('Erro ao reenviar registro');
    await expect.element(returnedCard.getByText('Submetido')).toBeVisible();
    answer('resubmitRegistration', () => {
      const paid = { ...returned, status: 'paid' as const, canResubmit: false, correctionReason: null };
      serveDashboard(paid);
      return paid;
    });
    await press('Reenviar', returnedCard);
    await expectToast('Registro reenviado');
    await expect.element(returnedCard.getByText('Pago')).toBeVisible();
    await expect.element(nextAction).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement).toBe(returnedCard.element());
  });

  it('puts a registration back in the list at once when its deletion is refused', async () => {
    const unwanted = aPayableRegistration({ title: 'Sai' });
    serveDashboard(unwanted);
    open('/dashboard');
    refuse('deleteRegistration', 'not-editable');
    await press('Excluir registro', article('Sai'));
    const releaseCall = hold('listRegistrations');
    await press('Confirmar exclusão', dialog);
    await expectToast('Erro ao excluir registro');
    await expect.element(article('Sai')).toBeVisible();
    releaseCall();
  });

  it('[dashboard-remove] warns before an unpaid registration is deleted', async () => {
    const other = aRegistration({ title: 'Fica' });
    const unwanted = aPayableRegistration({ title: 'Sai' });
    serveDashboard(other, unwanted);
    answer('getRegistration', unwanted);
    answer('getEvidence', anEvidence());
    answer('getRegistrationHistory', pageOf([], 100));
    answer('listHolders', pageOf([], 100));
    open('/dashboard');
    const unwantedCard = article('Sai');
    const askToDelete = async () => {
      await press('Excluir registro', unwantedCard);
      for (const text of [
        'Excluir “Sai”? Isto não pode ser desfeito. O que se perde:',
        'os dados informados e os titulares',
        /^o arquivo código-fonte.zip \(\d,\d\d MB\)/,
      ])
        await expect.element(dialog.getByText(text)).toBeVisible();
    };
    await askToDelete();
    await press('Cancelar', dialog);
    await expect.element(dialog).not.toBeInTheDocument();
    refuse('deleteRegistration', 'not-editable', { message: 'Há um pagamento em andamento.' });
    await askToDelete();
    await press('Confirmar exclusão', dialog);
    await expectToast('Erro ao excluir registro');
    await expectToast('Há um pagamento em andamento.');
    await expect.element(unwantedCard).toBeVisible();
    answer('deleteRegistration', ({ params }) => {
      if (params.id !== unwanted.id) throwRefusal('not-found');
      serveDashboard(other);
      return undefined;
    });
    await press('Ver Detalhes', unwantedCard);
    await press('Excluir registro', dialog);
    await press('Confirmar exclusão', dialog);
    await expectToast('Registro excluído');
    await expect.element(unwantedCard).not.toBeInTheDocument();
    await expect.element(page.getByText('Mostrando 1-1 de 1')).toBeVisible();
    await expect.poll(() => document.activeElement?.closest('main') ?? null).not.toBeNull();
  });
});

describe('the details of a registration', () => {
  const reviewed = aPayableRegistration({
    status: 'reviewing',
    canPay: false,
    paymentPaidAt: '2026-03-02T12:00:00.000Z',
  });
  const entry = (toStatus: Registration['status'], at: string) => ({
    id: crypto.randomUUID(),
    registrationId: reviewed.id,
    fromStatus: null,
    toStatus,
    changedBy: null,
    changedByName: null,
    reason: null,
    createdAt: at,
  });

  it('[details-failed] the details show the card’s data when loading fails, and offer a retry', async () => {
    serveDashboard(reviewed);
    answer('getRegistration', reviewed);
    answer('getEvidence', anEvidence());
    answer('listHolders', pageOf([], 100));
    refuse('getRegistrationHistory', 'unavailable');
    open('/dashboard');
    await press('Ver Detalhes', article(reviewed.title));
    const alert = dialog.getByRole('alert');
    await expect
      .element(alert.getByText('Não foi possível atualizar os detalhes.', { exact: false }))
      .toBeVisible();
    await expect.element(dialog.getByText(reviewed.description)).toBeVisible();
    answer('getRegistrationHistory', pageOf([entry('reviewing', '2026-03-02T12:00:00.000Z')], 100));
    await press('Tentar novamente', alert);
    await expect.element(alert).not.toBeInTheDocument();
    await expect.element(dialog.getByText(/^Desde /)).toBeVisible();
  });

  it('the details say why a certificate cannot be downloaded', async () => {
    const issued = aPayableRegistration({ status: 'certificate_issued', canPay: false, canEdit: false });
    serveDashboard(issued);
    answer('getRegistration', issued);
    answer('getEvidence', anEvidence());
    answer('listHolders', pageOf([], 100));
    answer('getRegistrationHistory', pageOf([], 100));
    open('/dashboard');
    await press('Ver Detalhes', article(issued.title));
    for (const [code, message, title] of [
      ['certificate-not-available', 'Bloqueado por contestação.', 'Certificado não disponível'],
      ['not-found', 'Não existe.', 'Registro não encontrado'],
      ['unavailable', 'Volta em instantes.', 'Erro no download'],
    ] as const) {
      refuse('getCertificate', code, { message });
      await press('Download', dialog);
      await expectToast(title);
      await expectToast(message);
    }
    failWithNetworkError('getCertificate');
    await press('Download', dialog);
    await expectToast('Sem conexão com o servidor. Verifique sua internet e tente novamente.');
  });
});
