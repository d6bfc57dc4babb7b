import { randomBytes } from 'node:crypto';
import { eventually } from '@g2/kit/testing';
import { describe, expect, it } from 'vitest';
import { shareProblem } from '../contract/holders.ts';
import { DETAILS, ownWorld, registered, upload } from './world.ts';

const world = await ownWorld();

describe('accounts', () => {
  it('[gateway-accounts] sign up and sign out, which ends the session on the server', async () => {
    const client = world.anonymousClient();
    const email = ` Novo.${randomBytes(4).toString('hex')}@Example.com `;
    const body = { email, password: 'Senha-Boa-1', firstName: 'Ana', lastName: 'Lima' };
    const signedUp = await client.post('/api/register', body);
    expect(signedUp.status).toBe(201);
    expect(signedUp.json).toMatchObject({ role: 'client', isActive: true, credits: 0 });
    expect(Object.keys(signedUp.json)).not.toContain('password');
    expect([signedUp.headers['set-cookie']].flat()[0]).toMatch(
      /^g2_session=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/i,
    );
    expect((await client.post('/api/register', body)).json.code).toBe('email-taken');
    const kept = client.cookie;
    expect((await client.post('/api/logout')).status).toBe(204);
    expect(client.cookie).toBeUndefined();
    client.cookie = kept;
    expect((await client.get('/api/auth/user')).status).toBe(401);
    expect((await client.get('/api/registrations')).status).toBe(401);
  });

  it('[gateway-provider] sign in by a provider: redirects to /auth when none is configured', async () => {
    const response = await world.anonymousClient().get('/api/login');
    expect([response.status, response.headers.location]).toEqual([302, '/auth']);
    const back = await world.anonymousClient().get('/api/login/callback?code=x&state=y');
    expect([back.status, back.headers.location]).toEqual([302, '/auth?erro=unauthenticated']);
  });

  it('change names and password', async () => {
    const client = await world.signUpClient();
    expect((await client.patch('/api/auth/user', { firstName: 'Bia' })).json.firstName).toBe('Bia');
    const wrong = { currentPassword: 'errada', newPassword: 'Outra-Senha-2' };
    expect((await client.post('/api/auth/change-password', wrong)).status).toBeLessThan(500);
    const right = { ...wrong, currentPassword: 'Senha-Boa-1' };
    const before = client.cookie;
    expect((await client.post('/api/auth/change-password', right)).status).toBe(204);
    expect(client.cookie).not.toBe(before);
    expect((await client.get('/api/auth/user')).status).toBe(200);
    client.cookie = before;
    expect((await client.get('/api/auth/user')).status).toBe(401);
  });
});

