import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { event, subscribeTo } from '../src/events.ts';
import { newId } from '../src/ids.ts';
import { createLogger } from '../src/log.ts';
import { startBus } from '../src/nats.ts';
import { emit } from '../src/outbox.ts';
import { createStreams, eventStream } from '../src/streams.ts';
import { eventually } from '../src/testing.ts';
import { ping, startWorld, type World } from './world.ts';

let nc: NatsConnection;
let world: World;

const optionsOf = (url: string) => {
  const { host, username, password } = new URL(url);
  return { servers: host, ...(username ? { user: username, pass: password } : {}) };
};

beforeAll(async () => {
  world = await startWorld();
  nc = await connect(optionsOf(world.testEnv.natsUrl));
});

afterAll(async () => {
  await nc?.close();
  await world?.close();
});

it('updates a stream and a consumer that an earlier release created with other settings', async () => {
  const jsm = await jetstreamManager(nc);
  const { natsPrefix } = world.testEnv;
  const stream = eventStream(natsPrefix);
  const durable = 'registration-registration-deleted';
  await eventually(
    'consumer is there',
    async () => (await jsm.consumers.info(stream, durable)) !== undefined,
  );
  await jsm.consumers.update(stream, durable, { ack_wait: 60 * 1_000_000_000 });
  await jsm.streams.update(stream, { max_age: 24 * 3_600 * 1_000_000_000 });

  await createStreams(world.testEnv.natsUrl, { prefix: natsPrefix, replicas: 1 });
  const bus = startBus({
    url: world.testEnv.natsUrl,
    prefix: natsPrefix,
    service: 'registration',
    keys: world.testEnv.keys('registration'),
    log: createLogger('test', 'silent'),
  });
  bus.subscribe([subscribeTo(ping, async () => {})]);
  await bus.ready();
  expect((await jsm.streams.info(stream)).config.max_age).toBe(30 * 24 * 3_600 * 1_000_000_000);
  await eventually('the consumer has the settings of this version', async () => {
    const { config } = await jsm.consumers.info(stream, durable);
    return config.ack_wait === 10 * 1_000_000_000;
  });
  await bus.stop();
  const id = newId();
  await world.inTx((tx) => emit(tx, [event(ping, id, 1, { registrationId: id, userId: 'u' })]));
  await eventually('events still take effect', async () => (await world.effects(id)) === 1, 20_000);
});
