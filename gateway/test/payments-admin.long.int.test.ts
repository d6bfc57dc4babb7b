import { eventually } from '@g2/kit/testing';
import { describe, expect, it } from 'vitest';
import type { Client } from './http.ts';
import { DETAILS, ownWorld, upload } from './world.ts';

const world = await ownWorld();
const admin = await world.signInAs('admin');

type Row = Record<string, unknown> & { id: string };
const list = async (query: string) => {
  const { status, json } = await admin.get(`/api/admin/payments?limit=100&${query}`);
  expect([query, status]).toEqual([query, 200]);
  return json as { items: Row[]; total: number; totals: object; searchCapped?: true };
};
const search = (text: string) => list(`search=${encodeURIComponent(text)}`);

/** Starts a card payment for a new registration. */
async function begun(client: Client, title: string, taxId = DETAILS.applicantTaxId) {
  const made = await client.post('/api/registrations', { ...DETAILS, title, applicantTaxId: taxId });
  const id = String(made.json.id);
  await upload(world, client, id);
  const { json } = await client.post(`/api/registrations/${id}/payment-intent`);
  return { id, intent: String(json.paymentIntentId), secret: String(json.clientSecret) };
}

async function paid(client: Client, { intent, secret }: Awaited<ReturnType<typeof begun>>) {
  const body = new URLSearchParams({
    client_secret: secret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '34',
    'payment_method_data[card][cvc]': '123',
  });
  const headers = { authorization: 'Bearer pk_sim_test' };
  const at = `${world.env.PAYMENT_BROWSER_ORIGIN}/v1/payment_intents/${intent}/confirm`;
  expect((await fetch(at, { method: 'POST', body, headers })).status).toBe(200);
  expect((await client.post(`/api/payments/${intent}/sync`)).json).toEqual({ status: 'succeeded' });
}

const client = await world.signUpClient();
await client.patch('/api/auth/user', { firstName: 'Conceição', lastName: 'Araújo' });
const email = String((await client.get('/api/auth/user')).json.email);
const formula = await begun(client, '=HYPERLINK("http://x")', '529.982.247-25');
await paid(client, formula);
const other = await begun(await world.signUpClient(), 'Gestão de Frotas', '111.444.777-35');
const [row] = (await search(formula.intent)).items;

describe('the list of payments', () => {
  it('shows the names of payer and registration', () => {
    expect(row).toMatchObject({
      payerName: 'Conceição Araújo',
      userId: client.id,
      registrationTitle: '=HYPERLINK("http://x")',
      status: 'settled',
    });
  });

  it('is searched by payer, registration, tax id and intent, ignoring accents and punctuation', async () => {
    for (const [text, intent] of [
      ['conceicao araujo', formula.intent],
      [email.toUpperCase(), formula.intent],
      ['52998224725', formula.intent],
      ['529.982.247-25', formula.intent],
      ['gestao de frotas', other.intent],
      ['11144477735', other.intent],
      [other.id, other.intent],
      [other.intent, other.intent],
    ] as const) {
      const found = await search(text);
      expect([text, found.items.map((one) => one.stripePaymentIntentId)]).toEqual([text, [intent]]);
      expect(found).toMatchObject({ total: 1, totals: { count: 1 } });
    }
    for (const nothing of ['ninguém se chama assim', 'pi_nenhum']) {
      expect(await search(nothing)).toMatchObject({ total: 0, items: [], totals: { count: 0, received: 0 } });
    }
  });

  it('reports a search with more matches than it can cover', async () => {
    const pool = world.testEnv.pool({
      connectionString: world.testEnv.adminUrl,
      options: '-c search_path=registration,public',
      max: 1,
    });
    expect((await search('Lotação')).searchCapped).toBeUndefined();
    await pool.query(
      `INSERT INTO registrations (id, user_id, title, applicant_name, applicant_email, applicant_tax_id,
         holder_name, description, jurisdiction, status, status_updated_at, payment_amount, created_at)
       SELECT gen_random_uuid(), $1, 'Lotação ' || n, 'a', 'a@example.com', '11144477735', 'a', 'a', 'global',
         'submitted', now(), 349900, now() FROM generate_series(1, 501) n`,
      [client.id],
    );
    expect(await search('Lotação')).toMatchObject({ searchCapped: true, total: 0 });
  });

  it('refuses an invalid day', async () => {
    const refused = await admin.get('/api/admin/payments?from=2026-02-30');
    expect([refused.status, refused.json.fields]).toEqual([400, { from: 'Data inválida' }]);
  });
});

