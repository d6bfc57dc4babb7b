import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authenticatorApp } from './support/authenticator-app.ts';
import { Client, confirmCard, demoAccounts, logIn } from './support/client.ts';
import { makeSourceZip } from './support/files.ts';
import { details, staffSteps } from './support/journey.ts';
import { mailedToken } from './support/mailbox.ts';
import { type Stack, startStack } from './support/stack.ts';

/**
 * This test needs its own stack: it searches all logs, events and metrics of two users' journeys for unique
 * secret values.
 */
let stack: Stack;
let db: pg.Client;

const seeded = new Map<string, string>();
const seed = (what: string, value: string): string => {
  seeded.set(what, value);
  return value;
};

beforeAll(async () => {
  stack = await startStack({ env: { LOG_LEVEL: 'debug' } });
  db = new pg.Client({ connectionString: stack.facts().postgresUrl });
  await db.connect();
}, 240_000);
afterAll(async () => {
  await db?.end();
  await stack?.stop();
});

const mark = randomBytes(5).toString('hex');
const email = seed('e-mail', `pessoa-${mark}@exemplo.com.br`);
const password = seed('password', `Senha-${mark}-inicial`);
const nextPassword = seed('new password', `Senha-${mark}-seguinte`);
const applicantTaxId = seed('applicant’s CPF', '390.533.447-05');
const holderTaxId = seed('holder’s CPF', '987.654.321-00');
const applicantEmail = seed('applicant’s e-mail', `requerente-${mark}@exemplo.com.br`);

const secretOf = (client: Client): string => client.cookie.split('=').slice(1).join('=');

/** Makes every client call that sends or returns a value of `seeded`. */
async function journey(): Promise<void> {
  const client = new Client(stack.url);
  await client.post('/api/register', { email, password, firstName: 'Ana', lastName: 'Lima' });
  seed('first cookie', secretOf(client));
  await client.send('/api/login', {
    method: 'POST',
    body: { email, password: seed('wrong password', `Errada-${mark}`) },
  });
  await client.send('/api/register', {
    method: 'POST',
    body: { email, password, firstName: 'Ana', lastName: 'Lima' },
  });
  await client.send('/api/auth/change-password', {
    method: 'POST',
    body: { currentPassword: password, newPassword: nextPassword },
  });
  seed('second cookie', secretOf(client));

  const made = await client.post<{ id: string }>('/api/registrations', {
    ...details,
    applicantEmail,
    applicantTaxId,
  });
  const state = {
    base: stack.url,
    client,
    staff: {
      operator: await logIn(stack.url, demoAccounts.operator),
      admin: await logIn(stack.url, demoAccounts.admin),
    },
    zip: await makeSourceZip(),
    id: made.id,
  };
  seed('operator’s cookie', secretOf(state.staff.operator));
  seed('admin’s cookie', secretOf(state.staff.admin));
  await client.ok(`/api/registrations/${made.id}/upload`, {
    method: 'POST',
    raw: { bytes: state.zip.bytes, type: 'application/zip' },
    headers: { 'x-file-name': 'fonte.zip' },
  });
  const holder = { holderName: 'Ana Lima', holderTaxId, ownershipPercentage: 100 };
  await client.post(`/api/registrations/${made.id}/holders`, holder);
  const intent = await client.post<{ clientSecret: string; paymentIntentId: string }>(
    `/api/registrations/${made.id}/payment-intent`,
    {},
    { 'idempotency-key': randomUUID() },
  );
  seed('client secret', intent.clientSecret);
  await confirmCard(client, intent, seed('card number', '4242424242424242'));
  await client.post(`/api/payments/${intent.paymentIntentId}/sync`);
  await expect
    .poll(async () => (await client.ok<{ status: string }>(`/api/registrations/${made.id}`)).status, {
      timeout: 30_000,
    })
    .toBe('paid');
  for (const step of staffSteps) await step.run(state);
  await state.staff.operator.ok(`/api/operator/registrations?search=${encodeURIComponent(applicantTaxId)}`);
  await state.staff.admin.ok(`/api/admin/users?search=${encodeURIComponent(email)}`);
  await state.staff.operator.send(`/api/registrations/${made.id}/download`);
  await client.send(`/api/registrations/${made.id}/certificate`);
  await client.send('/api/admin/users');
  await new Client(stack.url).send(`/api/registrations/${made.id}`);
  await client.post('/api/logout');
  seed('third cookie', secretOf(await logIn(stack.url, { email, password: nextPassword })));
}

const page = (path: string) => fetch(`${stack.url}${path}`, { headers: { accept: 'text/html' } });

