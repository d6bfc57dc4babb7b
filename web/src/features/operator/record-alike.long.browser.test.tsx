import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  aGovernment,
  anEvidence,
  aStaffRegistration,
  aUser,
  NUMBER,
  pageOf,
  queueStatsOf,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { fits, keys, press, region, toast, widen } from '../../testing/screen.ts';
import { answer, callsOf } from '../../testing/server.ts';

const operator = aUser({ role: 'operator', firstName: 'Olga' });
const record = aStaffRegistration({
  title: 'Agenda da clínica',
  status: 'government_processing',
  paymentPaidAt: '2026-03-01T12:00:00.000Z',
  sha256: 'ab'.repeat(32),
  fileName: 'agenda.zip',
  fileSize: 12_345,
  government: { protocol: 'BR 51', dueOn: null, completedOn: null, verdict: 'mismatch' },
  allowedActions: ['request_corrections', 'add_notes'],
});
const address = `/operator/registrations/${record.id}`;
const panel = page.getByRole('complementary');
const fold = (title: string) => panel.getByRole('region', { name: title });

const serveRecord = (one: typeof record) => {
  answer('getStaffRegistration', one);
  answer('listQueue', pageOf([one], 10));
};

beforeEach(() => {
  serveRecord(record);
  answer('getQueueStats', queueStatsOf({ total: 1 }));
  answer('listColleagues', pageOf([], 100));
  answer('listStaffHolders', pageOf([], 100));
  answer('getStaffHistory', pageOf([], 100));
  answer('getEvidence', anEvidence({ registrationId: record.id }));
  answer('getGovernment', aGovernment({ version: 1, verdict: 'mismatch' }));
});

describe('a record in the panel and on its page', () => {
  it('[panel-folds] the panel loads sections when they are opened, and keeps them open', async () => {
    open(`/operator?open=${record.id}`, operator);
    await expect.element(fold('Prova do depósito')).toBeVisible();
    await expect.element(fold('Processamento governamental')).toBeVisible();
    expect([callsOf('getEvidence'), callsOf('getGovernment')]).toEqual([[], []]);
    await fold('Prova do depósito').getByText('Prova do depósito').click();
    await expect.element(fold('Prova do depósito').getByRole('link', { name: NUMBER })).toBeVisible();
    await fold('Processamento governamental').getByText('Processamento governamental').click();
    await press('Editar', fold('Processamento governamental'));
    await expect.element(page.getByRole('dialog').getByLabelText('Protocolo', { exact: true })).toBeVisible();
    await keys('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    // A section opened on one record is open on the next.
    open(`/operator?open=${record.id}`, operator);
    await expect.element(fold('Prova do depósito').getByRole('link', { name: NUMBER })).toBeVisible();
    await expect
      .element(fold('Processamento governamental').getByRole('link', { name: 'Dossiê do INPI' }))
      .toBeVisible();
    await fold('Prova do depósito').getByText('Prova do depósito').click();
    expect(fold('Prova do depósito').getByRole('link').elements()).toEqual([]);
    await widen(360);
    await expect.element(page.getByRole('dialog', { name: record.title })).toBeVisible();
    await expect.poll(() => fits()).toBe(true);
  });

  it('[panel-folds-none] the panel hides government and evidence sections without data', async () => {
    serveRecord({ ...record, status: 'paid', sha256: null, government: null });
    open(`/operator?open=${record.id}`, operator);
    await expect.element(panel.getByRole('heading', { name: 'Histórico de status' })).toBeVisible();
    expect(fold('Prova do depósito').elements()).toEqual([]);
    expect(fold('Processamento governamental').elements()).toEqual([]);
  });

  it('[flags-office] flags an office certificate with another hash than the file’s', async () => {
    const flag = 'Grave: O hash impresso no certificado do órgão não é o do arquivo deste registro.';
    open(address, operator);
    const flags = region('Pontos de atenção').getByRole('listitem');
    await expect.element(flags.first()).toHaveTextContent(flag);
    open(`/operator?open=${record.id}`, operator);
    await expect.element(panel.getByRole('listitem').first()).toHaveTextContent(flag);
  });

  it('[detail-head] a record’s page shows its title once, with the status beside it', async () => {
    open(address, operator);
    const title = page.getByRole('heading', { level: 1 });
    await expect.element(title).toHaveTextContent(record.title);
    await expect.element(region('Informações')).toBeVisible();
    expect(page.getByRole('main').getByText(record.title).elements()).toHaveLength(1);
    const badge = title.element().parentElement?.querySelector('[data-status]') ?? null;
    expect(badge?.textContent).toBe('Processamento Governamental');
    const gap = (badge?.getBoundingClientRect().left ?? 0) - title.element().getBoundingClientRect().right;
    expect(gap).toBeLessThan(40);
  });
});

describe('a record with unavailable actions', () => {
  const own = { ...record, allowedActions: [], userId: operator.id };
  const why = 'A equipe não processa o próprio registro.';
  const buttons = () => page.getByRole('button', { name: /^(Aprovar|Solicitar Correções|Adicionar Notas)/ });

  it('[actions-none] says in one line why no action on a record is possible', async () => {
    serveRecord(own);
    open(address, operator);
    await expect.element(region('Ações').getByText(why)).toBeVisible();
    expect(buttons().elements()).toEqual([]);
    await keys('a');
    await expect.element(toast.getByText('Ação indisponível')).toBeVisible();
    open(`/operator?open=${record.id}`, operator);
    await expect.element(panel.getByText(why)).toBeVisible();
    expect(buttons().elements()).toEqual([]);
  });

  it('[actions-partly] keeps the disabled button of an unavailable action, and explains it', async () => {
    open(address, operator);
    const approve = region('Ações').getByRole('button', { name: 'Aprovar' });
    await expect.element(approve).toHaveAttribute('aria-disabled', 'true');
    await expect.element(region('Ações').getByText('Disponível quando Pago ou Em Análise.')).toBeVisible();
    expect(buttons().elements()).toHaveLength(3);
  });
});
