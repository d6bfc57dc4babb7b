import { newId } from '@g2/kit/ids';
import { SENSITIVE_ACTS, type SensitiveRoute } from '@g2/terms/sensitive-acts';
import { describe, expect, it } from 'vitest';
import { ALL_ROUTES } from '../contract/routes/all.ts';
import type { Client } from './http.ts';
import { ownWorld } from './world.ts';

const world = await ownWorld();
const pool = world.testEnv.pool({ connectionString: world.testEnv.adminUrl, max: 1 });
const PASSWORD = 'Senha-Boa-1';
const ROLES = ['client', 'operator', 'admin'] as const;
type Role = (typeof ROLES)[number];

/** Valid input of a route. Its ids match nothing, so that a permitted request changes nothing. */
type Sample = { params?: Record<string, string>; body?: object };
const nothing = { params: { id: newId() } };
const certificate = { params: { number: 'G2-2026-0000000-00' }, body: { reason: 'Motivo' } };
const bytes = 'AAAA';
const SAMPLES: Record<SensitiveRoute, (own: string) => Sample> = {
  changeRegistrationStatus: () => ({ ...nothing, body: { status: 'paid' } }),
  adjustCredits: (userId) => ({ body: { userId, delta: 1, reason: 'Ajuste' } }),
  adjustUserCredits: (id) => ({ params: { id }, body: { delta: 1, reason: 'Ajuste' } }),
  refundPayment: () => ({ ...nothing, body: { reason: 'other', note: 'Pedido' } }),
  recordTransfer: () => ({ ...nothing, body: { amount: 1, transferredOn: '2026-11-20', reference: 'E123' } }),
  approve: () => nothing,
  revokeCertificate: () => certificate,
  keepCertificate: () => certificate,
  updateUser: () => ({ ...nothing, body: { isActive: false } }),
  changeUserRole: () => ({ ...nothing, body: { role: 'admin' } }),
  deactivateUser: () => nothing,
  reactivateUser: () => nothing,
  deleteUser: () => nothing,
  resetUserPassword: () => ({ ...nothing, body: { newPassword: 'Outra-Senha-Boa-7' } }),
  resetUserFactors: () => nothing,
  endUserSessions: () => nothing,
  changePassword: () => ({ body: { currentPassword: 'Errada-1', newPassword: 'Outra-Senha-Boa-7' } }),
  changeEmail: () => ({ body: { currentPassword: 'Errada-1', newEmail: 'outra@example.com' } }),
  deleteAccount: () => ({ body: { currentPassword: 'Errada-1' } }),
  endSession: () => ({ params: { id: 'a'.repeat(64) } }),
  endOtherSessions: () => ({}),
  createApiToken: () => ({ body: { name: 'CI', scopes: ['registrations:read'], expiresInDays: 30 } }),
  startLink: () => ({ body: { provider: 'github' } }),
  unlink: () => ({ params: { provider: 'github' } }),
  setUpTotp: () => ({}),
  enableTotp: () => ({ body: { code: '000000' } }),
  disableTotp: () => ({ body: { code: '000000' } }),
  renewRecoveryCodes: () => ({}),
  startPasskey: () => ({}),
  addPasskey: () => ({
    body: {
      flow: 'flow',
      response: { id: bytes, response: { clientDataJSON: bytes, attestationObject: bytes } },
      name: 'Celular',
    },
  }),
  removePasskey: () => ({ params: { id: bytes } }),
  exportOwnData: () => ({}),
  exportAudit: () => ({ body: {} }),
  exportRegistrations: () => ({ body: { period: 30 } }),
  exportRegistrationsByAddress: () => ({}),
  exportPayments: () => ({ body: {} }),
};

const QUERIES: Partial<Record<SensitiveRoute, string>> = { exportRegistrationsByAddress: '?period=30' };
const routes = new Map(ALL_ROUTES);

/** Creates a signed-in user with this role and a recent confirmation. */
async function newAccount(role: Role): Promise<Client & { id: string }> {
  const person = await world.signUpClient();
  await pool.query('UPDATE identity.users SET role = $2 WHERE id = $1', [person.id, role]);
  return person;
}

async function late<C extends Client & { id: string }>(person: C): Promise<C> {
  await pool.query(
    "UPDATE identity.sessions SET confirmed_at = now() - interval '2 hours' WHERE user_id = $1",
    [person.id],
  );
  return person;
}

async function withFactor<C extends Client & { id: string }>(person: C): Promise<C> {
  await pool.query('UPDATE identity.users SET mfa_enabled = true WHERE id = $1', [person.id]);
  return person;
}

async function does(person: Client & { id: string }, id: SensitiveRoute): Promise<[number, unknown]> {
  const route = routes.get(id);
  if (!route) throw new Error(`no route ${id}`);
  const { params = {}, body } = SAMPLES[id](person.id);
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
  const { status, json } = await person.send(route.method, `${path}${QUERIES[id] ?? ''}`, {
    ...(body ? { body } : {}),
    ...('idempotent' in route ? { headers: { 'idempotency-key': newId() } } : {}),
  });
  return [status, json.code];
}

const FORBIDDEN = [403, 'forbidden'];
const ASKED = [403, 'confirmation-needed'];

const CASES = SENSITIVE_ACTS.flatMap(({ routes: ids, proof }) => ids.map((id) => ({ id, proof })));

describe.each(ROLES)('a sensitive operation as %s', async (role) => {
  const confirmed = await newAccount(role);
  const stale = await late(await newAccount(role));
  const staleWithFactor = await late(await withFactor(await newAccount(role)));

  it.each(CASES)('$id is forbidden or needs a confirmation as its table states', async ({ id, proof }) => {
    const may: readonly Role[] = routes.get(id)?.roles ?? [];
    const [now, then, withOne] = [
      await does(confirmed, id),
      await does(stale, id),
      await does(staleWithFactor, id),
    ];
    if (!may.includes(role)) {
      expect([now, then, withOne]).toEqual([FORBIDDEN, FORBIDDEN, FORBIDDEN]);
      return;
    }
    for (const refused of [FORBIDDEN, ASKED]) expect(now).not.toEqual(refused);
    const asks = { session: [true, true], password: [false, true], code: [false, false] }[proof];
    for (const [answer, asked] of [
      [then, asks[0]],
      [withOne, asks[1]],
    ] as const) {
      if (asked) expect(answer).toEqual(ASKED);
      else expect(answer).not.toEqual(ASKED);
    }
  });
});

it('requires no confirmation for a status change other than a manual payment', async () => {
  const admin = await late(await newAccount('admin'));
  const moved = await admin.patch(`/api/admin/registrations/${newId()}/status`, { status: 'reviewing' });
  expect([moved.status, moved.json.code]).toEqual([404, 'not-found']);
});

it('requires the second factor to change the password of an account that has one', async () => {
  const person = await late(await withFactor(await newAccount('client')));
  const wanted = { currentPassword: PASSWORD, newPassword: 'Outra-Senha-Boa-7' };
  expect((await person.post('/api/auth/change-password', wanted)).json.code).toBe('confirmation-needed');
  const byPassword = await person.post('/api/auth/confirm', { password: PASSWORD });
  expect(byPassword.status).toBe(400);
  expect((await person.post('/api/auth/change-password', wanted)).json.code).toBe('confirmation-needed');
});
