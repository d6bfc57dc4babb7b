import { describe, expect, it } from 'vitest';
import { ownWorld, registered, upload } from './world.ts';

const world = await ownWorld();
const admin = await world.signInAs('admin');

const STEPS = ['paid', 'reviewing', 'government_processing', 'completed', 'certificate_issued'];

async function moved(id: string, steps: string[]): Promise<void> {
  for (const status of steps) {
    expect((await admin.patch(`/api/admin/registrations/${id}/status`, { status })).status).toBe(200);
  }
}

describe('the reason of a credit adjustment', () => {
  it.each(['/api/admin/credits', '/api/admin/users/:id/credits'])(
    '[credits-reason-limit] is limited to 1,000 characters in schema and ledger: %s',
    async (path) => {
      const { id: userId } = await world.signUpClient();
      const give = (length: number) =>
        admin.post(path.replace(':id', userId), { userId, delta: 1, reason: 'a'.repeat(length) });
      for (const length of [600, 1_000]) {
        const given = await give(length);
        expect([length, given.status]).toEqual([length, 200]);
        expect((given.json.transaction as { reason: string }).reason).toHaveLength(length);
      }
      const refused = await give(1_001);
      expect([refused.status, refused.json.fields]).toEqual([
        400,
        { reason: 'O texto não pode exceder 1000 caracteres' },
      ]);
      const { json } = await admin.get('/api/openapi.json');
      const { post } =
        (json.paths as Record<string, Record<string, object>>)[path.replace(':id', '{id}')] ?? {};
      expect(JSON.stringify(post)).toMatch(/"reason":\{[^}]*"maxLength":1000/);
    },
  );
});

describe('staff find a registration', () => {
  const found = async (search: string, who = admin) => {
    const response = await who.get(`/api/operator/registrations?search=${encodeURIComponent(search)}`);
    return (response.json.items as { id: string }[]).map(({ id }) => id);
  };

  it('by certificate number, whole or without its last characters', async () => {
    const client = await world.signUpClient();
    const id = await registered(client);
    await upload(world, client, id);
    await moved(id, STEPS);
    expect((await client.get(`/api/registrations/${id}/certificate`)).status).toBe(200);
    const pool = world.testEnv.pool({ connectionString: world.testEnv.adminUrl, max: 1 });
    const { rows } = await pool.query(
      'SELECT number FROM certificate.certificates WHERE registration_id = $1',
      [id],
    );
    const number = String(rows[0]?.number);
    expect(number).toMatch(/^G2-\d{4}-\d{6}-[0-9A-F]{4}-[0-9A-Z]$/);
    for (const search of [
      number,
      number.toLowerCase(),
      number.slice(0, -2),
      number.slice(0, -7),
      ` ${number} `,
    ]) {
      expect([search, await found(search)]).toEqual([search, [id]]);
    }
    expect(await found(`${number.slice(0, -7)}9`)).toEqual([]);
    expect(await found(number, await world.signInAs('operador'))).toEqual([id]);
    const filtered = await admin.get(`/api/admin/registrations?search=${number}&status=paid`);
    expect(filtered.json.total).toBe(0);
  });

  it('by the id of an unpaid payment intent, and by its own id', async () => {
    const client = await world.signUpClient();
    const id = await registered(client);
    await upload(world, client, id);
    const intent = await client.post(`/api/registrations/${id}/payment-intent`);
    const paymentIntentId = String(intent.json.paymentIntentId);
    expect(await found(paymentIntentId)).toEqual([id]);
    expect(await found(id)).toEqual([id]);
    expect(await found('pi_0')).toEqual([]);
  });
});

describe('the credit history', () => {
  it('names the author of an entry to admins only', async () => {
    const [client, helper] = [await world.signUpClient(), await world.signUpClient()];
    await admin.patch(`/api/admin/users/${helper.id}/role`, { role: 'admin' });
    const body = { userId: client.id, delta: 5, reason: 'Cortesia' };
    for (const who of [admin, helper]) expect((await who.post('/api/admin/credits', body)).status).toBe(200);
    const names = async () =>
      ((await admin.get(`/api/admin/credits/${client.id}`)).json.items as { createdByName: unknown }[]).map(
        (one) => one.createdByName,
      );
    const me = (await admin.get('/api/auth/user')).json;
    const myName = `${String(me.firstName)} ${String(me.lastName)}`;
    expect(await names()).toEqual(['Nova Pessoa', myName]);
    await admin.patch(`/api/admin/users/${helper.id}/role`, { role: 'client' });
    expect((await admin.delete(`/api/admin/users/${helper.id}`)).status).toBe(204);
    expect(await names()).toEqual(['Usuário removido', myName]);
    const own = await client.get('/api/credits');
    expect((own.json.items as object[])[0]).not.toHaveProperty('createdByName');
  });
});

describe('the list of users', () => {
  it('shows what would block the deletion of an account', async () => {
    const client = await world.signUpClient();
    const listed = async () => {
      const me = (await client.get('/api/auth/user')).json;
      const { json } = await admin.get(`/api/admin/users?search=${encodeURIComponent(String(me.email))}`);
      return (json.items as { deletionBlockedBy: string | null }[])[0]?.deletionBlockedBy;
    };
    const refusal = async () => (await admin.delete(`/api/admin/users/${client.id}`)).json.code;
    expect(await listed()).toBeNull();
    const give = (delta: number) =>
      admin.post('/api/admin/credits', { userId: client.id, delta, reason: 'x' });
    await give(5);
    expect([await listed(), await refusal()]).toEqual(['balance', 'user-has-balance']);
    await give(-5);
    expect(await listed()).toBeNull();
    const id = await registered(client);
    await upload(world, client, id);
    await client.post(`/api/registrations/${id}/payment-intent`);
    expect([await listed(), await refusal()]).toEqual(['payments', 'user-has-payments']);
    await moved(id, ['paid']);
    await expect.poll(listed, { timeout: 20_000 }).toBe('registrations');
    expect(await refusal()).toBe('user-has-registrations');
    await moved(id, STEPS.slice(1));
    expect(await listed()).toBeNull();
  });
});
