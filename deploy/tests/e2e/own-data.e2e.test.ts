import { randomBytes } from 'node:crypto';
import { formatTaxId, readTaxId } from '@g2/terms/tax-id';
import { afterAll, expect, it } from 'vitest';
import { Client, confirmCard, demoSession, type User } from './support/client.ts';
import { makeSourceZip } from './support/files.ts';
import { receiptText } from './support/journey.ts';
import { listMailsTo } from './support/mailbox.ts';
import { stackUrl } from './support/shared-stack.ts';
import { openPersonalDataSearch } from './support/traces.ts';
import { type CodeIntent, openIntent, settleCode } from './support/vouchers.ts';

const mark = randomBytes(5).toString('hex');
const person = {
  email: `zoraide-${mark}@exemplo-raro.com.br`,
  firstName: `Zoraide${mark}`,
  lastName: `Quixabeira${mark}`,
  password: `Senha-${mark}-1`,
};
const digits = String(Number.parseInt(mark.slice(0, 8), 16))
  .padStart(8, '7')
  .slice(-8);
/** A valid CPF that only this run uses. */
function cpfOf(last: string): string {
  const bodies = Array.from(
    { length: 100 },
    (_, check) => `${digits}${last}${String(check).padStart(2, '0')}`,
  );
  return formatTaxId(bodies.find((bare) => readTaxId(bare)) ?? '');
}
const described = (kind: 'pago' | 'rascunho', last: string) => ({
  title: `Programa ${kind} ${mark}`,
  applicantName: `Requerente ${kind} ${mark}`,
  applicantEmail: `${kind}-${mark}@requerente.example`,
  applicantTaxId: cpfOf(last),
  holderName: `Titular ${kind} ${mark}`,
  description: `Descrição ${kind} ${mark}`,
  jurisdiction: 'brasil',
  notes: `Notas ${kind} ${mark}`,
});
const DRAFT = described('rascunho', '3');
const PAID = described('pago', '5');
const coHolder = { holderName: `Sócia rascunho ${mark}`, holderTaxId: cpfOf('9'), ownershipPercentage: 40 };

const MESSAGES = {
  paid: `Recado pago ${mark}`,
  draft: `Recado rascunho ${mark}`,
  subject: `Assunto ${mark}`,
  contact: `Pergunta ${mark}`,
};
const PAYER = `Pagadora ${mark}`;

const client = new Client(stackUrl());
const admin = await demoSession(stackUrl(), 'admin');
const traces = openPersonalDataSearch();
afterAll(() => traces.close());

async function deposit(details: typeof DRAFT, name: string): Promise<string> {
  const { id } = await client.post<{ id: string }>('/api/registrations', details, {
    'idempotency-key': randomBytes(8).toString('hex'),
  });
  const zip = await makeSourceZip();
  await client.ok(`/api/registrations/${id}/upload`, {
    method: 'POST',
    raw: { bytes: zip.bytes, type: 'application/zip' },
    headers: { 'x-file-name': encodeURIComponent(name) },
  });
  return id;
}

async function createData(): Promise<{ userId: string; paid: string; draft: string }> {
  const userId = (await client.post<User>('/api/register', person)).id;
  const paid = await deposit(PAID, `pago-${mark}.zip`);
  const intent = await client.post<{ clientSecret: string; paymentIntentId: string }>(
    `/api/registrations/${paid}/payment-intent`,
  );
  await confirmCard(client, intent);
  await client.post(`/api/payments/${intent.paymentIntentId}/sync`);
  // The receipt exists once the payment is settled.
  await receiptText({ client }, paid);
  const draft = await deposit(DRAFT, `rascunho-${mark}.zip`);
  await client.post(`/api/registrations/${draft}/holders`, coHolder);
  for (const status of ['reviewing', 'government_processing', 'completed', 'certificate_issued']) {
    await admin.patch(`/api/admin/registrations/${paid}/status`, { status });
  }
  // The certificate is created asynchronously.
  const certificate = async () => (await client.send(`/api/registrations/${paid}/certificate`)).status;
  await expect.poll(certificate).toBe(200);
  return { userId, paid, draft };
}

/** Copies personal data into messages, mails, notices and a payment attempt with a payer name. */
async function spreadPersonalData(paid: string, draft: string): Promise<void> {
  for (const [id, text] of [
    [paid, MESSAGES.paid],
    [draft, MESSAGES.draft],
  ])
    await client.post(`/api/registrations/${id}/messages`, { text });
  await client.post('/api/contact', { subject: MESSAGES.subject, message: MESSAGES.contact });
  const way = { method: 'pix', payer: { name: PAYER, taxId: cpfOf('1'), email: 'fill_never@example.com' } };
  const code = await client.post<CodeIntent>(`/api/registrations/${draft}/payment-intent`, way);
  await settleCode(client, code.paymentIntentId, 'expire');
  await expect.poll(() => openIntent(client, draft)).toBeNull();
  await admin.post(`/api/admin/unpaid-files/${draft}/reminder`);
  const { items } = await admin.ok<{ items: { id: string }[] }>('/api/admin/operators');
  for (const id of [paid, draft])
    await admin.post(`/api/admin/registrations/${id}/assign-operator`, { operatorId: items[0]?.id });
  await expect
    .poll(() => traces.of(DRAFT.title))
    .toEqual(
      expect.arrayContaining([
        'identity.assignment_notices.title',
        'identity.outgoing_emails.body',
        'payment.registration_payments.title',
        'registration.outbox.data',
      ]),
    );
}

