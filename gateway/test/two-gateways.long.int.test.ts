import { expect, it } from 'vitest';
import { Client } from './http.ts';
import { ownWorld } from './world.ts';

/**
 * A change at one gateway takes effect at the other: on its next unsafe request, and on reads when the event arrives
 * (api-rules R8: two seconds at most).
 */
const world = await ownWorld();
const other = await world.startReplica();
const admin = await world.signInAs('admin');

/** Uses the same session at the other gateway, so that its cache contains the session. */
async function there(client: Client, path: string) {
  const twin = new Client(other.url);
  twin.cookie = client.cookie;
  const read = async () => (await twin.get(path)).status;
  expect(await read(), path).toBe(200);
  return { read, write: async () => (await twin.patch('/api/auth/user', { firstName: 'Outra' })).status };
}

const soon = (read: () => Promise<number>) => expect.poll(read, { interval: 5, timeout: 2_000 });
const TIMES = [1, 2, 3, 4, 5];

it.each(TIMES)('refuses an ended session at the other gateway (%i)', async () => {
  const client = await world.signUpClient();
  const { read, write } = await there(client, '/api/registrations');
  expect((await client.post('/api/logout')).status).toBe(204);
  expect(await write()).toBe(401);
  await soon(read).toBe(401);
});

it.each(TIMES)('refuses a deactivated account at the other gateway (%i)', async () => {
  const client = await world.signUpClient();
  const { read, write } = await there(client, '/api/registrations');
  expect((await admin.patch(`/api/admin/users/${client.id}/deactivate`)).status).toBe(200);
  expect(await write()).toBe(401);
  await soon(read).toBe(401);
});

it.each(TIMES)('applies a changed role at the other gateway (%i)', async () => {
  const client = await world.signUpClient();
  const pool = world.testEnv.pool({ connectionString: world.testEnv.adminUrl, max: 1 });
  await pool.query('UPDATE identity.users SET email_verified_at = now() WHERE id = $1', [client.id]);
  const become = (role: string) => admin.patch(`/api/admin/users/${client.id}/role`, { role });
  expect((await become('operator')).status).toBe(200);
  const { read } = await there(client, '/api/operator/registrations');
  expect((await become('client')).status).toBe(200);
  const act = `/api/registrations/${client.id}/operator-action`;
  const twin = new Client(other.url);
  twin.cookie = client.cookie;
  expect((await twin.patch(act, { action: 'approve' })).status).toBe(403);
  await soon(read).toBe(403);
});
