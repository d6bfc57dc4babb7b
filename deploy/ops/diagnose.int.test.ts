import { newId } from '@g2/kit/ids';
import { closeAfterTests, createTestEnvironment } from '@g2/kit/testing';
import { expect, it } from 'vitest';
import { openSources } from './diagnose/sources.ts';
import { diagnose } from './diagnose.ts';

const testEnv = await closeAfterTests(createTestEnvironment());
const sources = await closeAfterTests(openSources(testEnv.adminUrl, testEnv.natsUrl));
const pool = testEnv.pool({ connectionString: testEnv.adminUrl, max: 1 });
const said = async () => (await diagnose(sources, ['effects'])).get('effects');
const consumer = 'certificate-registration-status_changed';

async function publish(ago: string): Promise<string> {
  const id = newId();
  await pool.query(
    `INSERT INTO registration.outbox (id, type, aggregate_id, version, data, published_at)
     VALUES ($1, 'registration.status_changed', 'a', 1, '{}', now() - $2::interval)`,
    [id, ago],
  );
  return id;
}

it('reports published events that a consumer has not handled, with their age', async () => {
  const us = (Date.now() - 600_000) * 1_000;
  await pool.query('INSERT INTO certificate.consumer_positions VALUES ($1, $2, 0)', [consumer, us]);
  // Identity consumes the same events, but starts now and so missed none of them.
  await pool.query(
    `INSERT INTO identity.consumer_positions VALUES ('identity-registration-status_changed', $1, 0)`,
    [Date.now() * 1_000],
  );
  await publish('30 s');
  await publish('1 hour');
  const handled = await publish('5 minutes');
  await pool.query('INSERT INTO certificate.inbox (consumer, event_id) VALUES ($1, $2)', [consumer, handled]);
  const givenUp = await publish('5 minutes');
  await pool.query(
    'INSERT INTO certificate.missed_events (consumer, event_id, given_up) VALUES ($1, $2, true)',
    [consumer, givenUp],
  );
  expect(await said()).toEqual([]);

  await publish('4 minutes');
  expect(await said()).toEqual([`${consumer}: 1 published and not handled, the oldest for 4 min`]);
  // An older event that the consumer's comparison found missing is reported as well.
  const found = await publish('3 hours');
  await pool.query('INSERT INTO certificate.missed_events (consumer, event_id) VALUES ($1, $2)', [
    consumer,
    found,
  ]);
  expect(await said()).toEqual([`${consumer}: 2 published and not handled, the oldest for 3 h 0 min`]);
});
