import { eventually } from '@g2/kit/testing';
import { MAX_API_TOKENS, type Scope } from '@g2/terms/api-tokens';
import { afterEach, describe, expect, it } from 'vitest';
import {
  check,
  newPerson,
  outcomeOf,
  PASSWORD,
  type Person,
  testServiceForFile,
  watchEvents,
} from './world.ts';

const world = await testServiceForFile({ LOGIN_FAILURES: '50' });
const events = await watchEvents(world);
afterEach(() => {
  world.now.value = undefined;
});

const DAY_MS = 24 * 3_600_000;
const READ: Scope[] = ['registrations:read'];

const create = (person: Person, more: { name?: string; scopes?: string[]; expiresInDays?: number } = {}) =>
  world.rpc.createApiToken({ name: 'CI', scopes: READ, ...more }, { token: person.token });
const opened = (token: string) => world.rpc.checkApiToken({ token });
const listed = async (person: Person) => (await world.rpc.listApiTokens({}, { token: person.token })).items;
const mailsTo = async (email: string): Promise<{ subject: string; body: string }[]> => {
  const found = await world.db.query(
    "SELECT subject, body FROM outgoing_emails WHERE recipient = $1 AND subject LIKE 'Token%' ORDER BY id",
    [email],
  );
  return found.rows;
};
const acts = async (userId: string): Promise<{ action: string; detail: Record<string, string> }[]> => {
  const found = await world.db.query(
    "SELECT action, detail FROM audit WHERE subject_id = $1 AND action LIKE 'api-token%' ORDER BY at, id",
    [userId],
  );
  return found.rows;
};

