import type { Registration } from '@g2/gateway/contract/registrations';
import { describe, expect, it } from 'vitest';
import type { Locator } from 'vitest/browser';
import { aHistoryEntry, answersDashboard, answersDetails } from '../../testing/client.ts';
import { aPayable } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { article, dialog, keys, press, region, toast } from '../../testing/screen.ts';
import { answer, callsOf } from '../../testing/server.ts';

const REASON = 'Falta o manual de instalação.';
const sentBack = aPayable({
  canPay: false,
  canResubmit: true,
  createdAt: '2026-01-05T12:01:00.000Z',
  paymentPaidAt: '2026-01-05T12:07:00.000Z',
  correctionReason: REASON,
});
const changed = { ...sentBack, changedSinceCorrection: true };
const registrationCard = article(sentBack.title);
const first = region('Próxima ação');
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
    const again = { ...sentBack, status: 'paid' as const, canResubmit: false, correctionReason: null };
    serveRegistration(again);
    return again;
  });
}

describe('a registration that was sent back for corrections', () => {
  it('[corrections-timeline] the timeline keeps its first dates and shows every correction round', async () => {
    const timeline = () =>
      dialog
        .getByRole('list')
        .first()
        .getByRole('listitem')
        .elements()
        .slice(0, 4)
        .map((one) => [
          one.getAttribute('data-state'),
          ...[...one.querySelectorAll('p')].map((line) => line.textContent),
        ]);
    const beginning = [
      ['done', 'Submetido: Concluída', '05/01/2026 09:01'],
      ['done', 'Pago: Concluída', '05/01/2026 09:07'],
    ];
    const paid = aHistoryEntry('paid', '2026-01-05T12:08:00.000Z');
    const correctionRequest = aHistoryEntry('submitted', '2026-01-06T12:00:00.000Z', {
      fromStatus: 'paid',
      reason: REASON,
    });
    answersDashboard(sentBack);
    answersDetails(sentBack, { history: [paid, correctionRequest] });
    open('/dashboard');
    await press('Ver Detalhes', registrationCard);
    await expect
      .poll(timeline)
      .toEqual([
        ...beginning,
        [
          'current',
          'CorreçõesAgora',
          'Solicitadas em 06/01/2026 09:00',
          'Corrija e reenvie: nada será cobrado, e a análise continua daqui.',
          REASON,
        ],
        ['todo', 'Em Análise: A seguir', 'Prazo estimado: 3-5 dias úteis'],
      ]);
    const issued = { ...sentBack, status: 'certificate_issued' as const, canResubmit: false };
    answersDashboard(issued);
    answersDetails(issued, {
      history: [
        paid,
        correctionRequest,
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
        ...beginning,
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

  it('[corrections-first] offers to correct a returned registration, and Reenviar after a change', async () => {
    serveRegistration(sentBack);
    open('/dashboard');
    for (const where of [registrationCard, first]) {
      await expectText(where, 'Submetido');
      await expectText(where, 'Aguardando sua correção');
      const edit = where.getByRole('link', { name: 'Corrigir', exact: true });
      await expect.element(edit).toHaveAttribute('href', `/register?id=${sentBack.id}&step=basic`);
      await expect.element(edit).toHaveAttribute('data-variant', 'filled');
    }
    await expect.element(first.getByRole('button', { name: 'Reenviar' })).not.toBeInTheDocument();
    await expect.element(registrationCard.getByText(/imediato|Etapa 1 de 6/)).not.toBeInTheDocument();
    await expectText(registrationCard, 'Prazo: depende do seu reenvio');

    serveRegistration(changed);
    open('/dashboard');
    for (const where of [registrationCard, first])
      await expect
        .element(where.getByRole('button', { name: 'Reenviar' }))
        .toHaveAttribute('data-variant', 'filled');
    await expect.element(first.getByRole('link', { name: 'Corrigir' })).not.toBeInTheDocument();
    answerResubmit();
    await press('Reenviar', first);
    await expectText(toast, 'Registro reenviado');
    await expectText(registrationCard, 'Pago');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('[corrections-unchanged] asks before it resends an unchanged registration, and accepts a no', async () => {
    serveRegistration(sentBack);
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
    await expect.element(dialog.getByRole('heading', { name: sentBack.title, level: 2 })).toBeVisible();
    expect(callsOf('resubmitRegistration')).toEqual([]);
    answerResubmit();
    await press('Reenviar', dialog);
    await press('Reenviar mesmo assim');
    await expectText(toast, 'Registro reenviado');
    expect(callsOf('resubmitRegistration')).toHaveLength(1);
  });

  it('[corrections-elsewhere] resends without a question what another tab has changed meanwhile', async () => {
    serveRegistration(sentBack);
    open('/dashboard');
    await expect.element(registrationCard.getByRole('link', { name: 'Corrigir', exact: true })).toBeVisible();
    serveRegistration(changed);
    answerResubmit();
    await press('Reenviar', registrationCard);
    await expectText(toast, 'Registro reenviado');
    await expect.element(dialog).not.toBeInTheDocument();
  });
});
