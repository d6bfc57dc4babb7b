// oxlint-disable-next-line no-restricted-imports -- work that takes a moment
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { event, subscribeTo } from '../src/events.ts';
import { newId } from '../src/ids.ts';
import { createLogger } from '../src/log.ts';
import { startBus } from '../src/nats.ts';
import { closeAfterTests, createTestEnvironment, eventually } from '../src/testing.ts';
import { ping } from './world.ts';

const testEnv = await closeAfterTests(createTestEnvironment());
const publisher = await testEnv.bus();

const publish = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const id = newId();
      const { type, aggregateId, version, data } = event(ping, id, 1, { registrationId: id, userId: 'u' });
      const row = { id, type, aggregate_id: aggregateId, version, data, traceparent: null };
      await publisher.publish({ ...row, created_at: new Date() });
    }),
  );

const startReplica = () => {
  const options = { url: testEnv.natsUrl, prefix: testEnv.natsPrefix, keys: testEnv.keys('registration') };
  return startBus({ ...options, service: 'stopping', log: createLogger('test', 'silent') });
};

it('finishes running events at a stop and leaves the others to the next process', async () => {
  await publish(200);
  const handled = new Set<string>();
  let working = 0;
  let begunAfterStop = 0;
  for (const until of [() => 1, () => handled.size + 10, () => handled.size + 10, () => 200]) {
    const enough = until();
    const bus = startReplica();
    let isStopped = false;
    bus.subscribe([
      subscribeTo(ping, async (_data, { eventId }) => {
        if (isStopped) begunAfterStop++;
        working++;
        await sleep(20);
        working--;
        handled.add(eventId);
      }),
    ]);
    await eventually('some are handled', async () => handled.size >= enough);
    await bus.stop();
    isStopped = true;
    expect(working).toBe(0);
  }
  expect(begunAfterStop).toBe(0);
});

it('stops a bus before it has connected, so that ready() rejects', async () => {
  const bus = startReplica();
  await bus.stop();
  await expect(bus.ready()).rejects.toThrow('stopped');
});
