import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from './server.ts';
import { confirmByBrowser, createIntent, KEYS, sdk } from './testing.ts';

let simulator: RunningSimulator;

beforeAll(async () => {
  simulator = await startSimulator(KEYS);
});
afterAll(() => simulator.stop());

const json = { 'content-type': 'application/json' };
const setMode = (path: string, headers: Record<string, string>, body = '{"mode":"drop"}') =>
  fetch(`${simulator.url}${path}`, { method: 'POST', headers, body });
const mode = async (): Promise<unknown> =>
  ((await (await fetch(`${simulator.url}/_sim/webhooks`)).json()) as { mode: unknown }).mode;

test.each([
  ['a foreign origin', '/_sim/webhooks', { ...json, origin: 'http://evil.example' }, 403],
  ['the origin null', '/_sim/webhooks', { ...json, origin: 'null' }, 403],
  ['a form from a foreign origin', '/_sim/webhooks', form('http://evil.example'), 403],
  ['a cross-site Sec-Fetch-Site header', '/_sim/webhooks', { ...json, 'sec-fetch-site': 'cross-site' }, 403],
  [
    'a foreign origin and an encoded path',
    '/%5Fsim/webhooks',
    { ...json, origin: 'http://evil.example' },
    403,
  ],
  ['a body of type text/plain', '/_sim/webhooks', { 'content-type': 'text/plain' }, 415],
])('refuses a control call with %s', async (_what, path, headers, status) => {
  expect((await setMode(path, headers)).status).toBe(status);
  expect(await mode()).toBe('normal');
});

test('does not list payment intents to another site', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' };
  expect((await fetch(`${simulator.url}/_sim/payment_intents`, { headers })).status).toBe(403);
});

test('accepts control calls by programs, and payments by browsers of any origin', async () => {
  expect((await setMode('/_sim/webhooks', json, '{"mode":"delay"}')).status).toBe(200);
  expect((await setMode('/_sim/webhooks', form(), 'mode=normal')).status).toBe(200);
  expect(await mode()).toBe('normal');
  const paid = await confirmByBrowser(simulator, await createIntent(sdk(simulator)), {
    number: '4242424242424242',
  });
  expect(paid.status).toBe(200);
  expect(paid.headers.get('access-control-allow-origin')).toBe('*');
});

function form(origin?: string): Record<string, string> {
  return { 'content-type': 'application/x-www-form-urlencoded', ...(origin ? { origin } : {}) };
}
