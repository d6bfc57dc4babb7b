import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { downloadedName } from '../../testing/downloads.ts';
import {
  anEvidence,
  aPayableRegistration,
  aRegistration,
  aUser,
  pageOf,
  registrationStatsOf,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { article, dialog, press, query, toast } from '../../testing/screen.ts';
import { answer, answerWith, callsOf, hold } from '../../testing/server.ts';
import { settled } from '../../testing/settled.ts';

const user = aUser();
const title = 'Agenda da clínica';
const issued = aPayableRegistration({
  userId: user.id,
  title,
  status: 'certificate_issued',
  canPay: false,
  canEdit: false,
  paymentPaidAt: '2026-03-02T12:00:00.000Z',
});

function answersDashboard(...records: ReturnType<typeof aRegistration>[]): void {
  answer('listRegistrations', ({ query: { search } }) => pageOf(search === undefined ? records : []));
  answer('getRegistration', ({ params }) => records.find(({ id }) => id === params.id) ?? issued);
}

beforeEach(() => {
  answersDashboard(issued);
  answer('getRegistrationStats', registrationStatsOf());
  answer('getRegistrationHistory', pageOf([], 100));
  answer('listHolders', pageOf([], 100));
  answer('getEvidence', anEvidence({ registrationId: issued.id }));
});

it('[session-before-lists] the dashboard asks for registrations only once it knows who is signed in', async () => {
  const releaseCall = hold('getCurrentUser');
  open('/dashboard', user);
  await expect.element(page.getByRole('status', { name: 'Carregando' })).toBeVisible();
  await settled();
  expect([...callsOf('listRegistrations'), ...callsOf('getRegistrationStats')]).toEqual([]);
  releaseCall();
  await expect.element(article(title)).toBeVisible();
});

it('[jurisdiction-older] a registration shows the name of a jurisdiction no longer offered', async () => {
  const names = [
    ['usa', 'Estados Unidos'],
    ['europa', 'Europa'],
    ['mercosul', 'Mercosul'],
  ] as const;
  const records = names.map(([jurisdiction]) =>
    aRegistration({ userId: user.id, title: `De ${jurisdiction}`, jurisdiction }),
  );
  answersDashboard(...records);
  open('/dashboard', user);
  for (const [jurisdiction, name] of names) {
    const recordTitle = `De ${jurisdiction}`;
    await expect.element(article(recordTitle).getByText(name)).toBeVisible();
    await press('Ver Detalhes', article(recordTitle));
    await expect.element(dialog.getByText(name)).toBeVisible();
    await press('Fechar', dialog);
    await expect.element(dialog).not.toBeInTheDocument();
  }
});

describe('a certificate', () => {
  it('[download-default-names] is saved under a default name if the server sends no name', async () => {
    answerWith('getCertificate', () => new Response('%PDF'));
    answerWith('downloadFile', () => new Response('PK'));
    open('/dashboard', user);
    await press('Ver Detalhes', article(title));
    const savedFileName = (name: string) => downloadedName(() => press(name, dialog));
    expect(await savedFileName('Download')).toBe(`certificado_${issued.id.slice(0, 8)}.pdf`);
    expect(await savedFileName('Baixar ZIP')).toBe(issued.fileName);
  });

  it('[certificate-fallback] is reported as not yet issued after a refusal without a message', async () => {
    answerWith('getCertificate', () => Response.json({}, { status: 400 }));
    open('/dashboard', user);
    await press('Download', article(title));
    await expect.element(toast.getByText('Certificado não disponível')).toBeVisible();
    await expect
      .element(toast.getByText('O certificado ainda não foi emitido para este registro.'))
      .toBeVisible();
  });
});

it('the search box discards the typed text when Back restores another search', async () => {
  open('/dashboard', user);
  await expect.element(article(title)).toBeVisible();
  window.history.pushState({}, '', '/dashboard?search=nada-disso');
  window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  const box = page.getByLabelText('Buscar registros');
  await expect.element(box).toHaveValue('nada-disso');
  await box.fill('outra coisa');
  window.history.back();
  await expect.element(article(title)).toBeVisible();
  await expect.element(box).toHaveValue('');
  // No pending search reaches the list afterwards.
  await press('Ver Detalhes', article(title));
  await expect.element(dialog).toBeVisible();
  expect(new URLSearchParams(query()).get('search')).toBeNull();
  expect(callsOf('listRegistrations').map((call) => call.query.search)).not.toContain('outra coisa');
});
