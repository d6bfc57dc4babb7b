import { setTimeout as delay } from 'node:timers/promises';
import { type Client, demoAccounts, logIn, type User, verifyEmail } from '../e2e/support/client.ts';
import { startFleet } from './fleet.ts';
import { startLoad } from './load.ts';
import { assertThat, query, type TestServers, waitUntil } from './support.ts';

const ASSIGNED = 100_000;
const PER_SECOND = 50;
const WARM_UP_MS = 10_000;
const RELEASED_WITHIN_MS = 60_000;
/** Limit of the slowest request, ms, or `MAX_RATIO` times the slowest before on a slower machine. */
const SLOWEST_MS = 1_000;
const MAX_RATIO = 3;

async function assignMany(places: TestServers, operatorId: string, userId: string): Promise<void> {
  await query(
    places,
    `SET search_path = registration, public; SET statement_timeout = 0;
     INSERT INTO registrations (id, user_id, title, applicant_name, applicant_email, applicant_tax_id, holder_name,
       description, status, status_updated_at, created_at)
       SELECT gen_random_uuid(), '${userId}', 'Programa ' || n, 'Ana Conceição', 'ana@example.com', '11144477735',
         'Ana Conceição', repeat('Um programa que calcula. ', 20), 'submitted', at, at
       FROM (SELECT n, now() - n * interval '1 minute' AS at FROM generate_series(1, ${ASSIGNED}) n) numbers;
     -- The trigger of the next statement would otherwise keep a plan for an empty table.
     ANALYZE;
     INSERT INTO registration_assignments (registration_id, operator_id, registered_at, is_open)
       SELECT id, '${operatorId}', created_at, true FROM registrations WHERE user_id = '${userId}';
     ANALYZE`,
  );
}

const assigned = async (places: TestServers, operatorId: string): Promise<number> => {
  const text = 'SELECT count(*) AS n FROM registration.registration_assignments WHERE operator_id = $1';
  return Number((await query<{ n: string }>(places, text, [operatorId]))[0]?.n);
};

async function newOperator(url: string, admin: Client): Promise<string> {
  const client = await admin.post<User>('/api/register', {
    email: `operador-${Date.now()}@example.com`,
    password: 'Operador-que-sai-1',
    firstName: 'Otávio',
    lastName: 'Reis',
  });
  await verifyEmail(url, client.email);
  const again = await logIn(url, demoAccounts.admin);
  await again.patch(`/api/admin/users/${client.id}/role`, { role: 'operator' });
  return client.id;
}

/** Deactivates an operator with 100,000 open registrations: all are soon unassigned, and no request is delayed. */
export async function operatorLeaves(): Promise<void> {
  const fleet = await startFleet();
  try {
    const { places, url } = fleet;
    const admin = await logIn(url, demoAccounts.admin);
    const { id: userId } = await (await logIn(url, demoAccounts.client)).ok<User>('/api/auth/user');
    const operatorId = await newOperator(url, await logIn(url, demoAccounts.client));
    await assignMany(places, operatorId, userId);
    assertThat((await assigned(places, operatorId)) === ASSIGNED, 'not all were assigned');
    const load = await startLoad(url, { perSecond: PER_SECOND, buyers: 4, readers: 6 });
    await delay(WARM_UP_MS);
    load.tally.phase = 'releasing';
    const startedAt = Date.now();
    await admin.patch(`/api/admin/users/${operatorId}/deactivate`);
    await waitUntil(
      'all are free',
      async () => (await assigned(places, operatorId)) === 0,
      RELEASED_WITHIN_MS,
    );
    const took = Date.now() - startedAt;
    load.tally.phase = 'after';
    await delay(5_000);
    await load.stop();
    load.tally.print();
    const { slowest, which } = load.tally.in('releasing');
    const before = load.tally.in('warm-up').slowest;
    console.log(
      `${ASSIGNED} assignments of a deactivated operator released in ${(took / 1000).toFixed(1)} s under ` +
        `${PER_SECOND} requests a second; the slowest of these, ${which}, took ${slowest.toFixed(0)} ms (${before.toFixed(0)} before)`,
    );
    assertThat(load.tally.total.failed === 0, 'a request failed');
    assertThat(slowest <= Math.max(SLOWEST_MS, MAX_RATIO * before), 'a request waited too long');
  } finally {
    await fleet.stop();
  }
}

if (import.meta.main) await operatorLeaves();
