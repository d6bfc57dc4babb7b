import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Db } from '../../../mock/db.ts';
import { openMocked } from '../../../testing/mock.ts';
import { anAdmin, anEvidence, aPayable } from '../../../testing/records.ts';
import { dialog, fits, press, query, widen } from '../../../testing/screen.ts';
import { answer, leaveToMock, mockApi, refuse } from '../../../testing/server.ts';

const TAB = '/admin?tab=registrations';
const row = aPayable({ title: 'Agenda', status: 'paid', paymentPaidAt: '2026-03-02T12:00:00.000Z' });
const openQuery = `?tab=registrations&open=${row.id}`;
const expectOpen = () => expect.element(dialog.getByText('Detalhes do registro: Agenda')).toBeVisible();
const expectClosed = () => expect.element(dialog).not.toBeInTheDocument();
const details = page.getByRole('button', { name: 'Ver Detalhes: Agenda' });

let db: Db;
beforeEach(() => {
  db = mockApi({ user: anAdmin(), registrations: [row] });
  answer('getEvidence', anEvidence({ registrationId: row.id, number: null, status: null }));
});

describe('the details of a registration', () => {
  it('keeps the open details in the URL: Back closes them, and a reload opens them again', async () => {
    openMocked('/admin', db);
    await page.getByRole('tab', { name: 'Registros' }).click();
    await details.click();
    await expectOpen();
    await expect.poll(() => query()).toBe(openQuery);
    window.history.back();
    await expectClosed();
    await expect.poll(() => query()).toBe('?tab=registrations');
    window.history.forward();
    await expectOpen();
    openMocked(`/admin${openQuery}`, db);
    await expectOpen();
    await press('Fechar', dialog);
    await expectClosed();
    await expect.poll(() => query()).toBe('?tab=registrations');
  });

  it('the button that closes the details goes back in history, so that Back leaves the list', async () => {
    openMocked('/admin', db);
    await page.getByRole('tab', { name: 'Registros' }).click();
    await details.click();
    await press('Fechar', dialog);
    await expectClosed();
    await expect.poll(() => query()).toBe('?tab=registrations');
    window.history.back();
    await expect.poll(query).toBe('');
  });

  it('a link opens the details even if the list lacks the record, and reports a missing one', async () => {
    refuse('getStaffRegistration', 'unavailable');
    openMocked(`${TAB}&status=certificate_issued&open=${row.id}`, db);
    await expect
      .element(dialog.getByText('Não foi possível carregar o registro. Tente novamente.'))
      .toBeVisible();
    leaveToMock('getStaffRegistration');
    await press('Tentar novamente', dialog);
    await expectOpen();
    await press('Fechar', dialog);
    await expectClosed();
    await expect.poll(() => query()).toBe('?tab=registrations&status=certificate_issued');
    openMocked(`${TAB}&open=${crypto.randomUUID()}`, db);
    await expect.element(dialog.getByText('Registro não encontrado')).toBeVisible();
    await press('Fechar', dialog.getByRole('alert'));
    await expectClosed();
  });

  it('Back on a phone closes the details, or the panel, and keeps the list', async () => {
    await widen(360);
    openMocked(TAB, db);
    const card = page.getByRole('list', { name: 'Registros' }).getByRole('listitem');
    await card.getByText('Agenda').first().click();
    await expect.element(dialog.getByRole('link', { name: 'Abrir página do registro' })).toBeVisible();
    window.history.back();
    await expectClosed();
    await details.click();
    await expectOpen();
    await expect.poll(() => fits()).toBe(true);
    window.history.back();
    await expectClosed();
    await expect.element(details).toBeVisible();
    await expect.poll(() => query()).toBe('?tab=registrations');
  });
});
