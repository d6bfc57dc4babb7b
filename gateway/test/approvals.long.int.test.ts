import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './http.ts';
import { DETAILS, ownWorld, upload } from './world.ts';

type Admin = Client & { id: string };
type Shown = { id: string; state: string; operation: string; isOwn: boolean; failure: string };

const world = await ownWorld({ SECOND_PERSON: 'true' });
const pool = world.testEnv.pool({ connectionString: world.testEnv.adminUrl, max: 1 });

async function newAdmin(): Promise<Admin> {
  const person = await world.signUpClient();
  await pool.query("UPDATE identity.users SET role = 'admin' WHERE id = $1", [person.id]);
  return person;
}

let requester: Admin;
let approver: Admin;
beforeAll(async () => {
  requester = await newAdmin();
  approver = await newAdmin();
});

async function waiting(admin: Client, over = false): Promise<Shown[]> {
  const { json } = await admin.get(`/api/admin/approvals?limit=100&over=${over}`);
  return json.items as Shown[];
}

/** Expects the request to need approval. @returns the approval's id */
async function asked(call: Promise<{ status: number; json: Record<string, unknown> }>): Promise<string> {
  const { status, json } = await call;
  expect([status, json.code]).toEqual([202, 'approval-needed']);
  return String(json.approvalId);
}

const keyed = (body: object) => ({ body, headers: { 'idempotency-key': newId() } });
const decide = (admin: Client, id: string, how: string, body: object = {}) =>
  admin.post(`/api/admin/approvals/${id}/${how}`, body);
const approve = (admin: Client, id: string) => decide(admin, id, 'approve');

async function balanceOf(client: Client): Promise<unknown> {
  return (await client.get('/api/auth/user')).json.credits;
}
const give = (userId: string, delta: number) =>
  requester.send('POST', '/api/admin/credits', keyed({ userId, delta, reason: 'Ajuste' }));

async function withFile(): Promise<{ client: Admin; id: string }> {
  const client = await world.signUpClient();
  const made = await client.post('/api/registrations', DETAILS);
  const id = String(made.json.id);
  await upload(world, client, id);
  return { client, id };
}
const statusOf = async (client: Client, id: string) =>
  (await client.get(`/api/registrations/${id}`)).json.status;

describe('an operation that needs a second admin', () => {
  it('changes nothing until another admin approves it, and then runs once', async () => {
    const { client, id } = await withFile();
    const path = `/api/admin/registrations/${id}/status`;
    const request = await asked(requester.patch(path, { status: 'paid' }));
    expect(await statusOf(client, id)).toBe('submitted');
    expect((await waiting(approver)).find((one) => one.id === request)).toMatchObject({
      state: 'open',
      operation: 'changeRegistrationStatus',
      params: { id },
      body: { status: 'paid' },
      isOwn: false,
    });
    const done = await approve(approver, request);
    expect([done.status, done.json.state]).toEqual([200, 'done']);
    expect(await statusOf(client, id)).toBe('paid');
    expect((await approve(approver, request)).json.code).toBe('approval-over');
    // The audit entry has both the requester and the approver.
    const entry = await eventually('the act is in the trail', async () => {
      const found = await pool.query(
        "SELECT actor_id, detail FROM identity.audit WHERE subject_id = $1 AND action = 'status-set'",
        [id],
      );
      return found.rows[0];
    });
    expect(entry).toMatchObject({
      actor_id: approver.id,
      detail: { approval: request, requestedBy: requester.id },
    });
  });

  it('refuses approval by the requester, an operator, a client, or a session without a recent confirmation', async () => {
    const client = await world.signUpClient();
    const request = await asked(give(client.id, 800));
    expect((await approve(requester, request)).json.code).toBe('own-approval');
    for (const who of ['operador', 'cliente'] as const) {
      expect((await approve(await world.signInAs(who), request)).json.code).toBe('forbidden');
    }
    const late = await newAdmin();
    await pool.query(
      "UPDATE identity.sessions SET confirmed_at = now() - interval '2 hours' WHERE user_id = $1",
      [late.id],
    );
    expect((await approve(late, request)).json.code).toBe('confirmation-needed');
    expect(await balanceOf(client)).toBe(0);
  });

  it('runs once when two admins approve at the same time', async () => {
    const client = await world.signUpClient();
    const request = await asked(give(client.id, 700));
    const third = await newAdmin();
    const answers = await Promise.all([approve(approver, request), approve(third, request)]);
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
    expect(await balanceOf(client)).toBe(700);
  });

  it('can be approved again after a lost outcome, and still runs once', async () => {
    const client = await world.signUpClient();
    const request = await asked(give(client.id, 300));
    expect((await approve(approver, request)).json.state).toBe('done');
    // Simulates a gateway crash between execution and recording the outcome.
    await pool.query("UPDATE identity.approvals SET state = 'approved' WHERE id = $1", [request]);
    expect((await waiting(approver)).find((one) => one.id === request)?.state).toBe('approved');
    expect((await approve(approver, request)).json.state).toBe('done');
    expect(await balanceOf(client)).toBe(300);
  });

  it('has the state done, not failed, when it ran but its outcome was lost', async () => {
    const { client, id } = await withFile();
    const request = await asked(requester.patch(`/api/admin/registrations/${id}/status`, { status: 'paid' }));
    expect((await approve(approver, request)).json.state).toBe('done');
    await pool.query("UPDATE identity.approvals SET state = 'approved' WHERE id = $1", [request]);
    expect((await approve(approver, request)).json.state).toBe('done');
    expect(await statusOf(client, id)).toBe('paid');
  });

  it('fails with a reason when it is no longer possible', async () => {
    const { id } = await withFile();
    const request = await asked(requester.patch(`/api/admin/registrations/${id}/status`, { status: 'paid' }));
    await pool.query(
      "UPDATE registration.registrations SET payment_paid_at = now(), status = 'paid' WHERE id = $1",
      [id],
    );
    const failed = await approve(approver, request);
    expect([failed.status, failed.json.state]).toEqual([200, 'failed']);
    expect(String(failed.json.failure)).not.toBe('');
  });

  it('cannot be requested twice, and can be refused with a reason or withdrawn', async () => {
    const client = await world.signUpClient();
    const request = await asked(give(client.id, 900));
    expect((await give(client.id, 900)).json.code).toBe('approval-open');
    expect((await decide(approver, request, 'refuse', { note: '' })).json.fields).toHaveProperty('note');
    const refused = await decide(approver, request, 'refuse', { note: 'Sem nota fiscal' });
    expect([refused.json.state, refused.json.note]).toEqual(['refused', 'Sem nota fiscal']);
    expect((await approve(approver, request)).json.code).toBe('approval-over');
    const again = await asked(give(client.id, 900));
    expect((await decide(requester, again, 'withdraw')).json.state).toBe('withdrawn');
    expect((await waiting(requester, true)).find((one) => one.id === again)?.state).toBe('withdrawn');
    expect(await balanceOf(client)).toBe(0);
  });

  it('expires after a week', async () => {
    const client = await world.signUpClient();
    const request = await asked(give(client.id, 100));
    await pool.query('UPDATE identity.approvals SET expires_at = now() WHERE id = $1', [request]);
    expect((await approve(approver, request)).json.code).toBe('approval-over');
    expect((await waiting(approver, true)).find((one) => one.id === request)?.state).toBe('expired');
  });
});

