import { expect, it } from 'vitest';
import { createLogger } from '../src/log.ts';
import { startBus } from '../src/nats.ts';
import { closeAfterTests, createTestEnvironment } from '../src/testing.ts';

const testEnv = await closeAfterTests(createTestEnvironment('schemas'));

it('connects to a cluster while one server is down', async () => {
  const url = new URL(testEnv.natsUrl);
  const port = url.port;
  url.port = '1';
  const bus = startBus({
    url: `${url.href.replace(/\/$/, '')},${url.hostname}:${port}`,
    prefix: testEnv.natsPrefix,
    service: 'test-cluster',
    keys: testEnv.keys('identity'),
    log: createLogger('test', 'silent'),
  });
  try {
    await expect(bus.ready()).resolves.toBeUndefined();
  } finally {
    await bus.stop();
  }
});