describe('an API token', () => {
  it('is stored as a hash and acts as a client within its scopes', async () => {
    const person = await newPerson(world, 'admin');
    const { token, secret } = await create(person, {
      name: '  CI do estoque ',
      scopes: ['files:write', 'registrations:read', 'files:write'],
      expiresInDays: 30,
    });
    expect(secret).toMatch(/^g2_[0-9A-Za-z]{46}$/);
    expect(token).toMatchObject({
      name: 'CI do estoque',
      scopes: ['registrations:read', 'files:write'],
      prefix: secret.slice(0, 8),
      lastUsedAt: undefined,
    });
    expect(await listed(person)).toEqual([token]);
    const { rows } = await world.db.query('SELECT t::text AS all FROM api_tokens t WHERE user_id = $1', [
      person.id,
    ]);
    expect(rows[0].all).not.toContain(secret.slice(8));
    const session = await opened(secret);
    expect(session).toMatchObject({
      user: { id: person.id, role: 'client', email: person.email },
      tokenId: token?.id,
      scopes: ['registrations:read', 'files:write'],
    });
    // The actor token of an API token carries its scopes; none of these rpcs accepts it.
    const by = { token: session.actorTokens.identity };
    const requests = [
      world.rpc.listApiTokens({}, by),
      world.rpc.createApiToken({ name: 'x', scopes: READ }, by),
      world.rpc.revokeApiToken({ id: token?.id ?? '' }, by),
      world.rpc.listOwnSessions({}, by),
      world.rpc.takeAccountData({}, by),
      world.rpc.confirmIdentity({ password: PASSWORD, factor: undefined }, by),
      world.rpc.countUsers({}, by),
    ];
    expect(await Promise.all(requests.map(outcomeOf))).toEqual(requests.map(() => 'token-scope'));
  });

  it('can be created only in an open, recently confirmed session', async () => {
    const person = await newPerson(world);
    await world.db.query("UPDATE sessions SET confirmed_at = now() - interval '1 hour' WHERE user_id = $1", [
      person.id,
    ]);
    const { actorTokens } = await check(world, person.sessionToken);
    const request = { name: 'CI', scopes: READ };
    const late = world.rpc.createApiToken(request, { token: actorTokens.identity });
    expect(await outcomeOf(late)).toBe('confirmation-needed');
    // The actor token is still valid after its session has ended.
    await world.rpc.logOut({ sessionToken: person.sessionToken });
    expect(await outcomeOf(create(person))).toBe('unauthenticated');
    expect(await outcomeOf(world.rpc.createApiToken(request))).toBe('unauthenticated');
  });

  it('is limited to twenty per account, also by concurrent requests', async () => {
    const person = await newPerson(world);
    const many = Array.from({ length: MAX_API_TOKENS + 4 }, () => outcomeOf(create(person)));
    const outcomes = await Promise.all(many);
    expect(outcomes.filter((one) => one === 'in')).toHaveLength(MAX_API_TOKENS);
    expect(new Set(outcomes)).toEqual(new Set(['in', 'conflict']));
    const [first] = await listed(person);
    await world.rpc.revokeApiToken({ id: first?.id ?? '' }, { token: person.token });
    expect(await outcomeOf(create(person))).toBe('in');
  });

  it('is neither accepted nor counted after it expires', async () => {
    const person = await newPerson(world);
    const { secret } = await create(person, { expiresInDays: 30 });
    const lasting = await create(person);
    expect(lasting.token?.expiresAt).toBeUndefined();
    world.now.value = new Date(Date.now() + 30 * DAY_MS - 60_000);
    expect(await outcomeOf(opened(secret))).toBe('in');
    world.now.value = new Date(Date.now() + 30 * DAY_MS + 60_000);
    expect(await outcomeOf(opened(secret))).toBe('api-token-invalid');
    expect(await outcomeOf(opened(lasting.secret))).toBe('in');
    expect((await listed(person)).map(({ id }) => id)).toEqual([lasting.token?.id]);
  });

  it('records its last use at most once a minute', async () => {
    const person = await newPerson(world);
    const { secret } = await create(person);
    const startedAt = Date.now();
    const usedAt = async (seconds: number) => {
      world.now.value = new Date(startedAt + seconds * 1_000);
      await opened(secret);
      return (await listed(person))[0]?.lastUsedAt?.getTime();
    };
    expect(await usedAt(1)).toBe(startedAt + 1_000);
    expect(await usedAt(60)).toBe(startedAt + 1_000);
    expect(await usedAt(61)).toBe(startedAt + 61_000);
  });

  it('that never existed is refused like an expired one', async () => {
    const person = await newPerson(world);
    const { secret } = await create(person);
    for (const wrong of [
      '',
      'g2_',
      secret.slice(0, -1),
      `${secret}x`,
      secret.toUpperCase(),
      person.sessionToken,
    ]) {
      const refused = opened(wrong);
      await expect(refused).rejects.toMatchObject({
        code: 'api-token-invalid',
        message: 'Token de API inválido, expirado ou revogado.',
      });
    }
    expect(await outcomeOf(check(world, secret))).toBe('unauthenticated');
  });
});

