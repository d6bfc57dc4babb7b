import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { event, subscribeTo } from '@g2/kit/events';
import { newId } from '@g2/kit/ids';
import { createLogger } from '@g2/kit/log';
import { type Bus, startBus } from '@g2/kit/nats';
import { emit } from '@g2/kit/outbox';
import { republishEvents } from '@g2/kit/republish';
import { createStreams } from '@g2/kit/streams';
import { eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ping, startWorld, type World } from '../../../services/kit/test/world.ts';
import { type Server, startNats } from '../../stack/infra.ts';

const folder = mkdtempSync(join(tmpdir(), 'g2-nats-lost-'));
const dataDir = join(folder, 'nats');
const paidFact = facts.registrationPaid;
const lines: string[] = [];
const log = createLogger('test', 'error', { write: (line) => lines.push(line) });
let nats: Server & { url: string; port: number };
let world: World;
const replicas: Bus[] = [];

beforeAll(async () => {
  nats = await startNats({ dataDir, prefix: '*' });
  world = await startWorld({ NATS_URL: nats.url }, log);
  await operatorMakesStreams();
  for (let n = 0; n < 3; n++) {
    const options = { url: nats.url, prefix: world.testEnv.natsPrefix, log };
    const bus = startBus({ ...options, service: 'registration', keys: world.testEnv.keys('registration') });
    bus.subscribe(world.subscriptions);
    await bus.ready();
    replicas.push(bus);
  }
});

afterAll(async () => {
  await Promise.all(replicas.map((bus) => bus.stop()));
  await world?.close();
  await nats?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const operatorMakesStreams = () => createStreams(nats.url, { prefix: world.testEnv.natsPrefix, replicas: 1 });

/** Kills NATS and deletes its disk. Runs `meanwhile` before NATS returns. */
async function loseNats(meanwhile: () => Promise<unknown> = async () => {}): Promise<void> {
  process.kill(nats.pid, 'SIGKILL');
  await nats.exited;
  rmSync(dataDir, { recursive: true });
  await meanwhile();
  nats = await startNats({ dataDir, prefix: '*', port: nats.port });
}

const write = async (id: string) =>
  world.inTx((tx) => emit(tx, [event(ping, id, 1, { registrationId: id, userId: 'u' })]));
const tookEffect = (id: string) =>
  eventually(`${id} took effect`, async () => (await world.effects(id)) === 1, 20_000);
const published = (id: string) =>
  eventually('published', async () => {
    const query = 'SELECT 1 FROM outbox WHERE aggregate_id = $1 AND published_at IS NOT NULL';
    return (await world.pool.query(query, [id])).rowCount === 1;
  });

it('recreates consumers without a restart each time an operator recreates the lost streams', async () => {
  const before = newId();
  let missed = 0;
  replicas[0]?.watch(
    'registration.*',
    () => {},
    () => {
      missed += 1;
    },
  );
  await write(before);
  await tookEffect(before);
  for (let round = 0; round < 3; round++) {
    const [away, after] = [newId(), newId()];
    lines.length = 0;
    await loseNats(() => write(away));
    await eventually('the loss is logged', async () =>
      lines.join('').includes('came back without its events'),
    );
    await operatorMakesStreams();
    await tookEffect(away);
    await eventually('watchers learn that events may be missing', async () => missed === round + 1);
    await write(after);
    await tookEffect(after);
  }
  expect(await world.effects(before)).toBe(1);
}, 90_000);

it('applies undelivered events after republishing and does not apply handled events twice', async () => {
  const since = new Date();
  const had = newId();
  const lost = newId();
  await write(had);
  await world.inTx((tx) =>
    emit(tx, [event(paidFact, lost, 1, paidFact.codec.fromJSON({ registrationId: lost, userId: 'u' }))]),
  );
  await tookEffect(had);
  await published(lost);
  await loseNats();
  await operatorMakesStreams();

  const received: string[] = [];
  replicas[0]?.subscribe([
    subscribeTo(paidFact, async ({ registrationId }) => void received.push(registrationId)),
  ]);
  const later = newId();
  await write(later);
  await tookEffect(later);
  expect(received).toEqual([]);

  const url = world.testEnv.env('registration').DATABASE_URL ?? '';
  const [done] = await republishEvents(url, since, false);
  expect(done?.events).toBe(3);
  await eventually('heard', async () => received.length > 0);
  await Promise.all([had, lost, later].map(published));
  // If a republished event were delivered twice, it would arrive before this later event.
  const last = newId();
  await world.inTx((tx) =>
    emit(tx, [event(paidFact, last, 1, paidFact.codec.fromJSON({ registrationId: last, userId: 'u' }))]),
  );
  await eventually('the last is heard', async () => received.includes(last));
  expect(received).toEqual([lost, last]);
  expect([await world.effects(had), await world.effects(later)]).toEqual([1, 1]);
}, 60_000);
