import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { anEvidence, aPayableRegistration, aUser, noMessages, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { main, region } from '../../testing/screen.ts';
import { answer } from '../../testing/server.ts';

const owner = aUser();
const issued = aPayableRegistration({
  userId: owner.id,
  status: 'certificate_issued',
  canPay: false,
  canEdit: false,
  paymentPaidAt: '2026-03-02T12:00:00.000Z',
  certificateIssuedAt: '2026-03-09T12:00:00.000Z',
});
const address = `/registros/${issued.id}`;
const next = region('Próximo passo');
const title = page.getByRole('heading', { level: 1, name: issued.title });

beforeEach(() => {
  answer('getRegistration', issued);
  answer('getRegistrationHistory', pageOf([], 100));
  answer('listHolders', pageOf([], 100));
  answer('listVersions', pageOf([issued], 100));
  answer('listMessages', noMessages);
  answer('readMessages');
  answer('getEvidence', anEvidence({ registrationId: issued.id }));
});

it('[record-document] focuses the document named in a mail’s link and scrolls it into view', async () => {
  for (const [documentName, target] of [
    ['certificado', next.getByRole('button', { name: 'Download' })],
    ['recibo', main.getByRole('button', { name: 'Baixar recibo' })],
    ['mensagens', main.getByLabelText('Mensagem à equipe')],
    ['arquivo', main.getByRole('button', { name: 'Baixar ZIP' })],
  ] as const) {
    open(`${address}?documento=${documentName}`, owner);
    await expect.element(target).toHaveFocus();
    await expect.element(target).toBeInViewport();
  }
  open(`${address}?documento=nada`, owner);
  await expect.element(title).toBeVisible();
});
