import { loadConfig } from '@g2/kit/env';
import { createLogger } from '@g2/kit/log';
import { afterAll, describe, expect, it } from 'vitest';
import { config } from '../src/config.ts';
import { start } from '../src/gateway.ts';
import { Client } from './http.ts';
import { ownWorld } from './world.ts';

const world = await ownWorld();
// Second replica of the gateway. It learns of ended sessions only by events.
const second = await start(loadConfig(config, world.env), { log: createLogger('gateway', 'silent') });
afterAll(() => second.stop());

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

/** Signs one account in by two browsers, each at its own gateway. */
async function twoBrowsers() {
  const here = await world.signUpClient();
  const there = new Client(second.url);
  const { json: user } = await here.get('/api/auth/user');
  const response = await there.send('POST', '/api/login', {
    body: { email: user.email, password: 'Senha-Boa-1' },
    headers: { 'user-agent': CHROME },
  });
  expect(response.status).toBe(200);
  return { here, there };
}

type Listed = { items: { id: string; current: boolean; device: string; address: string }[]; total: number };
const listed = async (client: Client) => (await client.get('/api/auth/sessions')).json as unknown as Listed;

describe('the own sessions', () => {
  it('[sessions-end-one] are listed, and an ended one is refused by every gateway on its next request', async () => {
    const { here, there } = await twoBrowsers();
    const { items, total } = await listed(here);
    expect([total, items.map(({ current }) => current)]).toEqual([2, [true, false]]);
    expect(items[1]).toMatchObject({ device: 'Chrome no Linux', address: '127.0.0.1' });
    expect((await there.get('/api/auth/user')).status).toBe(200);
    const secret = here.cookie?.split('=')[1] ?? '';
    expect(JSON.stringify(items)).not.toContain(secret);
    const ended = await here.delete(`/api/auth/sessions/${items[1]?.id}`);
    expect(ended.status).toBe(204);
    expect((await there.get('/api/auth/user')).status).toBe(401);
    expect((await there.patch('/api/auth/user', { firstName: 'Eva' })).status).toBe(401);
    expect((await listed(here)).total).toBe(1);
    expect((await here.delete(`/api/auth/sessions/${items[1]?.id}`)).status).toBe(404);
  });

  it('[sessions-end-others] can all be ended except the current one', async () => {
    const { here, there } = await twoBrowsers();
    expect((await there.delete('/api/auth/sessions')).status).toBe(204);
    expect((await here.get('/api/auth/user')).status).toBe(401);
    expect((await there.get('/api/auth/user')).status).toBe(200);
  });

  it('include the current one, which can be ended and clears the cookie', async () => {
    const { here } = await twoBrowsers();
    const id = (await listed(here)).items[0]?.id;
    expect((await here.delete(`/api/auth/sessions/${id}`)).status).toBe(204);
    expect(here.cookie).toBeUndefined();
  });

  it('return 404 for a session of another account or a malformed id', async () => {
    const [one, two] = [await world.signUpClient(), await world.signUpClient()];
    const theirs = (await listed(two)).items[0]?.id;
    for (const id of [theirs, 'x', '0'.repeat(64)]) {
      const { status, json } = await one.delete(`/api/auth/sessions/${id}`);
      expect([id, status, json.message]).toEqual([id, 404, 'Sessão não encontrada']);
    }
    expect((await two.get('/api/auth/user')).status).toBe(200);
  });
});

describe('a browser', () => {
  it('gets a device cookie at its first sign-in and keeps it at the next one', async () => {
    const client = world.anonymousClient();
    const cookies = async (path: string, body: unknown, cookie?: string): Promise<string[]> => {
      const { headers } = await client.post(path, body, cookie ? { cookie } : {});
      return [headers['set-cookie'] ?? []].flat();
    };
    const login = { email: 'cliente@g2.local', password: 'Cliente-2026!' };
    expect(await cookies('/api/login', { ...login, password: 'errada' })).toEqual([]);
    const [, given] = await cookies('/api/login', login);
    expect(given).toMatch(/^g2_device=[\w-]{22}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
    const own = given?.split(';')[0] ?? '';
    const [, again] = await cookies('/api/login', login, own);
    expect(again?.split(';')[0]).toBe(own);
    const [, other] = await cookies('/api/login', login, 'g2_device=tampered');
    expect(other?.split(';')[0]).not.toBe('g2_device=tampered');
  });
});
