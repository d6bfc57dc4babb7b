import type { Registration } from '@g2/gateway/contract/registrations';
import { describe, expect, it } from 'vitest';
import type { Locator } from 'vitest/browser';
import { aHistoryEntry, answersDashboard, answersDetails } from '../../testing/client.ts';
import { aPayableRegistration } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { article, dialog, keys, press, region, toast } from '../../testing/screen.ts';
import { answer, callsOf } from '../../testing/server.ts';

const REASON = 'Falta o manual de instalação.';
const returned = aPayableRegistration({
  canPay: false,
  canResubmit: true,
  createdAt: '2026-01-05T12:01:00.000Z',
  paymentPaidAt: '2026-01-05T12:07:00.000Z',
  correctionReason: REASON,
});
const changedRegistration = { ...returned, changedSinceCorrection: true };
const registrationCard = article(returned.title);
const nextAction = region('Próxima ação');
const question = dialog.getByText('Nada foi alterado desde o pedido. Reenviar mesmo assim?');
const expectText = (where: Locator, text: string | RegExp) =>
  expect.element(where.getByText(text, { exact: true })).toBeVisible();

/** Serves this registration to the dashboard and to its details from now on. */
function serveRegistration(registration: Registration): void {
  answersDashboard(registration);
  answersDetails(registration);
}

function answerResubmit(): void {
  answer('resubmitRegistration', () => {
    const resubmitted = { ...returned, status: 'paid' as const, canResubmit: false, correctionReason: null };
    serveRegistration(resubmitted);
    return resubmitted;
  });
}

describe('a registration that was returned for corrections', () => {
  it('[corrections-timeline] the timeline shows the first steps and every round of corrections', async () => {
    const timeline = () =>
      dialog
        .getByRole('list')
        .first()
        .getByRole('listitem')
        .elements()
        .slice(0, 4)
        .map((step) => [
          step.getAttribute('data-state'),
          ...[...step.querySelectorAll('p')].map((line) => line.textContent),
        ]);
    const firstSteps = [
      ['done', 'Submetido: Concluída', '05/01/2026 09:01'],
      ['done', 'Pago: Concluída', '05/01/2026 09:07'],
    ];
    const paidEntry = aHistoryEntry('paid', '2026-01-05T12:08:00.000Z');
    const correctionEntry = aHistoryEntry('submitted', '2026-01-06T12:00:00.000Z', {
      fromStatus: 'paid',
      reason: REASON,
    });
    answersDashboard(returned);
    answersDetails(returned, { history: [paidEntry, correctionEntry] });
    open('/dashboard');
    await press('Ver Detalhes', registrationCard);
    await expect
      .poll(timeline)
      .toEqual([
        ...firstSteps,
        [
          'current',
          'CorreçõesAgora',
          'Solicitadas em 06/01/2026 09:00',
          'Corrija e reenvie: nada será cobrado, e a análise continua daqui.',
          REASON,
        ],
        ['todo', 'Em Análise: A seguir', 'Prazo estimado: 3-5 dias úteis'],
      ]);
    const issued = { ...returned, status: 'certificate_issued' as const, canResubmit: false };
    answersDashboard(issued);
    answersDetails(issued, {
      history: [
        paidEntry,
        correctionEntry,
        aHistoryEntry('paid', '2026-01-07T12:00:00.000Z', { fromStatus: 'submitted' }),
        aHistoryEntry('reviewing', '2026-01-08T12:00:00.000Z', { fromStatus: 'paid' }),
        aHistoryEntry('certificate_issued', '2026-01-09T12:00:00.000Z', { fromStatus: 'completed' }),
      ],
    });
    open('/dashboard');
    await press('Ver Detalhes', registrationCard);
    await expect
      .poll(timeline)
      .toEqual([
        ...firstSteps,
        [
          'done',
          'Correções: Concluída',
          'Solicitadas em 06/01/2026 09:00',
          'Reenviado em 07/01/2026 09:00',
          REASON,
        ],
        ['done', 'Em Análise: Concluída', '08/01/2026 09:00'],
      ]);
  });

  it('[corrections-first] offers Corrigir until the registration is changed, and then Reenviar', async () => {
    serveRegistration(returned);
    open('/dashboard');
    for (const where of [registrationCard, nextAction]) {
      await expectText(where, 'Submetido');
      await expectText(where, 'Aguardando sua correção');
      const edit = where.getByRole('link', { name: 'Corrigir', exact: true });
      await expect.element(edit).toHaveAttribute('href', `/register?id=${returned.id}&step=basic`);
      await expect.element(edit).toHaveAttribute('data-variant', 'filled');
    }
    await expect.element(nextAction.getByRole('button', { name: 'Reenviar' })).not.toBeInTheDocument();
    await expect.element(registrationCard.getByText(/imediato|Etapa 1 de 6/)).not.toBeInTheDocument();
    await expectText(registrationCard, 'Prazo: depende do seu reenvio');

    serveRegistration(changedRegistration);
    open('/dashboard');
    for (const where of [registrationCard, nextAction])
      await expect
        .element(where.getByRole('button', { name: 'Reenviar' }))
        .toHaveAttribute('data-variant', 'filled');
    await expect.element(nextAction.getByRole('link', { name: 'Corrigir' })).not.toBeInTheDocument();
    answerResubmit();
    await press('Reenviar', nextAction);
    await expectText(toast, 'Registro reenviado');
    await expectText(registrationCard, 'Pago');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('[corrections-unchanged] asks for confirmation before an unchanged registration is resent', async () => {
    serveRegistration(returned);
    open('/dashboard');
    await press('Reenviar', registrationCard);
    await expect.element(question).toBeVisible();
    await press('Cancelar', dialog);
    await expect.element(question).not.toBeInTheDocument();
    // In the details, Esc closes only the question.
    await press('Ver Detalhes', registrationCard);
    await press('Reenviar', dialog);
    await expect.element(question).toBeVisible();
    await keys('{Escape}');
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(dialog.getByRole('heading', { name: returned.title, level: 2 })).toBeVisible();
    expect(callsOf('resubmitRegistration')).toEqual([]);
    answerResubmit();
    await press('Reenviar', dialog);
    await press('Reenviar mesmo assim');
    await expectText(toast, 'Registro reenviado');
    expect(callsOf('resubmitRegistration')).toHaveLength(1);
  });

  it('[corrections-elsewhere] resends without a question after a change in another tab', async () => {
    serveRegistration(returned);
    open('/dashboard');
    await expect.element(registrationCard.getByRole('link', { name: 'Corrigir', exact: true })).toBeVisible();
    serveRegistration(changedRegistration);
    answerResubmit();
    await press('Reenviar', registrationCard);
    await expectText(toast, 'Registro reenviado');
    await expect.element(dialog).not.toBeInTheDocument();
  });
});
