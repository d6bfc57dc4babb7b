import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Db } from '../../../mock/db.ts';
import { openMocked } from '../../../testing/mock.ts';
import { anAdmin, anEvidence, aPayableRegistration } from '../../../testing/records.ts';
import { dialog, hasNoHorizontalScroll, press, query, setViewport } from '../../../testing/screen.ts';
import { answer, leaveToMock, mockApi, refuse } from '../../../testing/server.ts';

const TAB_PATH = '/admin?tab=registrations';
const registration = aPayableRegistration({
  title: 'Agenda',
  status: 'paid',
  paymentPaidAt: '2026-03-02T12:00:00.000Z',
});
const openQuery = `?tab=registrations&open=${registration.id}`;
const expectOpen = () => expect.element(dialog.getByText('Detalhes do registro: Agenda')).toBeVisible();
const expectClosed = () => expect.element(dialog).not.toBeInTheDocument();
const detailsButton = page.getByRole('button', { name: 'Ver Detalhes: Agenda' });

let db: Db;
beforeEach(() => {
  db = mockApi({ user: anAdmin(), registrations: [registration] });
  answer('getEvidence', anEvidence({ registrationId: registration.id, number: null, status: null }));
});

describe('the details of a registration', () => {
  it('keeps the open details in the URL, closes them on Back, and reopens them on reload', async () => {
    openMocked('/admin', db);
    await page.getByRole('tab', { name: 'Registros' }).click();
    await detailsButton.click();
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

  it('goes back in history when the user closes the details, so that Back then leaves the list', async () => {
    openMocked('/admin', db);
    await page.getByRole('tab', { name: 'Registros' }).click();
    await detailsButton.click();
    await press('Fechar', dialog);
    await expectClosed();
    await expect.poll(() => query()).toBe('?tab=registrations');
    window.history.back();
    await expect.poll(query).toBe('');
  });

  it('opens the details of an unlisted registration by URL, and reports a missing registration', async () => {
    refuse('getStaffRegistration', 'unavailable');
    openMocked(`${TAB_PATH}&status=certificate_issued&open=${registration.id}`, db);
    await expect
      .element(dialog.getByText('Não foi possível carregar o registro. Tente novamente.'))
      .toBeVisible();
    leaveToMock('getStaffRegistration');
    await press('Tentar novamente', dialog);
    await expectOpen();
    await press('Fechar', dialog);
    await expectClosed();
    await expect.poll(() => query()).toBe('?tab=registrations&status=certificate_issued');
    openMocked(`${TAB_PATH}&open=${crypto.randomUUID()}`, db);
    await expect.element(dialog.getByText('Registro não encontrado')).toBeVisible();
    await press('Fechar', dialog.getByRole('alert'));
    await expectClosed();
  });

  it('closes the details on Back on a phone, and keeps the list', async () => {
    await setViewport(360);
    openMocked(TAB_PATH, db);
    const card = page.getByRole('list', { name: 'Registros' }).getByRole('listitem');
    await card.getByText('Agenda').first().click();
    await expect.element(dialog.getByRole('link', { name: 'Abrir página do registro' })).toBeVisible();
    window.history.back();
    await expectClosed();
    await detailsButton.click();
    await expectOpen();
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
    window.history.back();
    await expectClosed();
    await expect.element(detailsButton).toBeVisible();
    await expect.poll(() => query()).toBe('?tab=registrations');
  });
});
