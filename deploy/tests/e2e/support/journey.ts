import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { Client, confirmCard, demoAccounts, logIn, type User, verifyEmail } from './client.ts';
import { makeSourceZip, pdfText, type SourceZip } from './files.ts';

export type Registration = {
  id: string;
  status: string;
  sha256: string | null;
  title: string;
  createdAt: string;
  depositedAt: string | null;
  certificateIssuedAt: string | null;
  canPay: boolean;
};

export const FEE = 349_900;

export const details = {
  title: 'Calculadora de Ações — versão çãõé',
  applicantName: 'Ana Conceição',
  applicantEmail: 'ana@example.com',
  applicantTaxId: '111.444.777-35',
  holderName: 'Ana Conceição',
  description: 'Programa que calcula ações.',
  jurisdiction: 'brasil',
  notes: 'Sem observações',
};

export const holders = [
  { holderName: 'Ana Conceição', holderTaxId: '111.444.777-35', ownershipPercentage: 60 },
  { holderName: 'Bruno Araújo', holderTaxId: '12.ABC.345/01DE-35', ownershipPercentage: 40 },
];

export type JourneyState = {
  base: string;
  client: Client;
  staff: { operator: Client; admin: Client };
  zip: SourceZip;
  id: string;
};

export type Step = { name: string; run(state: JourneyState): Promise<void> };

const wait = async <T>(what: string, look: () => Promise<T | false>): Promise<T> => {
  const until = Date.now() + 30_000;
  for (;;) {
    const seen = await look();
    if (seen !== false) return seen;
    if (Date.now() > until) throw new Error(`never came true: ${what}`);
    await delay(50);
  }
};

/** Signs up. Every attempt uses the same e-mail address, so a retry creates no second account. */
export const signUpStep = (): Step => {
  const email = `ana-${randomUUID()}@example.com`;
  const password = 'Senha-segura-1';
  return {
    name: 'sign up',
    async run(state) {
      const body = { email, password, firstName: 'Ana', lastName: 'Conceição' };
      const response = await state.client.send('/api/register', { method: 'POST', body });
      if (response.status === 409) await state.client.post('/api/login', { email, password });
      else expect(response.status, JSON.stringify(response.body)).toBe(201);
      const me = await state.client.ok<{ emailVerified: boolean }>('/api/auth/user');
      if (!me.emailVerified) await verifyEmail(state.client.base, email);
    },
  };
};

const balance = async (client: Client): Promise<number | null> =>
  (await client.ok<User>('/api/auth/user')).credits;

export const buyCreditsStep = (): Step => {
  const key = randomUUID();
  return {
    name: 'buy credits',
    async run({ client }) {
      if ((await balance(client)) === FEE) return;
      const intent = await client.post<{ clientSecret: string; paymentIntentId: string; credits: number }>(
        '/api/credit-purchase/payment-intent',
        { packageId: 'registration' },
        { 'idempotency-key': key },
      );
      expect(intent.credits).toBe(FEE);
      await confirmCard(client, intent);
      expect(await client.post(`/api/payments/${intent.paymentIntentId}/sync`)).toEqual({
        status: 'succeeded',
      });
      await wait('credits arrive', async () => (await balance(client)) === FEE);
    },
  };
};

export const detailsStep = (): Step => {
  const key = randomUUID();
  return {
    name: 'describe the program',
    async run(state) {
      const made = await state.client.post<Registration>('/api/registrations', details, {
        'idempotency-key': key,
      });
      expect(made).toMatchObject({ title: details.title, status: 'submitted', sha256: null, canPay: false });
      state.id = made.id;
    },
  };
};

export const uploadStep: Step = {
  name: 'upload the ZIP',
  async run({ client, id, zip }) {
    const stored = await client.ok<{ sha256: string; fileName: string; fileSize: number }>(
      `/api/registrations/${id}/upload`,
      {
        method: 'POST',
        raw: { bytes: zip.bytes, type: 'application/zip' },
        headers: { 'x-file-name': encodeURIComponent(zip.name) },
      },
    );
    expect(stored).toEqual({ sha256: zip.sha256, fileName: zip.name, fileSize: zip.bytes.length });
  },
};

export const holdersStep = (): Step => {
  const keys = holders.map(() => randomUUID());
  return {
    name: 'name the holders',
    async run({ client, id }) {
      for (const [i, holder] of holders.entries()) {
        await client.post(`/api/registrations/${id}/holders`, holder, { 'idempotency-key': keys[i] ?? '' });
      }
      const listed = await client.ok<{ items: { ownershipPercentage: number }[] }>(
        `/api/registrations/${id}/holders`,
      );
      expect(listed.items.reduce((sum, one) => sum + one.ownershipPercentage, 0)).toBe(100);
      const more = await client.send(`/api/registrations/${id}/holders`, {
        method: 'POST',
        body: { holderName: 'Caio', holderTaxId: '11144477735', ownershipPercentage: 1 },
      });
      expect(more).toMatchObject({
        status: 400,
        body: { message: 'A soma dos percentuais seria 101%. Máximo permitido: 100%.' },
      });
    },
  };
};