describe('the need of a second admin', () => {
  it('applies to granting admin rights and to resetting an admin’s second factor', async () => {
    const person = await world.signUpClient();
    const role = (to: string) => requester.patch(`/api/admin/users/${person.id}/role`, { role: to });
    expect((await role('operator')).status).toBe(200);
    // The first grant of admin rights in an installation needs no approval.
    expect((await role('admin')).status).toBe(200);
    expect((await role('client')).status).toBe(200);
    const request = await asked(role('admin'));
    const names = { firstName: 'Nova', lastName: 'Pessoa', role: 'admin' };
    await asked(requester.patch(`/api/admin/users/${person.id}`, names));
    expect((await approve(approver, request)).json.state).toBe('done');
    expect((await person.get('/api/auth/user')).json.role).toBe('admin');
    await pool.query('UPDATE identity.users SET mfa_enabled = true WHERE id = $1', [person.id]);
    await asked(requester.send('DELETE', `/api/admin/users/${person.id}/mfa`));
    const newPassword = 'Outra-Senha-Boa-7';
    const reset = await requester.post(`/api/admin/users/${person.id}/reset-password`, { newPassword });
    expect([reset.status, reset.json.code]).toEqual([403, 'forbidden']);
    expect((await requester.patch(`/api/admin/users/${person.id}`, { isActive: false })).status).toBe(200);
    await asked(requester.patch(`/api/admin/users/${person.id}`, { isActive: true }));
  });

  it('does not apply to removing credits', async () => {
    const client = await world.signUpClient();
    const request = await asked(give(client.id, 500));
    await approve(approver, request);
    expect((await give(client.id, -200)).status).toBe(200);
    expect(await balanceOf(client)).toBe(300);
  });
});

it('mails the request to the possible approvers and its outcome to the requester', async () => {
  const client = await world.signUpClient();
  const request = await asked(give(client.id, 150));
  await approve(approver, request);
  const mails = async (key: string) => {
    const { rows } = await pool.query(
      'SELECT user_id, subject FROM identity.outgoing_emails WHERE dedupe_key LIKE $1',
      [key],
    );
    return rows as { user_id: string; subject: string }[];
  };
  const sent = await mails(`approval:${request}:%`);
  expect(sent.some(({ user_id }) => user_id === approver.id)).toBe(true);
  expect(sent.some(({ user_id }) => user_id === requester.id)).toBe(false);
  expect(await mails(`approval-decided:${request}`)).toEqual([
    { user_id: requester.id, subject: 'Pedido aprovado: dar créditos a um cliente' },
  ]);
});

it('refuses an operation that needs approval when no other active admin could give it', async () => {
  const { rows } = await pool.query<{ id: string }>(
    "UPDATE identity.users SET is_active = false WHERE role = 'admin' AND id <> $1 RETURNING id",
    [requester.id],
  );
  const client = await world.signUpClient();
  expect((await give(client.id, 50)).json.code).toBe('no-approver');
  await pool.query('UPDATE identity.users SET is_active = true WHERE id = ANY($1)', [
    rows.map(({ id }) => id),
  ]);
});
