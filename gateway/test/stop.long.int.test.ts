import { expect, it } from 'vitest';
import { ownWorld } from './world.ts';

// The grace period equals the drain time, which leaves streams only the fixed closing time.
const world = await ownWorld({ SHUTDOWN_GRACE_MS: '300', SHUTDOWN_DRAIN_MS: '300' });

it('[stop-streams] ends event streams on stop without cutting them', async () => {
  const { cookie = '' } = await world.signUpClient();
  const stream = await fetch(`${world.gateway.url}/api/events`, { headers: { cookie } });
  // This header prevents another request on the connection while it closes.
  expect(stream.headers.get('connection')).toBe('close');
  const text = stream.text();
  await world.gateway.stop();
  expect(await text).toContain('event: ping');
});