export const payWithCreditsStep: Step = {
  name: 'pay with credits',
  async run({ client, id }) {
    const paid = await client.post(`/api/registrations/${id}/credit-payment`);
    expect(paid).toEqual({ creditsUsed: FEE, balance: 0 });
    expect(await client.ok<Registration>(`/api/registrations/${id}`)).toMatchObject({ status: 'paid' });
  },
};

export const payByCardStep: Step = {
  name: 'pay by card',
  async run({ client, id }) {
    const current = await client.ok<Registration>(`/api/registrations/${id}`);
    if (current.status !== 'submitted') return;
    const response = await client.send(`/api/registrations/${id}/payment-intent`, {
      method: 'POST',
      body: {},
    });
    // Status 400: an earlier attempt charged the card without a response, and the webhook is still pending.
    if (response.status === 200) {
      const intent = response.body as { clientSecret: string; paymentIntentId: string; amount: number };
      expect(intent.amount).toBe(FEE);
      await confirmCard(client, intent);
      await client.post(`/api/payments/${intent.paymentIntentId}/sync`);
    } else expect(response.status, JSON.stringify(response.body)).toBe(400);
    await wait('the registration is paid', async () => {
      const now = await client.ok<Registration>(`/api/registrations/${id}`);
      return now.status === 'paid';
    });
  },
};

/** The text of the receipt, which appears shortly after the registration becomes paid. */
export const receiptText = ({ client }: Pick<JourneyState, 'client'>, id: string): Promise<string> =>
  wait('the receipt is there', async () => {
    const { status, bytes } = await client.send(`/api/registrations/${id}/receipt`);
    return status === 200 && pdfText(bytes);
  });

/** Idempotent transition: a retry after a lost response accepts the target status. */
const transitionStep = (
  name: string,
  from: string,
  to: string,
  act: (state: JourneyState) => Promise<unknown>,
): Step => ({
  name,
  async run(state) {
    const look = () => state.client.ok<Registration>(`/api/registrations/${state.id}`);
    if ((await look()).status === from) await act(state);
    expect((await look()).status).toBe(to);
  },
});

const approve = (from: string) => (state: JourneyState) =>
  state.staff.operator.patch(`/api/registrations/${state.id}/operator-action`, {
    action: 'approve',
    expectedStatus: from,
  });

const setStatus = (from: string, status: string) => (state: JourneyState) =>
  state.staff.admin.patch(`/api/admin/registrations/${state.id}/status`, { status, expectedStatus: from });

export const staffSteps: Step[] = [
  transitionStep('operator takes it up', 'paid', 'reviewing', approve('paid')),
  transitionStep('operator approves it', 'reviewing', 'government_processing', approve('reviewing')),
  transitionStep(
    'admin sets completed',
    'government_processing',
    'completed',
    setStatus('government_processing', 'completed'),
  ),
  transitionStep(
    'admin issues the certificate',
    'completed',
    'certificate_issued',
    setStatus('completed', 'certificate_issued'),
  ),
];

const civil = (iso: string): string =>
  new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone: 'America/Sao_Paulo' }).format(
    new Date(iso),
  );

export function checkCertificate(pdf: Buffer, registration: Registration, zip: SourceZip): void {
  const text = pdfText(pdf);
  expect(text).toContain(details.title);
  for (const { holderName, holderTaxId, ownershipPercentage } of holders) {
    expect(text).toContain(holderName);
    expect(text).toContain(holderTaxId);
    expect(text).toContain(`${ownershipPercentage}%`);
  }
  expect(text).toContain(zip.sha256);
  expect(text).toMatch(/G2-\d{4}-\d{6,}/);
  expect(text).toContain(civil(registration.depositedAt ?? ''));
  expect(text).toContain(civil(registration.certificateIssuedAt ?? ''));
}

export const certificateStep: Step = {
  name: 'download the certificate',
  async run({ client, id, zip }) {
    const registration = await client.ok<Registration>(`/api/registrations/${id}`);
    const response = await client.send(`/api/registrations/${id}/certificate`);
    expect(response.status, response.bytes.toString().slice(0, 300)).toBe(200);
    expect(response.headers.get('content-disposition')).toContain(`certificado_${id.slice(0, 8)}.pdf`);
    checkCertificate(response.bytes, registration, zip);
  },
};

export async function startJourney(base: string): Promise<JourneyState> {
  return {
    base,
    client: new Client(base),
    staff: {
      operator: await logIn(base, demoAccounts.operator),
      admin: await logIn(base, demoAccounts.admin),
    },
    zip: await makeSourceZip(),
    id: '',
  };
}