it('exports payments with neutralised formulas and records the export in the audit trail', async () => {
  const file = await admin.post('/api/admin/payments/export', { search: formula.intent });
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
  const [header, line, end] = file.text.split('\r\n');
  expect(header?.startsWith('\ufeff"Data";"Pagador"')).toBe(true);
  expect(line).toContain(
    `"Conceição Araújo";"Registro";"'=HYPERLINK(""http://x"")";"Cartão";"3499,00";"0,00"`,
  );
  expect(line).toContain(`"Liquidado"`);
  expect(header).toMatch(/"E-mail do pagador";"Requerente";"CPF\/CNPJ do requerente"$/);
  expect(line?.endsWith(`"${email}";"${DETAILS.applicantName}";"529.982.247-25"`)).toBe(true);
  expect(end).toBe('');
  await eventually('the trail has it', async () => {
    const { json } = await admin.get('/api/admin/audit?action=payments-exported');
    return (json.items as { detail: object }[])[0]?.detail;
  });
});

describe('a payment', () => {
  it('shows its history and can be refunded only after a recent confirmation', async () => {
    const at = `/api/admin/payments/${row?.id}`;
    const before = await admin.get(at);
    expect(before.json).toMatchObject({ refundable: 349_900, refund: null, payerName: 'Conceição Araújo' });
    const kinds = (before.json.steps as { kind: string }[]).map(({ kind }) => kind);
    expect(kinds).toEqual(['created', 'succeeded', 'settled']);

    const response = await admin.post(`${at}/refund`, { reason: 'other' });
    expect([response.status, response.json.fields]).toEqual([400, { note: 'Diga qual é o motivo' }]);
    const pool = world.testEnv.pool({ connectionString: world.testEnv.adminUrl, max: 1 });
    const confirmed = (ago: string) =>
      pool.query(`UPDATE identity.sessions SET confirmed_at = now() - interval '${ago}'`);
    await confirmed('16 minutes');
    const late = await admin.post(`${at}/refund`, { reason: 'requested' });
    expect([late.status, late.json.code]).toEqual([403, 'confirmation-needed']);
    await confirmed('0 minutes');

    const refund = await eventually('it is confirmed again', async () => {
      const response = await admin.post(`${at}/refund`, { reason: 'requested', note: 'Ligou' });
      return response.status === 200 && response.json;
    });
    expect(refund).toMatchObject({ state: 'sent', orderedByName: 'Ada Administradora', amount: 349_900 });
    const again = await admin.post(`${at}/refund`, { reason: 'duplicate' });
    expect([again.status, again.json.id]).toEqual([200, refund.id]);
    const after = await admin.get(at);
    expect(after.json).toMatchObject({ refundable: 0, refund: { id: refund.id, note: 'Ligou' } });
  });

  it('appears in the CSV of registrations with its refund', async () => {
    const csv = async (id: string) => {
      const { text } = await admin.get('/api/admin/export?period=7');
      return text.split('\r\n').find((line) => line.startsWith(`"${id}"`));
    };
    const pool = world.testEnv.pool({ connectionString: world.testEnv.adminUrl, max: 1 });
    // Sets the state that Stripe's refund webhook produces.
    await pool.query('UPDATE payment.registration_payments SET refunded_amount = amount WHERE id = $1', [
      row?.id,
    ]);
    expect((await csv(formula.id))?.endsWith(`"Cartão";"${row?.id}";"3499,00"`)).toBe(true);
    expect(await csv(other.id)).toMatch(/;"";"";"";""$/);
  });

  it('cannot be refunded when unknown or unpaid', async () => {
    const [open] = (await search(other.intent)).items;
    const refused = await admin.post(`/api/admin/payments/${open?.id}/refund`, { reason: 'requested' });
    expect([refused.status, refused.json.code]).toEqual([409, 'conflict']);
    for (const id of ['x', '0192f0c0-0000-7000-8000-000000000000']) {
      const absent = await admin.get(`/api/admin/payments/${id}`);
      expect([absent.status, absent.json.message]).toEqual([404, 'Pagamento não encontrado']);
    }
  });
});
