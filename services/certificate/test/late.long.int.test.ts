import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { checkBundle } from '@g2/proof/check';
import { facts } from '@g2/proto/facts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unzip } from './unzip.ts';
import { startWorld, type World } from './world.ts';

/** Tests late events: after a kill, an event may be redelivered after newer ones. */
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

const logged = async (id: string) => {
  const query = 'SELECT kind, log_index FROM evidence WHERE registration_id = $1 ORDER BY seq';
  const { rows } = await world.pool.query<{ kind: string; log_index: string | null }>(query, [id]);
  return rows.every(({ log_index }) => log_index !== null) && rows.map(({ kind }) => kind);
};

it('leaves the evidence unchanged when a payment event follows the certificate', async () => {
  const { testEnv, owner, certificates } = world;
  const { id } = await world.register('Pago, soube-se depois');
  const registration = testEnv.pool({ connectionString: testEnv.env('registration').DATABASE_URL, max: 1 });
  await registration.query(
    `UPDATE registrations SET status = 'certificate_issued', payment_paid_at = now(),
       government_submitted_at = now(), certificate_issued_at = now()
     WHERE id = $1`,
    [id],
  );
  await certificates.getCertificate({ id }, { token: owner.token });
  expect(await eventually('logged', () => logged(id))).toEqual(['deposited', 'certified']);

  const eventId = newId();
  const data = { registrationId: id, userId: owner.id, title: 'T', toStatus: 'paid' };
  const bus = await testEnv.bus();
  await bus.publish({
    id: eventId,
    type: facts.statusChanged.type,
    aggregate_id: id,
    version: 9,
    data,
    traceparent: null,
    created_at: new Date(),
  });
  await eventually('it was taken', async () => {
    const { rows } = await world.pool.query('SELECT 1 FROM inbox WHERE event_id = $1', [eventId]);
    return rows.length === 1;
  });
  expect(await logged(id)).toEqual(['deposited', 'certified']);
  const { content } = await certificates.getProof({ id }, { token: owner.token });
  const checks = checkBundle(await unzip(content));
  expect(checks.filter(({ outcome }) => outcome === 'fails')).toEqual([]);
  expect(checks.map(({ part }) => part)).toContain('deposito/manifesto.json');
});