async function exportIsComplete(userId: string, paid: string, draft: string): Promise<void> {
  const response = await client.send('/api/auth/export');
  expect(response.headers.get('content-disposition')).toContain('meus-dados-g2-');
  const { password, ...account } = person;
  expect(response.body).toMatchObject({
    leiaMe: { versao: 1 },
    conta: { id: userId, ...account },
    registros: [
      { id: draft, ...DRAFT, titulares: [coHolder], certificado: null },
      { id: paid, ...PAID, certificado: { number: expect.stringMatching(/^G2-/), status: 'valid' } },
    ],
    pagamentos: [{ registrationId: paid, status: 'settled' }],
    sessoes: [expect.anything()],
  });
  expect(response.bytes.toString()).not.toContain(password);
}

/** Closes the account. Checks that login is refused, the draft and its file are deleted, and staff see no name. */
async function checkClosedAccount(userId: string, paid: string, draft: string): Promise<void> {
  expect(await traces.of(coHolder.holderName)).toContain('registration.registration_holders.holder_name');
  expect(await traces.objectsOf(draft)).toBe(1);
  const { email, password } = person;
  const body = { currentPassword: password };
  await client.ok('/api/auth/delete-account', { method: 'POST', body });
  const back = await client.send('/api/login', { method: 'POST', body: { email, password } });
  expect(back.status).toBe(401);
  const statusOf = async (path: string) => (await admin.send(path)).status;
  await expect.poll(() => statusOf(`/api/operator/registrations/${draft}`)).toBe(404);
  await expect.poll(() => traces.objectsOf(draft)).toBe(0);
  const subjects = async () => (await listMailsTo(stackUrl(), email)).map(({ subject }) => subject);
  await expect.poll(subjects).toEqual(['Sua conta foi excluída']);
  expect(await admin.ok(`/api/operator/registrations/${paid}`)).toMatchObject({
    applicant: { firstName: 'Usuário', lastName: 'removido' },
  });
  expect(await statusOf(`/api/admin/users/${userId}`)).toBe(404);
  expect(await admin.ok(`/api/admin/users?search=${mark}`)).toMatchObject({ total: 0 });
}

/** Columns that may still contain account data, with the reason. */
const OF_ACCOUNT = {
  'identity.outgoing_emails.recipient': 'the last mail, an hour',
  'identity.outgoing_emails.body': 'the last mail, an hour: it greets by the first name',
};
/** Columns that may still contain data of a paid registration, with the reason. The law allows keeping evidence. */
const OF_PAID = {
  'certificate.certificates.facts': 'what the certificate says',
  'certificate.certificates.pdf': 'the certificate',
  'certificate.evidence.manifest': 'the evidence',
  'certificate.outbox.data': 'events, a day after they were published',
  'payment.registration_payments.title': 'what was paid for: the books',
  'registration.payment_decisions.title': 'what was paid for',
  'registration.registration_search.searched': 'how staff find it',
  'registration.registrations.applicant_email': 'the evidence',
  'registration.registrations.applicant_name': 'the evidence',
  'registration.registrations.applicant_tax_id': 'the evidence',
  'registration.registrations.description': 'the evidence',
  'registration.registrations.holder_name': 'the evidence',
  'registration.registrations.notes': 'the evidence: the owner’s own words about it',
  'registration.registrations.title': 'the evidence',
};

type Remains = [what: string, values: string[], allowed: Record<string, string>];
const REMAINS: Remains[] = [
  ['the account', [person.email, person.firstName, person.lastName], OF_ACCOUNT],
  [
    'what was never paid for',
    [...textsOf(DRAFT), coHolder.holderName, coHolder.holderTaxId, `rascunho-${mark}`],
    {},
  ],
  [
    'what was written about it and to the staff',
    [MESSAGES.draft, MESSAGES.subject, MESSAGES.contact, PAYER],
    {},
  ],
  ['what was paid for', textsOf(PAID), OF_PAID],
  [
    'what was written about it',
    [MESSAGES.paid],
    { 'registration.registration_messages.text': 'the evidence' },
  ],
];

/** Needs the whole stack: personal data is stored by every service. */
it('exports all data of a person as one file, and keeps only the listed columns of a closed account', async () => {
  const { userId, paid, draft } = await createData();
  await exportIsComplete(userId, paid, draft);
  await spreadPersonalData(paid, draft);
  await checkClosedAccount(userId, paid, draft);
  for (const [what, values, allowed] of REMAINS) {
    const columns = async () =>
      [...new Set((await Promise.all(values.map((value) => traces.of(value)))).flat())].toSorted();
    // Each service processes the account event asynchronously.
    await expect.poll(columns, { message: what }).toEqual(Object.keys(allowed).toSorted());
  }
  expect(await traces.onBus(REMAINS.flatMap(([, values]) => values))).toEqual([]);
});

function textsOf({ jurisdiction: _same, ...details }: typeof DRAFT): string[] {
  return Object.values(details);
}
