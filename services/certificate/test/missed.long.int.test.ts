import { loadConfig } from '@g2/kit/env';
import { createLogger } from '@g2/kit/log';
import type { RunningService } from '@g2/kit/service';
import { closeAfterTests, eventually } from '@g2/kit/testing';
import { createEventLoss, handledMissedEvents } from '@g2/kit/testing-missed';
import { facts } from '@g2/proto/facts';
import { beforeAll, expect, it } from 'vitest';
import { config } from '../src/config.ts';
import { start } from '../src/service.ts';
import { STEPS, startRegistrations } from './world.ts';

/** Tests events that the stream loses while the certificate service is stopped. */
const around = await closeAfterTests(startRegistrations());
const { testEnv, register, advance } = around;
const losing = await closeAfterTests(createEventLoss(testEnv, 'certificate', ['registration']));
const env = testEnv.env('certificate', { REGISTRATION_GRPC: around.grpc });
const pool = testEnv.pool({ connectionString: env.DATABASE_URL, max: 2 });
const { type } = facts.statusChanged;
const effect = 'certificate-registration-status_changed';
const begin = () => start(loadConfig(config, env), { log: createLogger('certificate', 'silent') });
let certificate: RunningService;

beforeAll(async () => {
  certificate = await begin();
  await losing.begun([certificate]);
  return () => certificate.stop();
});

const kindsOf = async (id: string): Promise<string[]> => {
  const query = 'SELECT kind FROM evidence WHERE registration_id = $1 ORDER BY seq';
  return (await pool.query<{ kind: string }>(query, [id])).rows.map(({ kind }) => kind);
};
const certificatesOf = async (id: string) =>
  (await pool.query('SELECT FROM certificates WHERE registration_id = $1', [id])).rowCount;

/** Advances the registration; the certificate service never receives the last event. */
async function advanceWithoutEvent(id: string, steps: readonly string[]): Promise<void> {
  await advance(id, steps.slice(0, -1));
  await losing.published();
  await certificate.stop();
  await advance(id, steps.slice(-1));
  await losing.published();
  await losing.deleteNewest(type);
  certificate = await begin();
}

it('records evidence of a payment after its event was lost', async () => {
  const before = await handledMissedEvents(effect);
  const { id } = await register('Pago sem notícia');
  await eventually('its arrival', async () => (await kindsOf(id)).length === 1);
  await advanceWithoutEvent(id, ['paid']);
  await losing.compared(
    'evidence',
    () => [certificate],
    async () => (await kindsOf(id)).length === 2,
  );
  expect(await kindsOf(id)).toEqual(['deposited', 'paid']);
  await eventually('counted', async () => (await handledMissedEvents(effect)) === before + 1);
});

it('issues a certificate once after its event was lost', async () => {
  const before = await handledMissedEvents(effect);
  const { id } = await register('Emitido sem notícia');
  await advanceWithoutEvent(id, STEPS);
  await losing.compared(
    'a certificate',
    () => [certificate],
    async () => (await certificatesOf(id)) === 1,
  );
  await eventually('counted', async () => (await handledMissedEvents(effect)) === before + 1);
  expect(await kindsOf(id)).toEqual(['deposited', 'paid', 'certified']);
  expect(await certificatesOf(id)).toBe(1);
});
