import { eventually } from '@g2/kit/testing';
import { describe, expect, it } from 'vitest';
import { DETAILS, ownWorld, registered, upload } from './world.ts';

const world = await ownWorld();

const UNKNOWN_ID = '0192f0c0-0000-7000-8000-000000000000';

describe('staff', () => {
  it('[gateway-staff-process] process a registration and see names together with ids', async () => {
    const [client, operator, admin] = [
      await world.signUpClient(),
      await world.signInAs('operador'),
      await world.signInAs('admin'),
    ];
    const id = await registered(client);
    await upload(world, client, id);
    const status = { status: 'paid', expectedStatus: 'submitted', notes: 'pago por fora' };
    const paid = await admin.patch(`/api/admin/registrations/${id}/status`, status);
    expect([paid.status, paid.json.status]).toEqual([200, 'paid']);
    expect(paid.json.applicant).toEqual({ id: client.id, firstName: 'Nova', lastName: 'Pessoa' });
    const operators = (await admin.get('/api/admin/operators')).json.items as { id: string }[];
    expect(operators).toHaveLength(2);
    const me = String((await operator.get('/api/auth/user')).json.id);
    const assigned = await admin.post(`/api/admin/registrations/${id}/assign-operator`, { operatorId: me });
    expect(assigned.json.assignedOperator).toMatchObject({ id: me, firstName: expect.any(String) });
    const mine = await operator.get('/api/operator/registrations?assigned=true');
    expect(mine.json).toMatchObject({
      total: 1,
      pageSize: 10,
      items: [{ id, applicant: { id: client.id } }],
    });
    const act = (body: object) => operator.patch(`/api/registrations/${id}/operator-action`, body);
    expect((await act({ action: 'approve', expectedStatus: 'paid' })).json.status).toBe('reviewing');
    expect((await act({ action: 'approve', expectedStatus: 'paid' })).status).toBe(409);
    const noted = await act({ action: 'add_notes', notes: 'conferido' });
    expect(noted.json.internalNotes).toContainEqual(
      expect.objectContaining({ text: 'conferido', authorName: expect.stringMatching(/\S/) }),
    );
    const noteCount = (noted.json.internalNotes as object[]).length;
    expect(noted.json.internalNoteCount).toBe(noteCount);
    const listed = await operator.get('/api/operator/registrations?assigned=true');
    expect(listed.json.items).toMatchObject([{ id, internalNotes: [], internalNoteCount: noteCount }]);
    const staffs = await operator.get(`/api/operator/registrations/${id}/history`);
    expect((staffs.json.items as object[])[0]).toHaveProperty('notes');
    expect((await operator.get('/api/operator/registrations/stats')).json.inReview).toBe(1);
    expect((await admin.delete(`/api/admin/registrations/${id}/assign-operator`)).status).toBe(200);
  });

  it('[gateway-certificate] bring a registration to its certificate', async () => {
    const [client, admin] = [await world.signUpClient(), await world.signInAs('admin')];
    const id = await registered(client);
    await upload(world, client, id);
    const early = await client.get(`/api/registrations/${id}/certificate`);
    expect([early.status, early.json.code]).toEqual([400, 'certificate-not-available']);
    for (const status of ['paid', 'reviewing', 'government_processing', 'completed', 'certificate_issued']) {
      const changed = await admin.patch(`/api/admin/registrations/${id}/status`, { status });
      expect([changed.status, changed.json.status]).toEqual([200, status]);
    }
    const waiting = async () =>
      (await client.get('/api/registrations?status=certificate_issued&sort=priority&waiting=true')).json
        .total;
    expect(await waiting()).toBe(1);
    expect((await admin.get(`/api/registrations/${id}/certificate`)).status).not.toBe(404);
    expect(await waiting()).toBe(1);
    // The certificate responds 503 with Retry-After until the evidence of the deposit exists.
    const certificate = await eventually('its certificate is to be had', async () => {
      const response = await client.get(`/api/registrations/${id}/certificate`);
      return response.status === 503 ? undefined : response;
    });
    expect([certificate.status, certificate.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(certificate.text.startsWith('%PDF-')).toBe(true);
    expect(await waiting()).toBe(0);
    expect(certificate.headers['content-disposition']).toContain(`certificado_${id.slice(0, 8)}.pdf`);
    const absent = await client.get(`/api/registrations/${UNKNOWN_ID}/certificate`);
    expect([absent.status, absent.json.code]).toEqual([404, 'not-found']);
  });

  it('[gateway-figures] see statistics, payments and a CSV without formulas', async () => {
    const [client, admin] = [await world.signUpClient(), await world.signInAs('admin')];
    await client.post('/api/registrations', { ...DETAILS, title: '=HYPERLINK("http://x")' });
    const stats = await admin.get('/api/admin/enhanced-stats');
    expect(stats.json).toMatchObject({ users: { admins: 1 }, statusCounts: { completed: 0 } });
    const analytics = await admin.get('/api/admin/analytics?period=7');
    expect(analytics.json).toMatchObject({ period: 7, health: { satisfaction: null } });
    expect(analytics.json.trend).toHaveLength(6);
    expect((await admin.get('/api/admin/analytics?period=8')).status).toBe(400);
    const figures = await admin.get('/api/admin/analytics/figures?period=7');
    expect(figures.json).toMatchObject({
      period: 7,
      span: 'day',
      funnel: [{ step: 'created' }, {}, {}, {}, {}, {}, {}],
    });
    expect(figures.json).toMatchObject({
      flow: { now: { created: expect.any(Number) } },
      money: { now: {} },
    });
    expect(figures.json.backlog).toHaveLength(7);
    expect(analytics.json.kpis).toMatchObject({
      revenueCents: (figures.json.money as { now: { revenueCents: number } }).now.revenueCents,
    });
    const spanned = async (query: string) => admin.get(`/api/admin/analytics/figures?${query}`);
    expect((await spanned('period=30')).json.span).toBe('week');
    expect((await spanned('period=30&span=day')).json.flow).toMatchObject({ series: { length: 30 } });
    expect((await spanned('period=7&span=month')).json.fields).toEqual({ span: 'Intervalo inválido' });
    expect((await spanned('period=30&span=year')).json.fields).toEqual({ span: 'Intervalo inválido' });
    expect((await spanned('period=8')).status).toBe(400);
    expect((await client.get('/api/admin/analytics/figures?period=7')).status).toBe(403);
    const csv = await admin.get('/api/admin/export?period=30');
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.text.startsWith('\ufeff"Identificador";"Título"')).toBe(true);
    expect(csv.text).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect((await admin.post('/api/admin/export', { period: 30 })).text).toBe(csv.text);
    expect((await admin.post('/api/admin/export', { period: 8 })).status).toBe(400);
    for (const site of ['cross-site', 'same-site']) {
      const led = await admin.get('/api/admin/export?period=30', { headers: { 'sec-fetch-site': site } });
      expect([site, led.status, led.json.code]).toEqual([site, 403, 'foreign-origin']);
    }
    expect((await admin.get('/api/admin/payments?kind=registration&status=settled')).status).toBe(200);
    expect((await admin.get('/api/admin/payments?kind=gift')).json.fields).toEqual({ kind: 'Tipo inválido' });
    expect((await admin.get('/api/admin/webhook-events?status=failed')).status).toBe(200);
    expect((await admin.post('/api/admin/webhook-events/evt_none/replay')).status).toBe(404);
  });

  it('need a recent confirmation before bulk exports', async () => {
    const admin = await world.signInAs('admin');
    const pool = world.testEnv.pool({ connectionString: world.testEnv.adminUrl, max: 1 });
    await pool.query("UPDATE identity.sessions SET confirmed_at = now() - interval '16 minutes'");
    const requests = [
      await admin.get('/api/admin/export?period=30'),
      await admin.post('/api/admin/export', { period: 30 }),
      await admin.get('/api/auth/export'),
      await admin.post('/api/auth/delete-account', { currentPassword: '' }),
    ];
    for (const { status, json } of requests) {
      expect([status, json.code]).toEqual([403, 'confirmation-needed']);
    }
  });

  it('sort the lists of registrations and users', async () => {
    const [client, admin] = [await world.signUpClient(), await world.signInAs('admin')];
    const word = `ordem${Date.now()}`;
    for (const title of ['Zebra', 'água', 'Abelha']) {
      await client.post('/api/registrations', { ...DETAILS, title: `${title} ${word}` });
    }
    const titles = async (url: string) =>
      ((await admin.get(url)).json.items as { title: string }[]).map(({ title }) => title.split(' ')[0]);
    for (const url of ['/api/operator/registrations', '/api/admin/registrations']) {
      expect(await titles(`${url}?search=${word}&sort=title`)).toEqual(['Abelha', 'água', 'Zebra']);
      expect(await titles(`${url}?search=${word}&sort=-title`)).toEqual(['Zebra', 'água', 'Abelha']);
      expect(await titles(`${url}?search=${word}`)).toEqual(['Abelha', 'água', 'Zebra']);
    }
    const listed = (await admin.get('/api/admin/users?sort=-email&limit=100')).json.items as {
      email: string;
    }[];
    const emails = listed.map(({ email }) => email.toLowerCase());
    expect(emails).toEqual(emails.toSorted().toReversed());
    const refused = await admin.get('/api/admin/users?sort=title');
    expect([refused.status, refused.json.fields]).toEqual([400, { sort: 'Ordenação inválida' }]);
  });

  it('[gateway-users] manage users with immediate effect', async () => {
    const [client, admin] = [await world.signUpClient(), await world.signInAs('admin')];
    const url = `/api/admin/users/${client.id}`;
    const promoted = await admin.patch(`${url}/role`, { role: 'operator' });
    expect(promoted.json).toMatchObject({ role: 'operator', credits: 0 });
    expect((await client.get('/api/auth/user')).json.role).toBe('operator');
    expect((await admin.patch(url, { lastName: 'Outra', role: 'client' })).json.lastName).toBe('Outra');
    expect((await admin.patch(`${url}/deactivate`)).json.isActive).toBe(false);
    expect((await client.get('/api/auth/user')).status).toBe(401);
    expect((await client.get('/api/registrations')).status).toBe(401);
    expect((await admin.patch(`${url}/reactivate`)).json.isActive).toBe(true);
    expect((await admin.post(`${url}/reset-password`, { newPassword: 'curta' })).json.message).toBe(
      'A nova senha deve ter pelo menos 8 caracteres',
    );
    expect((await admin.post(`${url}/reset-password`, { newPassword: 'Nova-Senha-9' })).status).toBe(204);
    const found = await admin.get('/api/admin/users?search=outra&limit=100');
    expect(found.json).toMatchObject({ total: 1, pageSize: 100, items: [{ id: client.id }] });
    expect((await admin.delete(url)).status).toBe(204);
    expect((await admin.get('/api/admin/users?search=outra')).json.total).toBe(0);
    expect((await admin.patch(`${url}/deactivate`)).status).toBe(404);
  });

  it('[gateway-credits] adjust credits within the limits of each route', async () => {
    const [client, admin] = [await world.signUpClient(), await world.signInAs('admin')];
    const own = `/api/admin/users/${client.id}/credits`;
    const small = await admin.post('/api/admin/credits', { userId: client.id, delta: 1_001, reason: 'x' });
    expect(small.json.message).toBe('Delta deve estar entre -1000 e 1000');
    const large = await admin.post(own, { userId: UNKNOWN_ID, delta: 5, reason: 'x' });
    expect([large.status, large.json.fields]).toEqual([400, { userId: expect.any(String) }]);
    const given = await admin.post(own, { userId: client.id, delta: 10_000, reason: 'Bônus' });
    expect(given.json).toMatchObject({ balance: 10_000, transaction: { delta: 10_000, reason: 'Bônus' } });
    const unknown = await admin.post(`/api/admin/users/${UNKNOWN_ID}/credits`, { delta: 5, reason: 'x' });
    expect(unknown.status).toBe(404);
    const listed = await admin.get(`/api/admin/credits/${client.id}`);
    expect(listed.json).toMatchObject({ total: 1, pageSize: 10 });
  });
});
