import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, demo, logIn, signUp, type User } from './support/client.ts';
import { makeSourceZip } from './support/files.ts';
import { postFrom } from './support/from-address.ts';
import { details } from './support/journey.ts';
import { stackFacts, stackUrl } from './support/shared-stack.ts';

/** Sessions, sign-ins and accounts, at their edges. */
const base = stackUrl();
let db: pg.Client;

beforeAll(async () => {
  db = new pg.Client({ connectionString: stackFacts().postgresUrl });
  await db.connect();
});
afterAll(() => db?.end());

const withCookie = (cookie: string): Client => Object.assign(new Client(base), { cookie });
const isLive = async (cookie: string): Promise<boolean> =>
  (await withCookie(cookie).send('/api/auth/user')).status === 200;
const sessionsOf = async (userId: string): Promise<number> =>
  Number(
    (await db.query('SELECT count(*) AS n FROM identity.sessions WHERE user_id = $1', [userId])).rows[0].n,
  );
let lastAddress = 10;
/** An address of this machine that no other test signs in from. */
const newAddress = (): string => `127.0.7.${lastAddress++}`;
const signIn = (address: string, who: { email: string; password: string }) =>
  postFrom(address, base, '/api/login', who);

describe('a session', () => {
  it('ends when its browser signs in again', async () => {
    const { client, user, password } = await signUp(base);
    const first = client.cookie;
    await client.post('/api/login', { email: user.email, password });
    expect(client.cookie).not.toBe(first);
    expect(await isLive(first)).toBe(false);
    expect(await isLive(client.cookie)).toBe(true);
  });

  it('goes on under another name when the password changes', async () => {
    const { client, password } = await signUp(base);
    const first = client.cookie;
    const body = { currentPassword: password, newPassword: `Outra-${randomUUID()}` };
    const { status } = await client.send('/api/auth/change-password', { method: 'POST', body });
    expect(status).toBe(204);
    expect(await isLive(first)).toBe(false);
    expect(await isLive(client.cookie)).toBe(true);
  });

  it('ends thirty days after it began, however it is used', async () => {
    const { client, user } = await signUp(base);
    await db.query(
      `UPDATE identity.sessions SET expire = now() + interval '1 hour', created_at = now() - interval '31 days'
       WHERE user_id = $1`,
      [user.id],
    );
    expect(await isLive(client.cookie)).toBe(false);
  });

  it('slides with its cookie', async () => {
    const { client, user } = await signUp(base);
    await db.query("UPDATE identity.sessions SET expire = now() + interval '2 days' WHERE user_id = $1", [
      user.id,
    ]);
    const answer = await client.send('/api/auth/user');
    const set = answer.headers.getSetCookie().find((cookie) => cookie.includes('g2_session='));
    expect(new Date(/expires=([^;]+)/i.exec(set ?? '')?.[1] ?? 0).getTime()).toBeGreaterThan(
      Date.now() + 5 * 24 * 3_600_000,
    );
  });

  it('of staff ends after twelve hours without use', async () => {
    const admin = await logIn(base, demo.admin);
    const answer = await admin.send('/api/auth/user');
    expect(answer.status).toBe(200);
    const { id } = answer.body as User;
    const { rows } = await db.query<{ latest: Date }>(
      'SELECT max(expire) AS latest FROM identity.sessions WHERE user_id = $1',
      [id],
    );
    expect(rows[0]?.latest.getTime()).toBeLessThan(Date.now() + 12.1 * 3_600_000);
  });

  it('is one of twenty at most', async () => {
    const { user, password } = await signUp(base);
    const address = newAddress();
    for (let n = 0; n < 25; n++) await signIn(address, { email: user.email, password });
    expect(await sessionsOf(user.id)).toBeLessThanOrEqual(20);
  });
});

describe('signing in', () => {
  it('with the right password a hundred times and more in a minute is too often', async () => {
    const { user, password } = await signUp(base);
    const address = newAddress();
    const heard = new Set<number>();
    for (let n = 0; n < 160 && !heard.has(429); n += 10) {
      const all = Array.from({ length: 10 }, () => signIn(address, { email: user.email, password }));
      for (const { status } of await Promise.all(all)) heard.add(status);
    }
    expect(heard).toContain(429);
  });

  it('goes on for who signed in from there before, whatever others guess from the same address', async () => {
    const address = newAddress();
    const { user, password } = await signUp(base);
    expect((await signIn(address, { email: user.email, password })).status).toBe(200);
    for (let n = 0; n < 304; n += 8) {
      const guess = () =>
        signIn(address, { email: `ninguem-${randomUUID()}@example.com`, password: 'errada-1' });
      await Promise.all(Array.from({ length: 8 }, guess));
    }
    expect((await signIn(address, { email: user.email, password })).status).toBe(200);
    expect((await signIn(address, demo.operator)).status).toBe(429);
  });

  it('cannot be guessed from ever more addresses', async () => {
    const { user } = await signUp(base);
    const heard = new Set<number>();
    for (let n = 0; n < 26; n++) {
      const address = newAddress();
      const guesses = Array.from({ length: 5 }, () =>
        signIn(address, { email: user.email, password: 'errada-1' }),
      );
      for (const { status } of await Promise.all(guesses)) heard.add(status);
    }
    expect(heard).toContain(429);
  });
});

describe('an account', () => {
  const register = (firstName: string, email = `ana-${randomUUID()}@example.com`) =>
    new Client(base).send('/api/register', {
      method: 'POST',
      body: { email, firstName, lastName: 'Silva', password: 'Senha-segura-1' },
    });

  it('mails nobody the text of whoever made it', async () => {
    const email = `vitima-${randomUUID()}@example.com`;
    await register('sua conta foi bloqueada. Regularize em https://evil.example/pagar', email);
    const admin = await logIn(base, demo.admin);
    const { items } = await admin.ok<{ items: { to: string; text: string }[] }>('/dev/mail');
    expect(items.filter((mail) => mail.to === email && mail.text.includes('evil.example'))).toEqual([]);
  });

  it.each(['Ann\r\nBcc: x@evil.example', 'Ana\u2028Silva', '\u202eanA'])(
    'has a name of one line: %j',
    async (name) => {
      expect((await register(name)).status).toBe(400);
    },
  );

  it('takes its unpaid registrations and their files with it', async () => {
    const { client, user } = await signUp(base);
    const { id } = await client.post<{ id: string }>('/api/registrations', details);
    const zip = await makeSourceZip();
    const raw = { bytes: zip.bytes, type: 'application/zip' };
    await client.ok(`/api/registrations/${id}/upload`, {
      method: 'POST',
      raw,
      headers: { 'x-file-name': 'a.zip' },
    });
    const admin = await logIn(base, demo.admin);
    expect((await admin.send(`/api/admin/users/${user.id}`, { method: 'DELETE' })).status).toBe(204);
    await expect
      .poll(
        async () => (await db.query('SELECT 1 FROM registration.registrations WHERE id = $1', [id])).rowCount,
        {
          timeout: 20_000,
        },
      )
      .toBe(0);
  });

  it('that is named wrongly is no registration that was not found', async () => {
    const admin = await logIn(base, demo.admin);
    const answer = await admin.send('/api/admin/users/nobody/deactivate', { method: 'PATCH', body: {} });
    expect(answer).toMatchObject({ status: 404, body: { message: 'Usuário não encontrado' } });
  });
});
