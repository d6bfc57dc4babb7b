import { expect, it } from 'vitest';
import { ownWorld } from './world.ts';

// As short as the drain.
const world = await ownWorld({ SHUTDOWN_GRACE_MS: '300', SHUTDOWN_DRAIN_MS: '300' });

it('[stop-streams] a gateway that stops ends its event streams, and cuts none', async () => {
  const { cookie = '' } = await world.newcomer();
  const stream = await fetch(`${world.gateway.url}/api/events`, { headers: { cookie } });
  // Nobody asks anything else on its connection as it ends.
  expect(stream.headers.get('connection')).toBe('close');
  const text = stream.text();
  await world.gateway.stop();
  expect(await text).toContain('event: ping');
});
