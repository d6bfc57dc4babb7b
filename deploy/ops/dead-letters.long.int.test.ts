import { type Envelope, signEnvelope } from '@g2/kit/envelope';
import { subscribeTo } from '@g2/kit/events';
import { newId } from '@g2/kit/ids';
import { createLogger } from '@g2/kit/log';
import { type Bus, startBus } from '@g2/kit/nats';
import { createTestEnvironment, eventually, type TestEnvironment } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import { jetstream } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectNats } from './backup/stream.ts';
import { type DeadLetter, listDeadLetters, replayEvent } from './dead-letters.ts';

let testEnv: TestEnvironment;
let bus: Bus;
let nc: NatsConnection;
const taken: { registrationId: string; eventId: string; version: number }[] = [];

beforeAll(async () => {
  testEnv = await createTestEnvironment();
  nc = await connectNats(testEnv.natsUrl);
  // Connects as the user payment-credit, with the NATS permissions of that service.
  bus = startBus({
    url: testEnv.env('payment-credit').NATS_URL ?? '',
    prefix: testEnv.natsPrefix,
    service: 'payment-credit',
    keys: testEnv.keys('payment-credit'),
    log: createLogger('payment-credit', 'silent'),
  });
  bus.subscribe([
    subscribeTo(facts.registrationDeleted, async ({ registrationId }, { eventId, version }) => {
      taken.push({ registrationId, eventId, version });
    }),
  ]);
  await bus.ready();
});
afterAll(async () => {
  await bus?.stop();
  await nc?.close();
  await testEnv?.close();
});

const { type } = facts.registrationDeleted;
const newEvent = (): Envelope => ({
  id: newId(),
  type,
  aggregateId: newId(),
  version: 7,
  time: new Date().toISOString(),
  data: JSON.stringify({ registrationId: newId() }),
});

async function publish(event: Envelope, signature?: string): Promise<void> {
  const head = headers();
  head.set('Nats-Msg-Id', event.id);
  head.set('g2-aggregate', event.aggregateId);
  head.set('g2-version', String(event.version));
  head.set('g2-time', event.time);
  if (signature) head.set('g2-signature', signature);
  await jetstream(nc).publish(`${testEnv.natsPrefix}.${type}`, event.data, { headers: head });
}

const letters = () => listDeadLetters(testEnv.natsUrl, testEnv.natsPrefix);
const letterOf = (event: Envelope) =>
  eventually('there is a letter', async () => (await letters()).find(({ eventId }) => eventId === event.id));
/** Makes a dead letter older than the two minutes after which a replay is allowed. */
const later = (letter: DeadLetter): DeadLetter => ({ ...letter, at: new Date(0) });

it('replays a signed event that has expired from the stream', async () => {
  const event = newEvent();
  // Lets the consumer write a dead letter, to copy its fields.
  const odd = newEvent();
  await publish(odd);
  const shape = await letterOf(odd);
  const { seq: _, at: __, ...written } = shape;
  const letter = {
    ...written,
    eventId: event.id,
    aggregateId: event.aggregateId,
    version: event.version,
    time: event.time,
    signature: signEnvelope(testEnv.keys('registration'), event),
    data: event.data,
  };
  await jetstream(nc).publish(`${testEnv.natsPrefix}dead.${type}`, JSON.stringify(letter));
  const found = await letterOf(event);
  await expect(replayEvent(testEnv.natsUrl, [found], testEnv.natsPrefix)).rejects.toThrow(/two minutes old/);
  expect(taken).toEqual([]);

  await replayEvent(testEnv.natsUrl, [later(found)], testEnv.natsPrefix);
  const { registrationId } = JSON.parse(event.data) as { registrationId: string };
  await eventually('it is taken', async () => taken.length > 0);
  expect(taken).toEqual([{ registrationId, eventId: event.id, version: 7 }]);
  expect((await letters()).map(({ eventId }) => eventId)).not.toContain(event.id);
});

it('refuses to replay events without a signature or with a wrong one', async () => {
  const event = newEvent();
  await publish(event);
  const letter = await letterOf(event);
  expect(letter.reason).toMatch(/not signed/);
  await expect(replayEvent(testEnv.natsUrl, [later(letter)], testEnv.natsPrefix)).rejects.toThrow(
    /not signed/,
  );
  expect((await letters()).map(({ eventId }) => eventId)).toContain(event.id);

  const foreign = newEvent();
  await publish(foreign, signEnvelope(testEnv.keys('certificate'), foreign));
  expect((await letterOf(foreign)).reason).toMatch(/not signed by the owner/);
  expect(taken.map(({ eventId }) => eventId)).not.toContain(foreign.id);
});
