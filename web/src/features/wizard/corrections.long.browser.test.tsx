import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openMocked } from '../../testing/mock.ts';
import { aPayableRegistration, aUser } from '../../testing/records.ts';
import { main, press, region } from '../../testing/screen.ts';
import { mockApi } from '../../testing/server.ts';

const user = aUser();
const paidRegistration = aPayableRegistration({
  userId: user.id,
  status: 'paid',
  holderName: 'Ana Lima',
  paymentPaidAt: '2026-03-02T12:00:00.000Z',
});
const inCorrection = {
  ...paidRegistration,
  status: 'submitted' as const,
  correctionReason: 'Falta o manual do usuário',
};
const stepUrl = (step: string) => `/register?id=${paidRegistration.id}&step=${step}`;
const expectTitle = (name: string) =>
  expect.element(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();

it('[wizard-corrections] resubmits a paid registration after its corrections without a new payment', async () => {
  const db = mockApi({ user, registrations: [paidRegistration] });
  openMocked(stepUrl('basic'), db);
  await expectTitle('Registro em andamento');
  await expect
    .element(page.getByRole('link', { name: 'Ir para o Painel' }))
    .toHaveAttribute('href', '/dashboard');
  Object.assign(db.registrations[0] ?? {}, inCorrection);
  openMocked('/register', db);
  await expect.element(page.getByText(/Correções solicitadas · iniciado em/)).toBeVisible();
  await page.getByRole('link', { name: `Continuar ${paidRegistration.title}` }).click();
  for (const step of ['basic', 'upload']) {
    await expect.poll(() => window.location.search).toBe(`?id=${paidRegistration.id}&step=${step}`);
    await expectTitle('Corrigir registro');
    const correctionRequest = region('A equipe pediu esta correção:');
    await expect.element(correctionRequest.getByText('Falta o manual do usuário')).toBeVisible();
    await press('Próximo');
  }
  await expect.poll(() => document.title).toBe('Corrigir registro · G2 Software Registry');
  await press('Sou o único titular');
  await expect.element(page.getByText('Os percentuais somam exatamente 100%.')).toBeVisible();
  expect(document.activeElement).not.toBe(document.body);
  await press('Concluir Registro');
  await expectTitle('Correções salvas!');
  await expect.element(region('Pagamento')).not.toBeInTheDocument();
  await press('Reenviar');
  await expect.poll(() => window.location.pathname).toBe('/dashboard');
  await expect.poll(() => db.registrations).toMatchObject([{ status: 'paid' }]);
});

it('[corrections-holder] removing a holder in the wizard counts as a correction', async () => {
  const holder = {
    id: crypto.randomUUID(),
    registrationId: paidRegistration.id,
    holderName: 'Bruno',
    holderTaxId: '111.444.777-35',
    ownershipPercentage: 100,
    createdAt: paidRegistration.createdAt,
  };
  const db = mockApi({ user, registrations: [inCorrection], holders: [holder] });
  openMocked('/dashboard', db);
  const nextAction = region('Próxima ação');
  await nextAction.getByRole('link', { name: 'Corrigir', exact: true }).click();
  await press('Próximo', main);
  await press('Próximo', main);
  await press('Remover Bruno', main);
  await expect.element(page.getByText('Total: 0%', { exact: true })).toBeVisible();
  await page.getByRole('banner').getByRole('link').first().click();
  await expect.element(nextAction.getByRole('button', { name: 'Reenviar' })).toBeVisible();
});
