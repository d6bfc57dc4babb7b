import { expect, it } from 'vitest';
import { createLogger } from '../src/log.ts';
import { startBus } from '../src/nats.ts';
import { closeAfterTests, createTestEnvironment } from '../src/testing.ts';

const bed = await closeAfterTests(createTestEnvironment('schemas'));

it('connects to a cluster while one server is down', async () => {
  const url = new URL(bed.natsUrl);
  const port = url.port;
  url.port = '1';
  const bus = startBus({
    url: `${url.href.replace(/\/$/, '')},${url.hostname}:${port}`,
    prefix: bed.natsPrefix,
    service: 'test-cluster',
    keys: bed.keys('identity'),
    log: createLogger('test', 'silent'),
  });
  try {
    await expect(bus.ready()).resolves.toBeUndefined();
  } finally {
    await bus.stop();
  }
});
