import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { logIn, signUp } from './support/client.ts';
import { pdfText } from './support/files.ts';
import {
  buyCreditsStep,
  certificateStep,
  detailsStep,
  FEE,
  holdersStep,
  type JourneyState,
  payWithCreditsStep,
  signUpStep,
  staffSteps,
  startJourney,
  uploadStep,
} from './support/journey.ts';
import { stackUrl } from './support/shared-stack.ts';

let state: JourneyState;

beforeAll(async () => {
  state = await startJourney(stackUrl());
});

const steps = [
  signUpStep(),
  buyCreditsStep(),
  detailsStep(),
  uploadStep,
  holdersStep(),
  payWithCreditsStep,
  ...staffSteps,
  certificateStep,
];

describe('from sign-up to the certificate by HTTP, paid with credits bought first', () => {
  it.each(steps)('[journey-http] $name', async (step) => {
    await step.run(state);
  });

  it('keeps the file byte for byte, with ranges', async () => {
    const path = `/api/registrations/${state.id}/download`;
    const whole = await state.client.send(path);
    expect(createHash('sha256').update(whole.bytes).digest('hex')).toBe(state.zip.sha256);
    const part = await state.client.send(path, { headers: { range: 'bytes=10-19' } });
    expect([part.status, part.bytes]).toEqual([206, state.zip.bytes.subarray(10, 20)]);
  });

  it('tells the whole history, oldest first, without notes to the client', async () => {
    const history = await state.client.ok<{ items: Record<string, unknown>[] }>(
      `/api/registrations/${state.id}/history`,
    );
    expect(history.items.map((one) => one.toStatus)).toEqual([
      'submitted',
      'paid',
      'reviewing',
      'government_processing',
      'completed',
      'certificate_issued',
    ]);
    for (const entry of history.items) expect(entry).not.toHaveProperty('notes');
  });

  it('gives a receipt that says who we are not', async () => {
    const receipt = await state.client.send(`/api/registrations/${state.id}/receipt`);
    expect(receipt.status).toBe(200);
    const text = pdfText(receipt.bytes);
    expect(text).toContain('3.499,00');
    expect(text).toContain('INPI');
  });

  it('wrote the mails it promised', async () => {
    const me = await state.client.ok<{ email: string }>('/api/auth/user');
    const read = async () => {
      const answer = await state.client.send('/dev/mail', { headers: { accept: 'application/json' } });
      const { items } = answer.body as { items: { to: string; subject: string }[] };
      return items.filter((mail) => mail.to === me.email);
    };
    await expect
      .poll(async () => (await read()).map(({ subject }) => subject.split(':')[0] ?? '').sort(), {
        timeout: 20_000,
      })
      .toEqual([
        'Boas-vindas ao G2 Software Registry',
        'Certificado disponível',
        'Concluído',
        'Em Análise',
        'Processamento Governamental',
        'Recibo da compra de créditos',
        'Recibo de pagamento',
      ]);
  });

  it('[journey-ledger] shows the ledger and refuses what is not payable any more', async () => {
    const { items } = await state.client.ok<{ items: { delta: number; balanceAfter: number }[] }>(
      '/api/credits',
    );
    expect(items.map((one) => [one.delta, one.balanceAfter])).toEqual([
      [-FEE, 0],
      [FEE, FEE],
    ]);
    const again = await state.client.post(`/api/registrations/${state.id}/credit-payment`);
    expect(again).toEqual({ creditsUsed: FEE, balance: 0 });
    const card = await state.client.send(`/api/registrations/${state.id}/payment-intent`, {
      method: 'POST',
      body: {},
    });
    expect(card).toMatchObject({
      status: 400,
      body: { message: 'Este registro não está disponível para pagamento no momento.' },
    });
  });

  it('refuses the same file to another account, naming nobody', async () => {
    const { client } = await signUp(state.base);
    const made = await client.post<{ id: string }>('/api/registrations', {
      title: 'Cópia',
      applicantName: 'Outra',
      applicantEmail: 'outra@example.com',
      applicantTaxId: '11144477735',
      holderName: 'Outra',
      description: 'Cópia',
      jurisdiction: 'global',
    });
    const refused = await client.send(`/api/registrations/${made.id}/upload`, {
      method: 'POST',
      raw: { bytes: state.zip.bytes, type: 'application/zip' },
      headers: { 'x-file-name': 'copia.zip' },
    });
    expect(refused).toMatchObject({ status: 409, body: { code: 'duplicate-file' } });
    expect(JSON.stringify(refused.body)).not.toContain(state.id);
  });

  it('[journey-multipart] takes a multipart upload too', async () => {
    const { client } = await signUp(state.base);
    const made = await client.post<{ id: string }>('/api/registrations', {
      title: 'Multipart',
      applicantName: 'Ana',
      applicantEmail: 'ana@example.com',
      applicantTaxId: '11144477735',
      holderName: 'Ana',
      description: 'Multipart',
      jurisdiction: 'global',
    });
    const { path, sha256 } = (await startJourney(state.base)).zip;
    const cookie = client.cookie;
    const out = execFileSync(
      'curl',
      [
        '-sS',
        '-b',
        cookie,
        '-F',
        `file=@${path};filename=fonte.zip;type=application/zip`,
        `${state.base}/api/registrations/${made.id}/upload`,
      ],
      { encoding: 'utf8' },
    );
    expect(JSON.parse(out)).toMatchObject({ sha256, fileName: 'fonte.zip' });
  });

  it('ends the session on logout', async () => {
    const { client, user, password } = await signUp(state.base);
    const old = client.cookie;
    expect((await client.send('/api/logout', { method: 'POST' })).status).toBe(204);
    client.cookie = old;
    expect((await client.send('/api/auth/user')).status).toBe(401);
    expect(
      (await (await logIn(state.base, { email: user.email, password })).send('/api/auth/user')).status,
    ).toBe(200);
  });
});