/** Uses every account recovery and second factor, including the secrets that mails and screens show once. */
async function account(): Promise<void> {
  const app = await authenticatorApp();
  const own = seed('e-mail of the second person', `segunda-${mark}@exemplo.com.br`);
  const next = seed('new e-mail', `trocado-${mark}@exemplo.com.br`);
  const first = seed('password of the second person', `Senha-${mark}-segunda`);
  const second = seed('password set by a mail', `Senha-${mark}-por-e-mail`);
  const client = new Client(stack.url);
  const body = { email: own, password: first, firstName: 'Rui', lastName: 'Reis' };
  await client.post('/api/register', body);
  const verify = seed('token of the sign-up', await mailedToken(stack.url, own, '/auth/confirmar'));
  await page(`/auth/confirmar?token=${verify}`);
  await client.post('/api/auth/verify-email', { token: verify });
  await client.post('/api/auth/forgot-password', { email: own });
  const reset = seed('token of the reset', await mailedToken(stack.url, own, '/auth/nova-senha'));
  await page(`/auth/nova-senha?token=${reset}`);
  await client.post('/api/auth/reset-password', { token: reset, newPassword: second });
  await client.send('/api/auth/reset-password', {
    method: 'POST',
    body: { token: reset, newPassword: second },
  });
  const again = await logIn(stack.url, { email: own, password: second });
  seed('cookie of the second person', secretOf(again));
  await again.post('/api/auth/change-email', { newEmail: next, currentPassword: second });
  const change = seed('token of the new e-mail', await mailedToken(stack.url, next, '/auth/confirmar'));
  await again.post('/api/auth/verify-email', { token: change });

  const { secret, otpauthUrl } = await again.post<{ secret: string; otpauthUrl: string }>(
    '/api/auth/mfa/setup',
  );
  seed('secret of the app', secret);
  seed('address of the app’s secret', otpauthUrl);
  const { recoveryCodes } = await again.post<{ recoveryCodes: string[] }>('/api/auth/mfa/enable', {
    code: seed('code of the app', app.codeOf(secret)),
  });
  for (const [n, code] of recoveryCodes.entries()) seed(`recovery code ${n + 1}`, code);
  const response = await again.send('/api/login', {
    method: 'POST',
    body: { email: next, password: second },
  });
  expect(response.status).toBe(401);
  const { mfaToken } = response.body as { mfaToken: string };
  seed('token between password and code', mfaToken);
  const wrong = { mfaToken, code: seed('wrong recovery code', `wrong-${mark}`) };
  await again.send('/api/login/mfa', { method: 'POST', body: wrong });
  await again.post('/api/login/mfa', { mfaToken, code: recoveryCodes[0] ?? '' });
  await again.send('/api/auth/export');
  const { options } = await again.post<{ options: { challenge: string } }>('/api/auth/passkeys/options');
  seed('challenge of a passkey', options.challenge);
}

/** A value unchanged, URL-encoded, and as digits only (tax ids). */
const shapesOf = (value: string): string[] => [
  value,
  encodeURIComponent(value),
  ...(/^[\d.-]+$/.test(value) ? [value.replaceAll(/\D/g, '')] : []),
];

/** Six digits are common in logs, so a code must match as a whole number. */
const has = (text: string, shape: string): boolean =>
  /^\d{6}$/.test(shape) ? new RegExp(`(?<!\\d)${shape}(?!\\d)`).test(text) : text.includes(shape);

const found = (text: string): string[] =>
  [...seeded].filter(([, value]) => shapesOf(value).some((shape) => has(text, shape))).map(([what]) => what);

function searchWorks(): void {
  expect(found(`x ${email} y`)).toContain('e-mail');
  expect(found(JSON.stringify({ id: '39053344705' }))).toContain('applicant’s CPF');
  expect(found(`code ${seeded.get('code of the app')}.`)).toContain('code of the app');
  expect(found(`/api?search=${encodeURIComponent(email)}`)).toContain('e-mail');
}

it('writes no e-mail, tax id, password, cookie, token or code to logs, events, metrics or audit', async () => {
  await journey();
  await account();
  expect(seeded.size).toBeGreaterThan(35);
  searchWorks();

  const log = stack.output();
  expect(log.split('\n').length).toBeGreaterThan(50);
  expect(found(log)).toEqual([]);

  const schemas = await db.query<{ schema: string }>(
    "SELECT table_schema AS schema FROM information_schema.tables WHERE table_name = 'outbox'",
  );
  expect(schemas.rows.length).toBeGreaterThanOrEqual(5);
  for (const { schema } of schemas.rows) {
    const { rows } = await db.query<{ event: string }>(
      `SELECT type || ' ' || aggregate_id || ' ' || data::text AS event FROM ${schema}.outbox`,
    );
    expect(rows.length, schema).toBeGreaterThan(0);
    expect(found(rows.map(({ event }) => event).join('\n')), schema).toEqual([]);
  }

  const trail = await db.query<{ act: string }>(
    "SELECT concat_ws(' ', action, actor_id, subject_type, subject_id, request_id, detail) AS act FROM identity.audit",
  );
  expect(found(trail.rows.map(({ act }) => act).join('\n'))).toEqual([]);

  const { metricsUrls } = stack.facts();
  for (const [program, url] of Object.entries(metricsUrls)) {
    const text = await (await fetch(url)).text();
    expect(text, program).toContain('# HELP');
    expect(found(text), program).toEqual([]);
  }
}, 240_000);
