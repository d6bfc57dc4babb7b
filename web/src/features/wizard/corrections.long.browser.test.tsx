import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openMocked } from '../../testing/mock.ts';
import { aPayable, aUser } from '../../testing/records.ts';
import { main, press, region } from '../../testing/screen.ts';
import { mockApi } from '../../testing/server.ts';

const user = aUser();
const paid = aPayable({
  userId: user.id,
  status: 'paid',
  holderName: 'Ana Lima',
  paymentPaidAt: '2026-03-02T12:00:00.000Z',
});
const sentBack = { ...paid, status: 'submitted' as const, correctionReason: 'Falta o manual do usuário' };
const at = (step: string) => `/register?id=${paid.id}&step=${step}`;
const expectTitle = (name: string) =>
  expect.element(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();

it('[wizard-corrections] resubmits a paid registration after its corrections without a new payment', async () => {
  const db = mockApi({ user, registrations: [paid] });
  openMocked(at('basic'), db);
  await expectTitle('Registro em andamento');
  await expect
    .element(page.getByRole('link', { name: 'Ir para o Painel' }))
    .toHaveAttribute('href', '/dashboard');
  Object.assign(db.registrations[0] ?? {}, sentBack);
  openMocked('/register', db);
  await expect.element(page.getByText(/Correções solicitadas · iniciado em/)).toBeVisible();
  await page.getByRole('link', { name: `Continuar ${paid.title}` }).click();
  for (const step of ['basic', 'upload']) {
    await expect.poll(() => window.location.search).toBe(`?id=${paid.id}&step=${step}`);
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
    registrationId: paid.id,
    holderName: 'Bruno',
    holderTaxId: '111.444.777-35',
    ownershipPercentage: 100,
    createdAt: paid.createdAt,
  };
  const db = mockApi({ user, registrations: [sentBack], holders: [holder] });
  openMocked('/dashboard', db);
  const first = region('Próxima ação');
  await first.getByRole('link', { name: 'Corrigir', exact: true }).click();
  await press('Próximo', main);
  await press('Próximo', main);
  await press('Remover Bruno', main);
  await expect.element(page.getByText('Total: 0%', { exact: true })).toBeVisible();
  await page.getByRole('banner').getByRole('link').first().click();
  await expect.element(first.getByRole('button', { name: 'Reenviar' })).toBeVisible();
});
