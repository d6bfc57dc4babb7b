import { randomBytes } from 'node:crypto';
import { eventually } from '@g2/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, confirmCard, demoSession, type User } from './support/client.ts';
import { makeSourceZip } from './support/files.ts';
import { stackUrl } from './support/shared-stack.ts';
import { openTraces, type Traces } from './support/traces.ts';

const mark = randomBytes(5).toString('hex');
/** Values that nobody else in the house has. */
const person = {
  email: `zoraide-${mark}@exemplo-raro.com.br`,
  firstName: `Zoraide${mark}`,
  lastName: `Quixabeira${mark}`,
  password: `Senha-${mark}-1`,
};
const digits = String(Number.parseInt(mark.slice(0, 8), 16))
  .padStart(10, '7')
  .slice(0, 10);
const described = (kind: 'pago' | 'rascunho', last: string) => ({
  title: `Programa ${kind} ${mark}`,
  applicantName: `Requerente ${kind} ${mark}`,
  applicantEmail: `${kind}-${mark}@requerente.example`,
  applicantTaxId: `${digits}${last}`,
  holderName: `Titular ${kind} ${mark}`,
  description: `Descrição ${kind} ${mark}`,
  jurisdiction: 'brasil',
  notes: `Notas ${kind} ${mark}`,
});
const DRAFT = described('rascunho', '3');
const PAID = described('pago', '5');
const coHolder = { holderName: `Sócia rascunho ${mark}`, holderTaxId: `${digits}9`, ownershipPercentage: 40 };

const client = new Client(stackUrl());
let admin: Client;
let traces: Traces;
let userId = '';
const ids = { paid: '', draft: '' };

beforeAll(async () => {
  admin = await demoSession(stackUrl(), 'admin');
  traces = openTraces();
});
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

describe('one’s data, from the sign-up to the end of the account', () => {
  it('is made: a certificate, a draft with a file and a holder', async () => {
    userId = (await client.post<User>('/api/register', person)).id;
    ids.paid = await deposit(PAID, `pago-${mark}.zip`);
    const intent = await client.post<{ clientSecret: string; paymentIntentId: string }>(
      `/api/registrations/${ids.paid}/payment-intent`,
    );
    await confirmCard(client, intent);
    await client.post(`/api/payments/${intent.paymentIntentId}/sync`);
    ids.draft = await deposit(DRAFT, `rascunho-${mark}.zip`);
    await client.post(`/api/registrations/${ids.draft}/holders`, coHolder);
    for (const status of ['reviewing', 'government_processing', 'completed', 'certificate_issued']) {
      await admin.patch(`/api/admin/registrations/${ids.paid}/status`, { status });
    }
    // Drawn and signed at its own pace.
    await eventually('the certificate is issued', async () => {
      const { status } = await client.send(`/api/registrations/${ids.paid}/certificate`);
      return status === 200;
    });
  });

  it('leaves as one file, complete', async () => {
    const answer = await client.send('/api/auth/export');
    expect(answer.headers.get('content-disposition')).toContain('meus-dados-g2-');
    const data = answer.body as Record<string, unknown[]> & { conta: object; leiaMe: { versao: number } };
    expect(data.leiaMe.versao).toBe(1);
    const { password: _secret, ...account } = person;
    expect(data.conta).toMatchObject({ id: userId, ...account });
    expect(data.registros).toMatchObject([
      { id: ids.draft, ...DRAFT, titulares: [coHolder], certificado: null },
      { id: ids.paid, ...PAID, certificado: { number: expect.stringMatching(/^G2-/), status: 'valid' } },
    ]);
    expect(data.pagamentos).toMatchObject([{ registrationId: ids.paid, status: 'settled' }]);
    expect(data.emails?.length).toBeGreaterThan(1);
    expect(data.sessoes).toHaveLength(1);
    expect(answer.bytes.toString()).not.toContain(person.password);
  });

  it('ends with the account: no way back in, and the draft and its file are gone', async () => {
    expect(await traces.of(coHolder.holderName)).toContain('registration.registration_holders.holder_name');
    const held = await traces.objectsOf(ids.draft);
    expect(held).toBe(1);
    const path = '/api/auth/delete-account';
    await client.ok(path, { method: 'POST', body: { currentPassword: person.password } });
    const back = await client.send('/api/login', {
      method: 'POST',
      body: { email: person.email, password: person.password },
    });
    expect(back.status).toBe(401);
    await eventually('the draft is gone', async () => {
      const { status } = await admin.send(`/api/operator/registrations/${ids.draft}`);
      return status === 404;
    });
    await eventually('so is its file', async () => (await traces.objectsOf(ids.draft)) === 0);
    const mails = async () =>
      (
        await admin.ok<{ items: { to: string; subject: string }[] }>('/dev/mail', {
          headers: { accept: 'application/json' },
        })
      ).items.filter(({ to }) => to === person.email);
    await eventually('a last mail went out', async () =>
      (await mails()).some(({ subject }) => subject === 'Sua conta foi excluída'),
    );
    expect(await mails()).toHaveLength(1);
  });

  it('is then nobody’s to staff', async () => {
    const kept = await admin.ok<{ applicant: object }>(`/api/operator/registrations/${ids.paid}`);
    expect(kept.applicant).toMatchObject({ firstName: 'Usuário', lastName: 'removido' });
    expect((await admin.send(`/api/admin/users/${userId}`)).status).toBe(404);
    const people = await admin.ok<{ total: number }>(`/api/admin/users?search=${mark}`);
    expect(people.total).toBe(0);
  });

  /** Where something of the account itself may still stand, and why. */
  const OF_ACCOUNT = {
    'identity.outgoing_emails.recipient': 'the last mail, an hour',
    'identity.outgoing_emails.body': 'the last mail, an hour: it greets by the first name',
  };
  /** Of a registration that was never paid for. */
  const OF_DRAFT = {};
  /** Of a paid one: the evidence, which the law lets stay. */
  const OF_PAID = {
    'certificate.certificates.facts': 'what the certificate says',
    'certificate.outbox.data': 'events, a week after they were told',
    'payment.outbox.data': 'the same',
    'payment.registration_payments.title': 'what was paid for: the books',
    'registration.outbox.data': 'events, a week after they were told',
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

  it.each([
    ['the account', [person.email, person.firstName, person.lastName], OF_ACCOUNT],
    [
      'what was never paid for',
      [...textsOf(DRAFT), coHolder.holderName, coHolder.holderTaxId, `rascunho-${mark}`],
      OF_DRAFT,
    ],
    ['what was paid for', textsOf(PAID), OF_PAID],
  ])('leaves of %s nothing but what is named here', async (_what, values, allowed) => {
    const found = new Set((await Promise.all(values.map((value) => traces.of(value)))).flat());
    expect([...found].toSorted()).toEqual(Object.keys(allowed).toSorted());
  });
});

function textsOf({ jurisdiction: _same, ...details }: typeof DRAFT): string[] {
  return Object.values(details);
}