describe('revocation of API tokens', () => {
  it('by the owner takes effect at once, with event, mail and audit act', async () => {
    const person = await newPerson(world);
    const stranger = await newPerson(world);
    const { secret, token } = await create(person, { name: 'Esteira' });
    const id = token?.id ?? '';
    for (const [who, which] of [
      [stranger, id],
      [person, 'x'],
      [person, stranger.id],
    ] as const) {
      const revoked = world.rpc.revokeApiToken({ id: which }, { token: who.token });
      await expect(revoked).rejects.toMatchObject({ code: 'not-found', message: 'Token não encontrado' });
    }
    expect(await outcomeOf(opened(secret))).toBe('in');
    await world.rpc.revokeApiToken({ id }, { token: person.token });
    expect(await outcomeOf(opened(secret))).toBe('api-token-invalid');
    await events.about('identity.sessions_revoked', person.id, { sessionId: id });
    expect((await check(world, person.sessionToken)).user?.id).toBe(person.id);
    const mails = await mailsTo(person.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Token de API criado', 'Token de API revogado']);
    expect(JSON.stringify(mails)).toContain('Esteira');
    expect(JSON.stringify(mails)).not.toContain(secret.slice(8));
    expect(await acts(person.id)).toEqual([
      { action: 'api-token-created', detail: { token: id, scopes: 'registrations:read' } },
      { action: 'api-token-revoked', detail: { token: id } },
    ]);
  });

  it.each<[string, (person: Person, admin: Person) => Promise<unknown>]>([
    ['deactivation', ({ id }, admin) => world.rpc.setActive({ id, isActive: false }, { token: admin.token })],
    [
      'a password that an admin sets',
      ({ id }, admin) =>
        world.rpc.resetPassword({ id, newPassword: 'Outra-Boa-Senha-9' }, { token: admin.token }),
    ],
    [
      "an admin's end of all its sessions",
      ({ id }, admin) => world.rpc.endAccountSessions({ id }, { token: admin.token }),
    ],
    ['deletion', ({ id }, admin) => world.rpc.deleteUser({ id }, { token: admin.token })],
  ])('by %s applies to all tokens of the account', async (_what, act) => {
    const [person, admin] = [await newPerson(world), await newPerson(world, 'admin')];
    const secrets = [(await create(person)).secret, (await create(person)).secret];
    const others = (await create(admin)).secret;
    await act(person, admin);
    for (const secret of secrets) expect(await outcomeOf(opened(secret))).toBe('api-token-invalid');
    expect(await outcomeOf(opened(others))).toBe('in');
    const { rows } = await world.db.query('SELECT 1 FROM api_tokens WHERE user_id = $1', [person.id]);
    expect(rows).toEqual([]);
  });

  it('happens when a password is set through a mailed link', async () => {
    const person = await newPerson(world);
    const { secret } = await create(person);
    await world.rpc.askPasswordReset({ email: person.email, clientAddress: '203.0.113.7' });
    const token = await eventually('the link is mailed', async () => {
      const { rows } = await world.db.query(
        "SELECT body FROM outgoing_emails WHERE recipient = $1 AND body LIKE '%nova-senha%'",
        [person.email],
      );
      return /token=([\w-]+)/.exec(rows[0]?.body ?? '')?.[1];
    });
    await world.rpc.setPasswordByToken({
      token,
      newPassword: 'Outra-Boa-Senha-9',
      clientAddress: '203.0.113.7',
    });
    expect(await outcomeOf(opened(secret))).toBe('api-token-invalid');
    expect((await acts(person.id)).at(-1)).toEqual({ action: 'api-tokens-revoked', detail: { count: '1' } });
  });

  it.each([
    [undefined, 'in'],
    [false, 'in'],
    [true, 'api-token-invalid'],
  ])('happens on a change of the own password only if requested (%s)', async (revokeApiTokens, after) => {
    const person = await newPerson(world);
    const { secret } = await create(person);
    const password = { currentPassword: PASSWORD, newPassword: 'Outra-Boa-Senha-9', revokeApiTokens };
    await world.rpc.changeOwnPassword(password, { token: person.token });
    expect(await outcomeOf(opened(secret))).toBe(after);
  });

  it.each([
    [undefined, 'in'],
    [false, 'in'],
    [true, 'api-token-invalid'],
  ])('happens when the other sessions are ended only if requested (%s)', async (revokeApiTokens, after) => {
    const person = await newPerson(world);
    const other = await newPerson(world);
    const [{ secret }, { secret: others }] = [await create(person), await create(other)];
    await world.rpc.endOtherSessions({ revokeApiTokens }, { token: person.token });
    expect(await outcomeOf(opened(secret))).toBe(after);
    expect(await outcomeOf(opened(others))).toBe('in');
    const revoked = (await acts(person.id)).filter(({ action }) => action === 'api-tokens-revoked');
    expect(revoked).toHaveLength(after === 'in' ? 0 : 1);
  });
});

it('exports the API tokens with the account data and deletes expired tokens', async () => {
  const person = await newPerson(world);
  const { token } = await create(person, { expiresInDays: 90 });
  const { apiTokens } = await world.rpc.takeAccountData({}, { token: person.token });
  expect(apiTokens).toEqual([token]);
  await world.db.query("UPDATE api_tokens SET expires_at = now() - interval '1 second' WHERE id = $1", [
    token?.id,
  ]);
  await world.restart();
  await expect
    .poll(async () => (await world.db.query('SELECT 1 FROM api_tokens WHERE id = $1', [token?.id])).rows, {
      timeout: 20_000,
    })
    .toEqual([]);
});