describe('a client', () => {
  it('[gateway-registers] registers and adds holders, without seeing staff fields', async () => {
    const client = await world.signUpClient();
    const id = await registered(client);
    const { json } = await client.get(`/api/registrations/${id}`);
    expect(json).toMatchObject({
      ...DETAILS,
      sha256: null,
      fileName: null,
      status: 'submitted',
      canEdit: true,
    });
    for (const key of ['internalNotes', 'fileStoragePath', 'allowedActions', 'applicant']) {
      expect(json).not.toHaveProperty(key);
    }
    const share = { holderName: 'Sócia', holderTaxId: '52998224725', ownershipPercentage: 60 };
    const first = await client.post(`/api/registrations/${id}/holders`, share);
    expect(first.status).toBe(201);
    const second = await client.post(`/api/registrations/${id}/holders`, share);
    expect([second.status, second.json.message]).toEqual([
      400,
      'A soma dos percentuais seria 120%. Máximo permitido: 100%.',
    ]);
    const holders = await client.get(`/api/registrations/${id}/holders`);
    expect(holders.json).toMatchObject({ total: 1, page: 1, items: [{ ownershipPercentage: 60 }] });
    const one = `/api/registrations/${id}/holders/${String(first.json.id)}`;
    const edited = await client.patch(one, { ownershipPercentage: 100 });
    expect([edited.status, edited.json]).toEqual([200, { ...first.json, ownershipPercentage: 100 }]);
    expect((await client.patch(one, {})).json).toEqual(edited.json);
    expect((await client.patch(one, { ownershipPercentage: null })).status).toBe(400);
    expect((await client.delete(`/api/registrations/${id}/holders/${String(first.json.id)}`)).status).toBe(
      204,
    );
    const cleared = await client.patch(`/api/registrations/${id}`, { title: 'Outro', notes: null });
    expect(cleared.json).toMatchObject({ title: 'Outro', notes: null, description: DETAILS.description });
    const list = await client.get('/api/registrations?search=outro&status=submitted,paid');
    expect(list.json).toMatchObject({ total: 1, page: 1, pageSize: 12, items: [{ id }] });
    expect((await client.get('/api/registrations?paid=true&sort=-title')).json).toMatchObject({ total: 0 });
    expect((await client.get('/api/registrations?sort=applicantName')).status).toBe(400);
    expect((await client.delete(`/api/registrations/${id}`)).status).toBe(204);
    expect((await client.get(`/api/registrations/${id}`)).status).toBe(404);
  });

  it('gets a message for an invalid share, which is neither rounded nor read as 0', async () => {
    const client = await world.signUpClient();
    const url = `/api/registrations/${await registered(client)}/holders`;
    const holder = { holderName: 'Sócia', holderTaxId: '52998224725' };
    const refused = [
      2.5,
      '2,5',
      '33.33',
      'abc',
      '',
      ' 5 ',
      '1e2',
      '１００',
      '0x10',
      null,
      true,
      [5],
      -5,
      101,
    ];
    for (const share of refused) {
      const { status, json } = await client.post(url, { ...holder, ownershipPercentage: share });
      expect([status, json.fields]).toEqual([400, { ownershipPercentage: shareProblem(share) }]);
    }
    expect((await client.post(url, holder)).json.fields).toEqual({
      ownershipPercentage: 'Informe o percentual.',
    });
    expect((await client.get(url)).json).toMatchObject({ total: 0 });
    for (const [share, stored] of [
      ['60', 60],
      [4e1, 40],
    ]) {
      const { json } = await client.post(url, { ...holder, ownershipPercentage: share });
      expect(json.ownershipPercentage).toBe(stored);
    }
  });

  it('gets the validation messages of the specification', async () => {
    const client = await world.signUpClient();
    const response = await client.post('/api/registrations', {
      ...DETAILS,
      title: ' ',
      applicantEmail: 'x',
      applicantTaxId: '123',
    });
    expect(response.json.fields).toEqual({
      title: 'Título é obrigatório',
      applicantEmail: 'Formato de email inválido',
      applicantTaxId: 'CPF/CNPJ deve ter pelo menos 11 caracteres',
    });
    expect((await client.get('/api/registrations?limit=101')).status).toBe(400);
    expect((await client.get('/api/registrations?status=x')).status).toBe(400);
    expect((await client.get('/api/registrations/not-an-id')).status).toBe(404);
  });

  it('creates one registration per Idempotency-Key', async () => {
    const client = await world.signUpClient();
    const key = { 'idempotency-key': randomBytes(8).toString('hex') };
    const first = await client.post('/api/registrations', DETAILS, key);
    const again = await client.post('/api/registrations', DETAILS, key);
    expect(again.json.id).toBe(first.json.id);
    const other = await client.post('/api/registrations', { ...DETAILS, title: 'Y' }, key);
    expect([other.status, other.json.code]).toEqual([409, 'idempotency-mismatch']);
    const bad = await client.post('/api/registrations', DETAILS, { 'idempotency-key': 'a b' });
    expect(bad.status).toBe(400);
    expect((await client.get('/api/registrations')).json.total).toBe(1);
  });

  it('[gateway-closed-rooms] has no access to staff routes or to others’ registrations', async () => {
    const client = await world.signUpClient();
    const id = await registered(await world.signUpClient());
    expect((await client.get(`/api/registrations/${id}`)).status).toBe(404);
    for (const path of ['/api/operator/registrations', '/api/admin/users', '/api/admin/export']) {
      const response = await client.get(path);
      expect([response.status, response.json.code]).toEqual([403, 'forbidden']);
    }
    const operator = await world.signInAs('operador');
    expect((await operator.get('/api/admin/users')).status).toBe(403);
  });

  it('[gateway-pays-credits] pays with credits given by an admin, and reads the receipt', async () => {
    const [client, admin] = [await world.signUpClient(), await world.signInAs('admin')];
    const id = await registered(client);
    await upload(world, client, id);
    const poor = await client.post(`/api/registrations/${id}/credit-payment`);
    expect([poor.status, poor.json.code]).toEqual([400, 'insufficient-credits']);
    const packages = await client.get('/api/credit-packages');
    expect(packages.json).toMatchObject({ total: 2, page: 1 });
    const gift = { delta: 10_000, reason: 'Teste' };
    for (let given = 0; given < 35; given++) {
      const response = await admin.post(`/api/admin/users/${client.id}/credits`, gift);
      expect(response.status, response.text).toBe(200);
    }
    expect((await client.get('/api/auth/user')).json.credits).toBe(350_000);
    const paid = await client.post(`/api/registrations/${id}/credit-payment`);
    expect([paid.status, paid.json]).toEqual([200, { creditsUsed: 349_900, balance: 100 }]);
    expect((await client.get(`/api/registrations/${id}`)).json.status).toBe('paid');
    const receipt = await client.get(`/api/registrations/${id}/receipt`);
    expect([receipt.status, receipt.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(receipt.headers['content-disposition']).toMatch(/^attachment; filename="[^"]+\.pdf"/);
    const history = await client.get(`/api/registrations/${id}/history`);
    const items = history.json.items as Record<string, unknown>[];
    expect(items.at(-1)).toMatchObject({ toStatus: 'paid' });
    expect(items[0]).not.toHaveProperty('notes');
    expect((await client.get('/api/credits')).json).toMatchObject({ total: 36, pageSize: 12 });
  });

  it('[gateway-pays-card] starts card payments at the configured provider', async () => {
    const client = await world.signUpClient();
    const id = await registered(client);
    const early = await client.post(`/api/registrations/${id}/payment-intent`);
    expect([early.status, early.json.code]).toEqual([400, 'not-payable']);
    await upload(world, client, id);
    const intent = await client.post(`/api/registrations/${id}/payment-intent`);
    expect(intent.json).toMatchObject({ amount: 349_900, clientSecret: expect.stringContaining('_secret_') });
    const config = await client.get('/api/payment-config');
    expect(config.json).toMatchObject({ provider: 'simulator', publishableKey: 'pk_sim_test' });
    const synced = await client.post(`/api/payments/${String(intent.json.paymentIntentId)}/sync`);
    expect(synced.json).toEqual({ status: 'requires_payment_method' });
    const both = { packageId: 'update', customAmount: 10_000 };
    expect((await client.post('/api/credit-purchase/payment-intent', both)).status).toBe(400);
    const purchase = await client.post('/api/credit-purchase/payment-intent', { packageId: 'update' });
    expect(purchase.json).toMatchObject({ amount: 149_999, credits: 149_999 });
    expect((await client.get('/api/credit-purchases')).json).toMatchObject({ total: 1 });
  });
});

describe('the development mailbox', () => {
  it('shows sent mails, as HTML for browsers and JSON for programs', async () => {
    const client = world.anonymousClient();
    await world.signUpClient();
    const mails = await eventually('a welcome', async () => {
      const { json } = await client.get('/dev/mail', { headers: { accept: 'application/json' } });
      return Number(json.total) > 0 && (json.items as { subject: string }[]);
    });
    expect(mails[0]?.subject).toBeTruthy();
    const page = await client.get('/dev/mail', { headers: { accept: 'text/html' } });
    expect(page.text).toContain('Caixa de emails de desenvolvimento');
  });
});

describe('with payment-credit unavailable', () => {
  it('users have no balance, and everything else works', async () => {
    const client = await world.signUpClient();
    await world.peers.payment.kill('SIGKILL');
    const me = await client.get('/api/auth/user');
    expect([me.status, me.json.credits]).toEqual([200, null]);
    const admin = await world.signInAs('admin');
    const users = await admin.get('/api/admin/users');
    expect((users.json.items as { credits: unknown }[]).every(({ credits }) => credits === null)).toBe(true);
    expect((await client.get('/api/credits')).status).toBe(503);
    // The export fails, because without payment-credit it would lack the refunds.
    expect((await admin.get('/api/admin/export?period=30')).status).toBe(503);
    const analytics = await admin.get('/api/admin/analytics');
    expect(analytics.json).toMatchObject({
      period: 30,
      kpis: { revenueCents: null },
      health: { paymentSuccessRate: null, finishedPayments: null },
    });
  });
});
