import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { rememberUpload } from '../../lib/remembered-uploads.ts';
import { openMocked } from '../../testing/mock.ts';
import { aPayable, aRegistration, aUser } from '../../testing/records.ts';
import { article, dialog, main, press, region } from '../../testing/screen.ts';
import { hold, mockApi } from '../../testing/server.ts';

const user = aUser();

it('an empty draft is labelled as a draft with what it lacks, without stage, deadline or price', async () => {
  const draft = aRegistration({ userId: user.id, title: 'Agenda', paymentAmount: 349_900 });
  const unpaid = aPayable({ userId: user.id, title: 'Frotas' });
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

it('offers no payment while another file is uploading, and offers it after the upload', async () => {
  const stored = aPayable({ userId: user.id, title: 'Frotas' });
  const db = mockApi({ user, registrations: [stored] });
  openMocked(`/register?id=${stored.id}&step=upload`, db);
  const letGo = hold('uploadFile');
  await expect.poll(() => document.querySelector('main input[type=file]')).not.toBeNull();
  const given = new DataTransfer();
  given.items.add(new File(['PK outro'], 'outro.zip'));
  const input = document.querySelector<HTMLInputElement>('main input[type=file]');
  if (input !== null) input.files = given.files;
  input?.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(page.getByRole('progressbar').first()).toBeVisible();
  await page.getByRole('link', { name: 'G2 Software Registry' }).first().click();
  const card = article(stored.title);
  await expect.element(card.getByText('Arquivo em envio')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Pagar' })).not.toBeInTheDocument();
  for (const place of [card, region('Próxima ação')])
    await expect.element(place.getByRole('link', { name: 'Ver envio' })).toBeVisible();
  await press('Ver Detalhes', card);
  await expect.element(dialog.getByRole('link', { name: 'Ver envio' })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Pagar' })).not.toBeInTheDocument();
  await expect.element(dialog.getByText('O arquivo está em envio; o pagamento vem depois.')).toBeVisible();
  await press('Fechar', dialog);
  letGo();
  await expect.element(card.getByRole('button', { name: 'Pagar' })).toBeVisible();
  await expect.element(card.getByText('outro.zip')).toBeVisible();
});

it('a payment opened by its URL waits while another tab uploads the file', async () => {
  const stored = aPayable({ userId: user.id, title: 'Frotas' });
  const db = mockApi({ user, registrations: [stored] });
  const upload = {
    url: `/api/registrations/${stored.id}/uploads/u1`,
    fileName: 'outro.zip',
    size: 30_000_000,
    lastModified: 1,
    sha256: null,
  };
  rememberUpload(user.id, stored.id, upload);
  const over = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const lock = navigator.locks.request(`g2-upload.${stored.id}`, () => {
    held.resolve();
    return over.promise;
  });
  await held.promise;
  openMocked(`/dashboard?pay=${stored.id}`, db);
  await expect.element(dialog.getByText('O arquivo ainda está em envio')).toBeVisible();
  await expect.element(dialog.getByRole('link', { name: 'Ver envio' })).toBeVisible();
  over.resolve();
  await lock;
});
