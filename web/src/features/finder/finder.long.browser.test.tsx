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
  CERTIFICATE_NUMBER,
  pageOf,
  paymentsPage,
  queueStatsOf,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, keys } from '../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../testing/server.ts';

const finderButton = page.getByRole('banner').getByRole('button', { name: 'Buscar' });
const searchField = dialog.getByRole('textbox', { name: 'O que você procura?' });
const optionTexts = () =>
  dialog
    .getByRole('option')
    .elements()
    .map((option) => option.textContent);
const selectedOptionText = () =>
  dialog.element().querySelector('[role="option"][data-combobox-selected]')?.textContent;
const currentUrl = () => window.location.pathname + window.location.search;

beforeEach(() => {
  answer('listQueue', pageOf([aStaffRegistration({ title: 'Agenda da clínica' })], 5, 12));
  answer('listUsers', pageOf([anAccount({ firstName: 'Olívia', lastName: 'Duarte' })], 5));
  answer('listPayments', paymentsPage([aPayment({ payerName: 'Olívia Duarte' })]));
});

describe('the finder (Ctrl+K)', () => {
  it('[finder-admin] finds registrations, people and payments by keyboard only', async () => {
    open('/help', anAdmin());
    await expect.element(finderButton).toBeVisible();
    await keys('{Control>}k{/Control}');
    await expect.element(searchField).toHaveFocus();
    await keys('olivia');
    await expect.poll(optionTexts).toHaveLength(4);
    expect(optionTexts()[0]).toContain('Agenda da clínica');
    expect(optionTexts()[1]).toBe('Ver 12 na lista');
    expect(optionTexts()[2]).toContain('Olívia Duarte');
    expect(optionTexts()[3]).toContain('123,45');
    await expect.poll(selectedOptionText).toContain('Agenda da clínica');
    await keys('{ArrowDown}');
    await expect.poll(selectedOptionText).toBe('Ver 12 na lista');
    await keys('{Enter}');
    await expect.poll(currentUrl).toBe('/operator?search=olivia');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(() => callsOf('listUsers').at(-1)?.query).toMatchObject({ search: 'olivia', limit: 5 });
  });

  it('[finder-back] closes when the browser’s Back button leaves the page', async () => {
    answer('getQueueStats', queueStatsOf());
    answer('listColleagues', pageOf([], 100));
    open('/help', anAdmin());
    await expect.element(finderButton).toBeVisible();
    await keys('{Control>}k{/Control}');
    await keys('fila{Enter}');
    await expect.poll(currentUrl).toMatch(/^\/operator/);
    await keys('{Control>}k{/Control}');
    await expect.element(searchField).toHaveFocus();
    window.history.back();
    await expect.poll(currentUrl).toBe('/help');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('[finder-certificate] finds the registration and the public page of a certificate by its number', async () => {
    const registration = aStaffRegistration({ title: 'Agenda da clínica', status: 'certificate_issued' });
    answer('listQueue', pageOf([registration], 5));
    answer('getEvidence', anEvidence({ registrationId: registration.id }));
    answer('getPublicCertificate', aCertificate());
    open('/help', aUser({ role: 'operator' }));
    await finderButton.click();
    await keys(CERTIFICATE_NUMBER.toLowerCase().replaceAll('-', ' '));
    await expect.poll(() => optionTexts()[0]).toBe(`${CERTIFICATE_NUMBER}Agenda da clínica · válido`);
    expect(optionTexts()[1]).toBe(`Página pública de conferência${CERTIFICATE_NUMBER}`);
    expect(optionTexts()).toHaveLength(3);
    await keys('{ArrowDown}{Enter}');
    await expect.poll(currentUrl).toBe(`/verificar/${CERTIFICATE_NUMBER}`);
  });

  it('[finder-certificate-none] searches certificates only if the text is a certificate number', async () => {
    open('/help', anAdmin());
    await finderButton.click();
    await keys('olivia');
    await expect.poll(optionTexts).toHaveLength(4);
    expect(callsOf('getEvidence')).toEqual([]);
    answer('getEvidence', anEvidence({ number: null, status: null }));
    answer('listUsers', pageOf([], 5));
    answer('listPayments', paymentsPage([]));
    await keys('{Control>}a{/Control}G2-2026-000999');
    await expect.poll(optionTexts).toEqual(['Agenda da clínicaAna Lima · Submetido', 'Ver 12 na lista']);
  });

  it('[finder-places] finds a page by its name, without waiting for the server', async () => {
    open('/help', anAdmin());
    await finderButton.click();
    await keys('analises');
    await expect.poll(() => optionTexts()[0]).toBe('Análises');
    await keys('{Enter}');
    await expect.poll(currentUrl).toBe('/admin?tab=analytics');
  });

  it('[finder-operator] sends only requests that an operator is allowed to make', async () => {
    open('/help', aUser({ role: 'operator' }));
    await finderButton.click();
    await keys('clinica');
    await expect.poll(() => optionTexts()[0]).toContain('Agenda da clínica');
    expect([callsOf('listUsers'), callsOf('listPayments')]).toEqual([[], []]);
  });

  it('[finder-trouble] says which search failed, and that the other searches found nothing', async () => {
    answer('listQueue', pageOf([], 5));
    answer('listUsers', pageOf([], 5));
    refuse('listPayments', 'unavailable');
    open('/help', anAdmin());
    await finderButton.click();
    await keys('xyzzy');
    await expect.element(dialog.getByText('Não foi possível buscar em Pagamentos.')).toBeVisible();
    await expect.element(dialog.getByText('Nada encontrado para “xyzzy”.')).toBeVisible();
    await keys('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(finderButton).toHaveFocus();
  });

  it('[finder-client] is not available to clients', async () => {
    open('/help', aUser());
    await expect
      .element(page.getByRole('banner').getByRole('button', { name: 'Abrir menu do usuário' }))
      .toBeVisible();
    await keys('{Control>}k{/Control}');
    expect(dialog.elements()).toHaveLength(0);
    expect(finderButton.elements()).toHaveLength(0);
  });
});
