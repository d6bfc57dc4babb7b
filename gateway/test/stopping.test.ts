import { loadConfig } from '@g2/kit/env';
import { createLogger } from '@g2/kit/log';
import { expect, it } from 'vitest';
import { config } from '../src/config.ts';
import { start } from '../src/gateway.ts';
import { ENV } from './stage.ts';

it('a gateway that stops says so while it still answers, each answer the last of its connection', async () => {
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
