import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { signUp } from './support/client.ts';
import {
  buyCreditsStep,
  certificateStep,
  details,
  detailsStep,
  FEE,
  holdersStep,
  type JourneyState,
  payWithCreditsStep,
  receiptText,
  signUpStep,
  staffSteps,
  startJourney,
  uploadStep,
} from './support/journey.ts';
import { listMailsTo } from './support/mailbox.ts';
import { stackUrl } from './support/shared-stack.ts';

/** These tests need the whole stack. They need only its URL, so they also test installations. */
const state: JourneyState = await startJourney(stackUrl());

const SUBJECTS = [
  'Boas-vindas ao G2 Software Registry',
  'Certificado disponível',
  'Concluído',
  'Em Análise',
  'Processamento Governamental',
  'Recibo da compra de créditos',
  'Recibo de pagamento',
];

it('[journey-http] brings a registration from sign-up to certificate, paid with bought credits', async () => {
  for (const step of [
    signUpStep(),
    buyCreditsStep(),
    detailsStep(),
    uploadStep,
    holdersStep(),
    payWithCreditsStep,
    ...staffSteps,
    certificateStep,
  ]) {
    await step.run(state);
  }
  const { client, id, zip } = state;
  const whole = await client.send(`/api/registrations/${id}/download`);
  expect(createHash('sha256').update(whole.bytes).digest('hex')).toBe(zip.sha256);
  const history = await client.ok<{ items: { toStatus: string }[] }>(`/api/registrations/${id}/history`);
  expect(history.items.map(({ toStatus }) => toStatus)).toEqual([
    'submitted',
    'paid',
    'reviewing',
    'government_processing',
    'completed',
    'certificate_issued',
  ]);
  for (const entry of history.items) expect(entry).not.toHaveProperty('notes');
  const receipt = await receiptText(state, id);
  expect(receipt).toContain('3.499,00');
  expect(receipt).toContain('INPI');
  const { email } = await client.ok<{ email: string }>('/api/auth/user');
  const subjects = async () =>
    (await listMailsTo(state.base, email)).map(({ subject }) => subject.split(':')[0] ?? '').sort();
  await expect.poll(subjects).toEqual(SUBJECTS);
});

it('[journey-ledger] refuses a second payment, and a copy of the file in another account', async () => {
  const { client, id, zip } = state;
  const { items } = await client.ok<{ items: { delta: number; balanceAfter: number }[] }>('/api/credits');
  expect(items.map((one) => [one.delta, one.balanceAfter])).toEqual([
    [-FEE, 0],
    [FEE, FEE],
  ]);
  expect(await client.post(`/api/registrations/${id}/credit-payment`)).toEqual({
    creditsUsed: FEE,
    balance: 0,
  });
  const card = await client.send(`/api/registrations/${id}/payment-intent`, { method: 'POST', body: {} });
  expect(card).toMatchObject({
    status: 400,
    body: { message: 'Este registro não está disponível para pagamento no momento.' },
  });

  const other = (await signUp(state.base)).client;
  const copy = await other.post<{ id: string }>('/api/registrations', details);
  const refused = await other.send(`/api/registrations/${copy.id}/upload`, {
    method: 'POST',
    raw: { bytes: zip.bytes, type: 'application/zip' },
    headers: { 'x-file-name': 'copia.zip' },
  });
  expect(refused).toMatchObject({ status: 409, body: { code: 'duplicate-file' } });
  expect(JSON.stringify(refused.body)).not.toContain(id);
});
