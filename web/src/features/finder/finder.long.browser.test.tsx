import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  aCertificate,
  anAccount,
  anAdmin,
  anEvidence,
  aPayment,
  aStaffRegistration,
  aUser,
  NUMBER,
  pageOf,
  paymentsPage,
  queueStatsOf,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, keys } from '../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../testing/server.ts';

const button = page.getByRole('banner').getByRole('button', { name: 'Buscar' });
const field = dialog.getByRole('textbox', { name: 'O que você procura?' });
const options = () =>
  dialog
    .getByRole('option')
    .elements()
    .map((one) => one.textContent);
const chosen = () => dialog.element().querySelector('[role="option"][data-combobox-selected]')?.textContent;
const currentUrl = () => window.location.pathname + window.location.search;

beforeEach(() => {
  answer('listQueue', pageOf([aStaffRegistration({ title: 'Agenda da clínica' })], 5, 12));
  answer('listUsers', pageOf([anAccount({ firstName: 'Olívia', lastName: 'Duarte' })], 5));
  answer('listPayments', paymentsPage([aPayment({ payerName: 'Olívia Duarte' })]));
});

describe('the finder (Ctrl+K)', () => {
  it('[finder-admin] finds registrations, people and payments by keyboard only', async () => {
    open('/help', anAdmin());
    await expect.element(button).toBeVisible();
    await keys('{Control>}k{/Control}');
    await expect.element(field).toHaveFocus();
    await keys('olivia');
    await expect.poll(options).toHaveLength(4);
    expect(options()[0]).toContain('Agenda da clínica');
    expect(options()[1]).toBe('Ver 12 na lista');
    expect(options()[2]).toContain('Olívia Duarte');
    expect(options()[3]).toContain('123,45');
    await expect.poll(chosen).toContain('Agenda da clínica');
    await keys('{ArrowDown}');
    await expect.poll(chosen).toBe('Ver 12 na lista');
    await keys('{Enter}');
    await expect.poll(currentUrl).toBe('/operator?search=olivia');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(() => callsOf('listUsers').at(-1)?.query).toMatchObject({ search: 'olivia', limit: 5 });
  });

  it('[finder-back] the finder closes when Back leaves the page', async () => {
    answer('getQueueStats', queueStatsOf());
    answer('listColleagues', pageOf([], 100));
    open('/help', anAdmin());
    await expect.element(button).toBeVisible();
    await keys('{Control>}k{/Control}');
    await keys('fila{Enter}');
    await expect.poll(currentUrl).toMatch(/^\/operator/);
    await keys('{Control>}k{/Control}');
    await expect.element(field).toHaveFocus();
    window.history.back();
    await expect.poll(currentUrl).toBe('/help');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('[finder-certificate] links a certificate number to its record and its public page', async () => {
    const issued = aStaffRegistration({ title: 'Agenda da clínica', status: 'certificate_issued' });
    answer('listQueue', pageOf([issued], 5));
    answer('getEvidence', anEvidence({ registrationId: issued.id }));
    answer('getPublicCertificate', aCertificate());
    open('/help', aUser({ role: 'operator' }));
    await button.click();
    await keys(NUMBER.toLowerCase().replaceAll('-', ' '));
    await expect.poll(() => options()[0]).toBe(`${NUMBER}Agenda da clínica · válido`);
    expect(options()[1]).toBe(`Página pública de conferência${NUMBER}`);
    expect(options()).toHaveLength(3);
    await keys('{ArrowDown}{Enter}');
    await expect.poll(currentUrl).toBe(`/verificar/${NUMBER}`);
  });

  it('[finder-certificate-none] searches certificates only by number', async () => {
    open('/help', anAdmin());
    await button.click();
    await keys('olivia');
    await expect.poll(options).toHaveLength(4);
    expect(callsOf('getEvidence')).toEqual([]);
    answer('getEvidence', anEvidence({ number: null, status: null }));
    answer('listUsers', pageOf([], 5));
    answer('listPayments', paymentsPage([]));
    await keys('{Control>}a{/Control}G2-2026-000999');
    await expect.poll(options).toEqual(['Agenda da clínicaAna Lima · Submetido', 'Ver 12 na lista']);
  });

  it('[finder-places] goes to a page by its name, without waiting for the server', async () => {
    open('/help', anAdmin());
    await button.click();
    await keys('analises');
    await expect.poll(() => options()[0]).toBe('Análises');
    await keys('{Enter}');
    await expect.poll(currentUrl).toBe('/admin?tab=analytics');
  });

  it('[finder-operator] requests only what an operator may read', async () => {
    open('/help', aUser({ role: 'operator' }));
    await button.click();
    await keys('clinica');
    await expect.poll(() => options()[0]).toContain('Agenda da clínica');
    expect([callsOf('listUsers'), callsOf('listPayments')]).toEqual([[], []]);
  });

  it('[finder-trouble] says which search failed, and that nothing was found', async () => {
    answer('listQueue', pageOf([], 5));
    answer('listUsers', pageOf([], 5));
    refuse('listPayments', 'unavailable');
    open('/help', anAdmin());
    await button.click();
    await keys('xyzzy');
    await expect.element(dialog.getByText('Não foi possível buscar em Pagamentos.')).toBeVisible();
    await expect.element(dialog.getByText('Nada encontrado para “xyzzy”.')).toBeVisible();
    await keys('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
  });

  it('[finder-client] the finder is not available to clients', async () => {
    open('/help', aUser());
    await expect
      .element(page.getByRole('banner').getByRole('button', { name: 'Abrir menu do usuário' }))
      .toBeVisible();
    await keys('{Control>}k{/Control}');
    expect(dialog.elements()).toHaveLength(0);
    expect(button.elements()).toHaveLength(0);
  });
});
