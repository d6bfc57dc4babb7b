import type { Registration } from '@g2/gateway/contract/registrations';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../../testing/archive.ts';
import { tell } from '../../testing/events.ts';
import {
  aMessage,
  anEvidence,
  aPayableRegistration,
  aStaffRegistration,
  aUser,
  noMessages,
  pageOf,
  registrationStatsOf,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import {
  article,
  dialog,
  hasNoHorizontalScroll,
  keys,
  main,
  press,
  query,
  region,
  setViewport,
} from '../../testing/screen.ts';
import { answer, callsOf, hold, refuse } from '../../testing/server.ts';

// An owner with credits chooses the way of payment first, so no card payment is started.
const owner = aUser({ credits: 1_000_000 });
const payable = aPayableRegistration({ userId: owner.id });
const address = (id: string = payable.id) => `/registros/${id}`;

/** Serves the page of this registration with all its parts. */
function serveRecord(registration: Registration): void {
  answer('getRegistration', registration);
  answer('getRegistrationHistory', pageOf([], 100));
  answer('listHolders', pageOf([], 100));
  answer('listMessages', noMessages);
  answer('readMessages');
  answer('getEvidence', anEvidence({ registrationId: registration.id, number: null, status: null }));
}

const nextStep = region('Próximo passo');
const sections = page.getByRole('navigation', { name: 'Seções do registro' });
const title = (name: string) => page.getByRole('heading', { level: 1, name });

beforeEach(() => serveRecord(payable));

describe('the page of a registration', () => {
  it('[record-page] shows the next step and the panels of each section, and takes the payment', async () => {
    open(address(), owner);
    await expect.element(title(payable.title)).toBeVisible();
    await expect.element(nextStep.getByText('Pague a taxa de R$ 100,00', { exact: false })).toBeVisible();
    await expect.element(nextStep.getByRole('button', { name: 'Pagar' })).toBeVisible();
    const panelsOfSections = [
      ['Andamento', ['Andamento', 'Mensagens', 'Pagamento e recibo']],
      ['Prova', ['Prova de autoria', 'Proteção legal', 'Prova do depósito']],
      ['Dados', ['Titulares', 'Requerente', 'Software']],
      ['Arquivo', ['Conteúdo do ZIP']],
    ] as const;
    const panels = () =>
      main
        .getByRole('region')
        .elements()
        .map((element) => element.getAttribute('aria-label'))
        .filter((label) => panelsOfSections.some(([, names]) => names.includes(label as never)));
    const link = (name: string) => sections.getByRole('link', { name, exact: true });
    for (const [section, names] of panelsOfSections) {
      await link(section).click();
      await expect.element(link(section)).toHaveAttribute('aria-current', 'page');
      await expect.poll(panels).toEqual(names);
    }
    expect(query()).toBe('?secao=arquivo');
    window.history.back();
    await expect.poll(panels).toEqual(panelsOfSections[2][1]);
    open(`${address()}?secao=prova`, owner);
    await expect.poll(panels).toEqual(panelsOfSections[1][1]);
    open(`${address()}?secao=nada`, owner);
    await expect.poll(panels).toEqual(panelsOfSections[0][1]);
    await press('Pagar', nextStep);
    answer('payWithCredits', () => {
      serveRecord({ ...payable, status: 'paid', canPay: false, canEdit: false });
      return { creditsUsed: 10_000, balance: 990_000 };
    });
    await dialog.getByRole('button', { name: /^Pagar com créditos/ }).click();
    await press('Confirmar pagamento', dialog);
    await expect
      .element(nextStep.getByText('Um operador vai assumir a análise.', { exact: false }))
      .toBeVisible();
    await expect.element(nextStep).toHaveFocus();
  });

  it.each([360, 1280])('[record-axe] the page has no accessibility violations, %i px wide', async (width) => {
    await setViewport(width);
    const issued = aPayableRegistration({
      userId: owner.id,
      title: 'Sistema'.repeat(12),
      status: 'certificate_issued',
      canPay: false,
      canEdit: false,
      paymentPaidAt: '2026-03-02T12:00:00.000Z',
      certificateIssuedAt: '2026-03-09T12:00:00.000Z',
    });
    serveRecord(issued);
    answer('getEvidence', anEvidence({ registrationId: issued.id }));
    for (const [section, heading] of [
      ['andamento', 'Pagamento e recibo'],
      ['prova', 'Prova do depósito'],
      ['dados', 'Titulares'],
      ['arquivo', 'Versões'],
    ] as const) {
      open(`${address(issued.id)}?secao=${section}`, owner);
      await expect.element(region(heading)).toBeVisible();
      await expect.element(nextStep.getByRole('button', { name: 'Download' })).toBeVisible();
      expect(await violations()).toEqual([]);
      await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
    }
  });

  it('[record-corrections] shows every round of corrections, with the current one at the top', async () => {
    const returned = aPayableRegistration({
      userId: owner.id,
      canPay: false,
      canResubmit: true,
      paymentPaidAt: '2026-03-02T12:00:00.000Z',
      correctionReason: 'Falta o código do servidor',
      changedSinceCorrection: false,
    });
    serveRecord(returned);
    const entry = (
      day: number,
      fromStatus: Registration['status'],
      toStatus: Registration['status'],
      reason?: string,
    ) => ({
      id: crypto.randomUUID(),
      registrationId: returned.id,
      fromStatus,
      toStatus,
      changedBy: null,
      changedByName: null,
      reason: reason ?? null,
      createdAt: `2026-03-0${day}T12:00:00.000Z`,
    });
    answer(
      'getRegistrationHistory',
      pageOf(
        [
          entry(2, 'submitted', 'paid'),
          entry(3, 'paid', 'submitted', 'Falta o LEIAME'),
          entry(4, 'submitted', 'paid'),
          entry(5, 'paid', 'submitted', 'Falta o código do servidor'),
        ],
        100,
      ),
    );
    open(address(returned.id), owner);
    await expect.element(nextStep.getByText('Falta o código do servidor')).toBeVisible();
    const progress = region('Andamento');
    await expect.element(progress.getByText('Falta o LEIAME')).toBeVisible();
    await expect.element(progress.getByText('Reenviado em 04/03/2026 09:00')).toBeVisible();
    await expect.element(progress.getByText('Solicitadas em 05/03/2026 09:00')).toBeVisible();
    await nextStep.getByRole('link', { name: 'Corrigir' }).click();
    await expect.poll(query).toContain(`id=${returned.id}`);
  });

  it('[record-missing] reports a missing registration, and redirects staff to their page', async () => {
    refuse('getRegistration', 'not-found');
    open(address(), owner);
    await expect.element(title('Registro não encontrado')).toBeVisible();
    const staffRegistration = aStaffRegistration({ ...payable, status: 'paid' });
    answer('getRegistration', staffRegistration);
    answer('getStaffRegistration', staffRegistration);
    answer('listStaffHolders', pageOf([], 100));
    answer('getStaffHistory', pageOf([], 100));
    answer('listQueue', pageOf([staffRegistration], 10));
    open(address(), aUser({ role: 'operator' }));
    await expect.poll(() => window.location.pathname).toBe(`/operator/registrations/${payable.id}`);
  });

  it('[record-failed] shows a loading state, reports each failed section, and offers a retry', async () => {
    const releaseCall = hold('getRegistration');
    open(address(), owner);
    await expect.element(main.getByRole('status', { name: 'Carregando o registro' })).toBeVisible();
    refuse('getRegistration', 'unavailable');
    releaseCall();
    await expect.element(title('Erro ao carregar o registro')).toBeVisible();
    answer('getRegistration', payable);
    refuse('getRegistrationHistory', 'unavailable');
    refuse('listHolders', 'unavailable');
    await press('Tentar novamente');
    for (const [part, call, text] of [
      ['Andamento', 'getRegistrationHistory', 'Não foi possível carregar o histórico do andamento.'],
      ['Titulares', 'listHolders', 'Não foi possível carregar os titulares.'],
    ] as const) {
      if (part === 'Titulares') await sections.getByRole('link', { name: 'Dados' }).click();
      await expect.element(region(part).getByText(text)).toBeVisible();
      answer(call, pageOf([], 100));
      await press('Tentar novamente', region(part));
      await expect.element(region(part).getByText(text)).not.toBeInTheDocument();
    }
  });

  it('[record-live] the page updates with events from the server', async () => {
    open(address(), owner);
    await expect.element(nextStep.getByRole('button', { name: 'Pagar' })).toBeVisible();
    await expect.poll(() => callsOf('followEvents').length).toBe(1);
    const paid = { ...payable, status: 'paid' as const, canPay: false, canEdit: false };
    serveRecord(paid);
    answer('listMessages', { ...noMessages, items: [aMessage()], total: 1, received: 1 });
    tell('registration', { id: paid.id, status: 'paid', statusUpdatedAt: paid.statusUpdatedAt });
    await expect
      .element(nextStep.getByText('Um operador vai assumir a análise.', { exact: false }))
      .toBeVisible();
    await expect.element(nextStep.getByRole('button', { name: 'Pagar' })).not.toBeInTheDocument();
  });

  it('[record-remove] goes to the dashboard after the registration is deleted', async () => {
    answer('deleteRegistration');
    answer('listRegistrations', pageOf([]));
    answer('getRegistrationStats', registrationStatsOf({ totalRegistrations: 0 }));
    open(address(), owner);
    await press('Excluir registro', nextStep);
    await press('Confirmar exclusão', dialog);
    await expect.poll(() => window.location.pathname).toBe('/dashboard');
  });
});

describe('the details dialog', () => {
  beforeEach(() => {
    answer('listRegistrations', pageOf([payable]));
    answer('getRegistrationStats', registrationStatsOf());
  });

  it('[details-address] keeps open details in the URL: Back closes them, a reload opens them', async () => {
    open('/dashboard', owner);
    await press('Ver Detalhes', article(payable.title));
    await expect.element(dialog.getByRole('heading', { name: payable.title })).toBeVisible();
    await expect.poll(() => query()).toBe(`?registro=${payable.id}`);
    window.history.back();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(() => query()).toBe('');
    open(`/dashboard?registro=${payable.id}&documento=recibo`, owner);
    await expect.element(dialog.getByRole('heading', { name: payable.title })).toBeVisible();
    await keys('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(() => query()).toBe('');
    await press('Ver Detalhes', article(payable.title));
    await dialog.getByRole('link', { name: 'Abrir página do registro' }).click();
    await expect.element(title(payable.title)).toBeVisible();
    await expect.poll(() => window.location.pathname).toBe(address());
  });

  it('[record-link] a card’s title links to the registration’s page', async () => {
    open('/dashboard', owner);
    await article(payable.title).getByRole('link', { name: payable.title }).click();
    await expect.element(title(payable.title)).toBeVisible();
  });
});
