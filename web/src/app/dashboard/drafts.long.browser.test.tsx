import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { saveUpload } from '../../lib/saved-uploads.ts';
import { openMocked } from '../../testing/mock.ts';
import { aPayableRegistration, aRegistration, aUser } from '../../testing/records.ts';
import { article, dialog, main, press, region } from '../../testing/screen.ts';
import { hold, mockApi } from '../../testing/server.ts';

const user = aUser();

it('a draft without a file shows what is missing, but no stage, deadline or price', async () => {
  const draft = aRegistration({ userId: user.id, title: 'Agenda', paymentAmount: 349_900 });
  const unpaid = aPayableRegistration({ userId: user.id, title: 'Frotas' });
  const db = mockApi({ user, registrations: [draft, unpaid] });
  openMocked('/dashboard', db);
  const card = article(draft.title);
  await expect.element(card.getByText('Rascunho')).toBeVisible();
  await expect.element(card.getByText('Nenhum arquivo enviado ainda')).toBeVisible();
  await expect.element(card.getByRole('link', { name: 'Continuar registro' })).toBeVisible();
  expect(card.element().textContent).not.toMatch(/Submetido|Etapa|Prazo|R\$/);
  const row = region('Prioridades').getByRole('listitem').filter({ hasText: draft.title });
  await expect.element(row.getByText('Rascunho')).toBeVisible();
  await expect.element(article(unpaid.title).getByText('Submetido')).toBeVisible();
  await expect.element(article(unpaid.title).getByText('Etapa 1 de 6')).toBeVisible();
  openMocked(`/registros/${draft.id}`, db);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Agenda' })).toBeVisible();
  await expect.poll(() => region('Andamento').query()?.textContent).toContain('Rascunho');
  expect(main.element().textContent).not.toMatch(/Submetido|Prazo|R\$/);
});

it('offers payment only after the upload of a replacement file has ended', async () => {
  const registration = aPayableRegistration({ userId: user.id, title: 'Frotas' });
  const db = mockApi({ user, registrations: [registration] });
  openMocked(`/register?id=${registration.id}&step=upload`, db);
  const releaseCall = hold('uploadFile');
  await expect.poll(() => document.querySelector('main input[type=file]')).not.toBeNull();
  const chosenFiles = new DataTransfer();
  chosenFiles.items.add(new File(['PK outro'], 'outro.zip'));
  const input = document.querySelector<HTMLInputElement>('main input[type=file]');
  if (input !== null) input.files = chosenFiles.files;
  input?.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(page.getByRole('progressbar').first()).toBeVisible();
  await page.getByRole('link', { name: 'G2 Software Registry' }).first().click();
  const card = article(registration.title);
  await expect.element(card.getByText('Arquivo em envio')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Pagar' })).not.toBeInTheDocument();
  for (const place of [card, region('Próxima ação')])
    await expect.element(place.getByRole('link', { name: 'Ver envio' })).toBeVisible();
  await press('Ver Detalhes', card);
  await expect.element(dialog.getByRole('link', { name: 'Ver envio' })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Pagar' })).not.toBeInTheDocument();
  await expect.element(dialog.getByText('O arquivo está em envio; o pagamento vem depois.')).toBeVisible();
  await press('Fechar', dialog);
  releaseCall();
  await expect.element(card.getByRole('button', { name: 'Pagar' })).toBeVisible();
  await expect.element(card.getByText('outro.zip')).toBeVisible();
});

it('a payment that is opened by a URL waits while another tab uploads the file', async () => {
  const registration = aPayableRegistration({ userId: user.id, title: 'Frotas' });
  const db = mockApi({ user, registrations: [registration] });
  const upload = {
    url: `/api/registrations/${registration.id}/uploads/u1`,
    fileName: 'outro.zip',
    size: 30_000_000,
    lastModified: 1,
    sha256: null,
  };
  saveUpload(user.id, registration.id, upload);
  const uploadEnd = Promise.withResolvers<void>();
  const lockHeld = Promise.withResolvers<void>();
  const lock = navigator.locks.request(`g2-upload.${registration.id}`, () => {
    lockHeld.resolve();
    return uploadEnd.promise;
  });
  await lockHeld.promise;
  openMocked(`/dashboard?pay=${registration.id}`, db);
  await expect.element(dialog.getByText('O arquivo ainda está em envio')).toBeVisible();
  await expect.element(dialog.getByRole('link', { name: 'Ver envio' })).toBeVisible();
  uploadEnd.resolve();
  await lock;
});
