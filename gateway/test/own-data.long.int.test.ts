import { describe, expect, it } from 'vitest';
import type { Client } from './http.ts';
import { DETAILS, ownWorld, registered, upload } from './world.ts';

const world = await ownWorld();
const admin = await world.signInAs('admin');
const STEPS = ['paid', 'reviewing', 'government_processing', 'completed', 'certificate_issued'];
const PASSWORD = 'Senha-Boa-1';

async function moved(id: string, steps: string[]): Promise<void> {
  for (const status of steps) {
    expect((await admin.patch(`/api/admin/registrations/${id}/status`, { status })).status).toBe(200);
  }
}
const remove = (client: Client, currentPassword = PASSWORD) =>
  client.post('/api/auth/delete-account', { currentPassword });

describe('the data export', () => {
  it('is one JSON file with all data of the account and no staff data', async () => {
    const client = await world.signUpClient();
    const id = await registered(client);
    const share = { holderName: 'Bia Única', holderTaxId: '529.982.247-25', ownershipPercentage: 60 };
    await client.post(`/api/registrations/${id}/holders`, share);
    await upload(world, client, id);
    const draft = await registered(client);
    await moved(id, STEPS);
    await admin.patch(`/api/registrations/${draft}/operator-action`, {
      action: 'add_notes',
      notes: 'só nosso',
    });
    const give = { userId: client.id, delta: 7, reason: 'Cortesia' };
    expect((await admin.post('/api/admin/credits', give)).status).toBe(200);
    expect((await client.get(`/api/registrations/${id}/certificate`)).status).toBe(200);

    const response = await client.get('/api/auth/export');
    expect([response.status, response.headers['content-type'], response.headers['cache-control']]).toEqual([
      200,
      'application/json; charset=utf-8',
      'private, no-store',
    ]);
    expect(response.headers['content-disposition']).toMatch(
      /^attachment; filename="meus-dados-g2-\d{4}-\d{2}-\d{2}\.json"/,
    );
    const data = JSON.parse(response.text);
    expect(Object.keys(data)).toEqual(['leiaMe', ...Object.keys(data.leiaMe.partes)]);
    expect(data.conta).toMatchObject({ id: client.id, credits: 7, hasPassword: true, pendingEmail: null });
    expect([data.contasVinculadas, data.chavesDeAcesso]).toEqual([[], []]);
    expect(data.sessoes).toMatchObject([{ current: true, address: '127.0.0.1' }]);
    expect(data.emails.map((one: { subject: string }) => one.subject)).toContain(
      'Boas-vindas ao G2 Software Registry: confirme seu e-mail',
    );
    expect(data.trilha).toContainEqual(expect.objectContaining({ action: 'account-exported', byMe: true }));
    expect(data.lancamentos).toMatchObject([{ delta: 7, reason: 'Cortesia' }]);
    await expect
      .poll(async () => JSON.parse((await client.get('/api/auth/export')).text).pagamentos.length, {
        timeout: 20_000,
      })
      .toBe(1);
    const [other, first] = data.registros;
    expect(first).toMatchObject({
      id,
      ...DETAILS,
      fileName: 'fonte.zip',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      titulares: [share],
      arquivo: expect.stringContaining(`/api/registrations/${id}/download`),
      certificado: { number: expect.stringMatching(/^G2-/), status: 'valid', revokedAt: null },
    });
    expect(first.historico.map((one: { toStatus: string }) => one.toStatus)).toEqual(['submitted', ...STEPS]);
    expect(other).toMatchObject({ id: draft, certificado: null, arquivo: null });
    expect(response.text).not.toMatch(/só nosso|internalNotes|"notes": "só/);
    expect(response.text).not.toContain(String((await admin.get('/api/auth/user')).json.id));
  });

  it('needs a session and the same origin, and is limited to five calls per hour', async () => {
    expect((await world.anonymousClient().get('/api/auth/export')).status).toBe(401);
    const client = await world.signUpClient();
    const cross = await client.get('/api/auth/export', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect([cross.status, cross.json.code]).toEqual([403, 'foreign-origin']);
    for (let n = 1; n <= 5; n++) expect((await client.get('/api/auth/export')).status).toBe(200);
    const late = await client.get('/api/auth/export');
    expect([late.status, Number(late.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
  });
});

describe('deleting the own account', () => {
  it('removes its session, its never-paid registrations and their files', async () => {
    const client = await world.signUpClient();
    const { email } = (await client.get('/api/auth/user')).json;
    const paid = await registered(client);
    await upload(world, client, paid);
    await moved(paid, STEPS);
    const unpaid = await registered(client);
    await upload(world, client, unpaid);
    expect((await remove(client, 'errada')).status).toBe(400);
    const gone = await remove(client);
    expect([gone.status, client.cookie]).toEqual([204, undefined]);
    const again = await world.anonymousClient().post('/api/login', { email, password: PASSWORD });
    expect(again.status).toBe(401);
    await expect
      .poll(async () => (await admin.get(`/api/registrations/${unpaid}`)).status, { timeout: 20_000 })
      .toBe(404);
    const kept = (await admin.get(`/api/registrations/${paid}`)).json;
    expect(kept.applicant).toMatchObject({ firstName: 'Usuário', lastName: 'removido' });
    expect((await admin.get(`/api/admin/users/${client.id}`)).status).toBe(404);
  });

  it('is refused while a balance remains, and to staff', async () => {
    const client = await world.signUpClient();
    await admin.post('/api/admin/credits', { userId: client.id, delta: 5, reason: 'x' });
    const kept = await remove(client);
    expect([kept.status, kept.json.code]).toEqual([409, 'user-has-balance']);
    expect(kept.json.message).toMatch(/^Você/);
    const boss = await remove(admin, 'Admin-2026!');
    expect([boss.status, boss.json.code]).toEqual([409, 'self-change']);
    expect((await client.get('/api/auth/user')).status).toBe(200);
  });
});

describe('the page of one account for admins', () => {
  it('shows its data, sessions, mails and filtered lists', async () => {
    const client = await world.signUpClient();
    const id = await registered(client);
    await upload(world, client, id);
    await client.post(`/api/registrations/${id}/payment-intent`);
    const path = `/api/admin/users/${client.id}`;
    expect((await admin.get(path)).json).toMatchObject({
      id: client.id,
      emailVerified: true,
      credits: 0,
      deletionBlockedBy: 'payments',
    });
    const sessions = (await admin.get(`${path}/sessions`)).json;
    expect(sessions).toMatchObject({ total: 1, items: [{ current: false, address: '127.0.0.1' }] });
    const mails = (await admin.get(`${path}/mails?limit=1`)).json;
    expect(mails.items).toMatchObject([{ subject: expect.any(String), attempts: expect.any(Number) }]);
    expect(JSON.stringify(mails)).not.toContain('Olá');
    const registrations = (await admin.get(`/api/admin/registrations?userId=${client.id}`)).json;
    expect(registrations).toMatchObject({ total: 1, items: [{ id }] });
    const payments = (await admin.get(`/api/admin/payments?userId=${client.id}`)).json;
    expect(payments).toMatchObject({ total: 1, items: [{ registrationId: id, status: 'open' }] });
    expect((await admin.get('/api/admin/payments?userId=x')).status).toBe(400);
    for (const below of ['', '/sessions', '/mails']) {
      expect((await client.get(`${path}${below}`)).status).toBe(403);
      expect((await admin.get(`/api/admin/users/unknown${below}`)).status).toBe(404);
    }
  });
});

it('returns 503 instead of a partial export while a service is unavailable', async () => {
  const client = await world.signUpClient();
  await registered(client);
  await world.peers.certificate.kill('SIGKILL');
  expect((await client.get('/api/auth/export')).status).toBe(200);
  await world.peers.payment.kill('SIGKILL');
  const answer = await client.get('/api/auth/export');
  expect([answer.status, answer.json.code]).toEqual([503, 'unavailable']);
});
