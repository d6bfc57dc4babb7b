import { on } from 'node:events';
import { connect } from 'node:net';
// oxlint-disable-next-line no-restricted-imports -- longer than a time limit of Node itself
import { setTimeout as delay } from 'node:timers/promises';
import { loadConfig } from '@g2/kit/env';
import { createLogger } from '@g2/kit/log';
import { expect, it } from 'vitest';
import { config } from '../src/config.ts';
import { start } from '../src/gateway.ts';
import { ENV } from './test-gateway.ts';

it('announces the stop with `Connection: close` while still responding', async () => {
  const env = { ...ENV, SHUTDOWN_GRACE_MS: '10000', SHUTDOWN_DRAIN_MS: '1000' };
  const gateway = await start(loadConfig(config, env), { log: createLogger('gateway', 'silent') });
  const ask = async (path: string) => {
    const { status, headers } = await fetch(`${gateway.url}${path}`);
    return [status, headers.get('connection')];
  };
  expect(await ask('/readyz')).toEqual([200, 'keep-alive']);
  const stopped = gateway.stop();
  expect(await ask('/readyz')).toEqual([503, 'close']);
  expect(await ask('/livez')).toEqual([200, 'close']);
  await stopped;
  await expect(ask('/livez')).rejects.toThrow();
});

it('[kept-open] keeps an idle connection open on stop until its next request', async () => {
  const env = { ...ENV, SHUTDOWN_GRACE_MS: '60000', SHUTDOWN_KEPT_MS: '50000' };
  const gateway = await start(loadConfig(config, env), { log: createLogger('gateway', 'silent') });
  const kept = connect(gateway.httpPort, '127.0.0.1');
  const answers = on(kept, 'data');
  const ask = async () => {
    kept.write('GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n');
    return String((await answers.next()).value);
  };
  expect(await ask()).toMatch(/^connection: keep-alive/im);
  const stopped = gateway.stop();
  // Long enough for a server without a drain to close its idle connections.
  await delay(500);
  expect(await ask()).toMatch(/^connection: close/im);
  await stopped;
});
