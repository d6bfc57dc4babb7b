import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { event } from '@g2/kit/events';
import { newId } from '@g2/kit/ids';
import { closeAfterTests, eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import { afterAll, describe, expect, it } from 'vitest';
import { codeOf, createWorld, logIn, ownIdentity, someone } from './world.ts';

const admin = someone('admin');
let requestCount = 0;
/** A fake identity service that closes each connection. */
const deaf = createServer((socket) => {
  requestCount++;
  socket.destroy();
});
deaf.listen(0, '127.0.0.1');
await once(deaf, 'listening');
afterAll(() => deaf.close());
const { port } = deaf.address() as AddressInfo;
const away = await closeAfterTests(createWorld({ identity: async () => `127.0.0.1:${port}` }));
/** A real identity service. It does not know most user ids of these tests, so it confirms that they are deleted. */
const { world, identity } = await ownIdentity();

const deleted = (userId: string) =>
  event(facts.userChanged, userId, 7, { userId, role: 'client', isActive: true, isDeleted: true });
const left = async (userId: string, at = world): Promise<number> => {
  const text = 'SELECT count(*) AS n FROM registrations WHERE user_id = $1';
  return Number((await at.pool.query<{ n: string }>(text, [userId])).rows[0]?.n);
};

describe('a deleted account', () => {
  it('loses its never-paid registrations with all their data, and keeps paid ones', async () => {
    const user = someone();
    const paid = await world.at(user, 'paid');
    const filed = await world.payable(user, { objectKey: 'of/gone', sha256: 'f'.repeat(64) });
    const share = { holderName: 'Bia', holderTaxId: '52998224725', ownershipPercentage: 10 };
    await world.as(user).addHolder({ registrationId: filed.id, ...share });
    const plain = await world.create(user);
    await world.pool.query(
      "INSERT INTO idempotency_keys (scope, request_hash, response) VALUES ($1 || ':x:1', '', '{}')",
      [user.id],
    );
    const other = await world.create(someone());
    await world.publish(deleted(user.id));
    for (const { id } of [filed, plain]) {
      await world.waitForEvents(id, 'registration.deleted');
      expect(await codeOf(world.as(admin).getRegistration({ id }))).toBe('not-found');
    }
    const [released] = await world.waitForEvents(filed.id, 'registration.file_released');
    expect(released?.data).toMatchObject({ objectKey: 'of/gone', reason: 'deleted' });
    for (const table of ['registration_holders', 'registration_status_history', 'registration_search']) {
      const text = `SELECT FROM ${table} WHERE registration_id = ANY($1)`;
      expect([table, (await world.pool.query(text, [[filed.id, plain.id]])).rowCount]).toEqual([table, 0]);
    }
    for (const text of [
      "SELECT FROM upload_tickets WHERE user_id = $1 AND state <> 'open'",
      "SELECT FROM idempotency_keys WHERE scope LIKE $1 || ':%'",
    ]) {
      expect([text, (await world.pool.query(text, [user.id])).rowCount]).toEqual([text, 0]);
    }
    expect((await world.as(admin).getRegistration({ id: paid.id })).status).toBe('paid');
    expect((await world.as(admin).getRegistration({ id: other.id })).id).toBe(other.id);
    // The file's hash is free, so that another user can upload the same bytes.
    const another = someone();
    const { id } = await world.create(another);
    await world.upload(another, id, { sha256: 'f'.repeat(64) });
  });

  it('loses hundreds of registrations, and one created later with its last access token', async () => {
    const user = someone();
    await world.pool.query(
      `INSERT INTO registrations (id, user_id, title, applicant_name, applicant_email, applicant_tax_id, holder_name,
         description, status_updated_at, created_at)
       SELECT gen_random_uuid(), $1, 'massa', 'A', 'a@example.com', '52998224725', 'A', 'massa', now(), now()
       FROM generate_series(1, 230)`,
      [user.id],
    );
    await world.publish(deleted(user.id));
    await eventually('all gone', async () => (await left(user.id)) === 0);
    await world.create(user);
    await eventually('that one too', async () => (await left(user.id)) === 0);
  });

  it('loses nothing if identity still has the account', async () => {
    const client = await logIn(identity, 'cliente@g2.local', 'Cliente-2026!');
    const operator = await logIn(identity, 'operador@g2.local', 'Operador-2026!');
    const { id } = await world.payable(client);
    const staffs = await world.create(operator);
    await world.as(admin).assignOperator({ id, operatorId: operator.id });
    for (const user of [client, operator]) await world.publish(deleted(user.id));
    const gone = someone();
    await world.create(gone);
    await world.publish(deleted(gone.id));
    await eventually('what came after was done', async () => (await left(gone.id)) === 0);
    const state = await world.as(client).getRegistration({ id });
    expect([state.canPay, state.assignedOperatorId]).toEqual([true, operator.id]);
    expect((await world.as(admin).getRegistration({ id: staffs.id })).id).toBe(staffs.id);
    const { rowCount } = await world.pool.query('SELECT 1 FROM account_changes WHERE user_id = $1', [
      client.id,
    ]);
    expect(rowCount).toBe(0);
  });

  it('keeps its registrations while identity cannot be reached', async () => {
    const user = someone();
    await away.create(user);
    const eventId = newId();
    await away.publish(deleted(user.id), eventId);
    await eventually('identity was asked in vain, more than once', async () => requestCount > 1);
    expect(await left(user.id, away)).toBe(1);
    const { rowCount } = await away.pool.query('SELECT 1 FROM inbox WHERE event_id = $1', [eventId]);
    expect(rowCount).toBe(0);
  });
});
