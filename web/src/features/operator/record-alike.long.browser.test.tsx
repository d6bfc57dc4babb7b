import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  aGovernment,
  anEvidence,
  aStaffRegistration,
  aUser,
  CERTIFICATE_NUMBER,
  pageOf,
  queueStatsOf,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { hasNoHorizontalScroll, keys, press, region, setViewport, toast } from '../../testing/screen.ts';
import { answer, callsOf } from '../../testing/server.ts';

const operator = aUser({ role: 'operator', firstName: 'Olga' });
const registration = aStaffRegistration({
  title: 'Agenda da clínica',
  status: 'government_processing',
  paymentPaidAt: '2026-03-01T12:00:00.000Z',
  sha256: 'ab'.repeat(32),
  fileName: 'agenda.zip',
  fileSize: 12_345,
  government: { protocol: 'BR 51', dueOn: null, completedOn: null, verdict: 'mismatch' },
  allowedActions: ['request_corrections', 'add_notes'],
});
const address = `/operator/registrations/${registration.id}`;
const panel = page.getByRole('complementary');
const sectionOf = (title: string) => panel.getByRole('region', { name: title });

const serveRegistration = (served: typeof registration) => {
  answer('getStaffRegistration', served);
  answer('listQueue', pageOf([served], 10));
};

beforeEach(() => {
  serveRegistration(registration);
  answer('getQueueStats', queueStatsOf({ total: 1 }));
  answer('listColleagues', pageOf([], 100));
  answer('listStaffHolders', pageOf([], 100));
  answer('getStaffHistory', pageOf([], 100));
  answer('getEvidence', anEvidence({ registrationId: registration.id }));
  answer('getGovernment', aGovernment({ version: 1, verdict: 'mismatch' }));
});

describe('a registration in the panel and on its page', () => {
  it('[panel-folds] collapsible sections load when opened, and stay open on the next visit', async () => {
    open(`/operator?open=${registration.id}`, operator);
    await expect.element(sectionOf('Prova do depósito')).toBeVisible();
    await expect.element(sectionOf('Processamento governamental')).toBeVisible();
    expect([callsOf('getEvidence'), callsOf('getGovernment')]).toEqual([[], []]);
    await sectionOf('Prova do depósito').getByText('Prova do depósito').click();
    await expect
      .element(sectionOf('Prova do depósito').getByRole('link', { name: CERTIFICATE_NUMBER }))
      .toBeVisible();
    await sectionOf('Processamento governamental').getByText('Processamento governamental').click();
    await press('Editar', sectionOf('Processamento governamental'));
    await expect.element(page.getByRole('dialog').getByLabelText('Protocolo', { exact: true })).toBeVisible();
    await keys('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    // A section that was opened stays open on the next registration.
    open(`/operator?open=${registration.id}`, operator);
    await expect
      .element(sectionOf('Prova do depósito').getByRole('link', { name: CERTIFICATE_NUMBER }))
      .toBeVisible();
    await expect
      .element(sectionOf('Processamento governamental').getByRole('link', { name: 'Dossiê do INPI' }))
      .toBeVisible();
    await sectionOf('Prova do depósito').getByText('Prova do depósito').click();
    expect(sectionOf('Prova do depósito').getByRole('link').elements()).toEqual([]);
    await setViewport(360);
    await expect.element(page.getByRole('dialog', { name: registration.title })).toBeVisible();
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  });

  it('[panel-folds-none] the panel hides government and evidence sections without data', async () => {
    serveRegistration({ ...registration, status: 'paid', sha256: null, government: null });
    open(`/operator?open=${registration.id}`, operator);
    await expect.element(panel.getByRole('heading', { name: 'Histórico de status' })).toBeVisible();
    expect(sectionOf('Prova do depósito').elements()).toEqual([]);
    expect(sectionOf('Processamento governamental').elements()).toEqual([]);
  });

  it('[flags-office] warns if the hash on the government’s certificate is not the file’s hash', async () => {
    const flag = 'Grave: O hash impresso no certificado do órgão não é o do arquivo deste registro.';
    open(address, operator);
    const flags = region('Pontos de atenção').getByRole('listitem');
    await expect.element(flags.first()).toHaveTextContent(flag);
    open(`/operator?open=${registration.id}`, operator);
    await expect.element(panel.getByRole('listitem').first()).toHaveTextContent(flag);
  });

  it('[detail-head] the page shows the title only once, with the status beside it', async () => {
    open(address, operator);
    const title = page.getByRole('heading', { level: 1 });
    await expect.element(title).toHaveTextContent(registration.title);
    await expect.element(region('Informações')).toBeVisible();
    expect(page.getByRole('main').getByText(registration.title).elements()).toHaveLength(1);
    const badge = title.element().parentElement?.querySelector('[data-status]') ?? null;
    expect(badge?.textContent).toBe('Processamento Governamental');
    const badgeLeft = badge?.getBoundingClientRect().left ?? 0;
    expect(badgeLeft - title.element().getBoundingClientRect().right).toBeLessThan(40);
  });
});

describe('a registration with unavailable actions', () => {
  const ownRegistration = { ...registration, allowedActions: [], userId: operator.id };
  const explanation = 'A equipe não processa o próprio registro.';
  const buttons = () => page.getByRole('button', { name: /^(Aprovar|Solicitar Correções|Adicionar Notas)/ });

  it('[actions-none] shows an explanation instead of buttons if no action is possible', async () => {
    serveRegistration(ownRegistration);
    open(address, operator);
    await expect.element(region('Ações').getByText(explanation)).toBeVisible();
    expect(buttons().elements()).toEqual([]);
    await keys('a');
    await expect.element(toast.getByText('Ação indisponível')).toBeVisible();
    open(`/operator?open=${registration.id}`, operator);
    await expect.element(panel.getByText(explanation)).toBeVisible();
    expect(buttons().elements()).toEqual([]);
  });

  it('[actions-partly] disables the button of an unavailable action, and explains why', async () => {
    open(address, operator);
    const approve = region('Ações').getByRole('button', { name: 'Aprovar' });
    await expect.element(approve).toHaveAttribute('aria-disabled', 'true');
    await expect.element(region('Ações').getByText('Disponível quando Pago ou Em Análise.')).toBeVisible();
    expect(buttons().elements()).toHaveLength(3);
  });
});
