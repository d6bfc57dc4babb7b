import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { KEYS, sdk } from './testing.ts';

/** Each test starts processes, which is slow on a busy machine. */
const SPAWNS = { timeout: 30_000 };
const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const ENVIRONMENT = {
  G2_DEMO: '1',
  PORT: '0',
  STRIPE_SECRET_KEY: KEYS.secretKey,
  STRIPE_PUBLISHABLE_KEY: KEYS.publishableKey,
  STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
};

function run(env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function readyUrl(child: ChildProcess): Promise<string> {
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk);
    const url = /^stripe-simulator ready: (\S+)$/m.exec(output)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`it did not start: ${output}`);
}

test.each([
  ['without G2_DEMO', { G2_DEMO: '' }],
  ['with a real secret key', { STRIPE_SECRET_KEY: 'sk_test_1' }],
  ['with a real publishable key', { STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }],
  ['without a webhook secret', { STRIPE_WEBHOOK_SECRET: '' }],
])('refuses to start %s, with an error of one line', SPAWNS, async (_name, env) => {
  const child = run({ ...ENVIRONMENT, ...env });
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += String(chunk);
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(errors).toMatch(/^stripe-simulator: [^\n]+\n$/);
});

test('keeps an acknowledged payment after a kill, and exits with 0 on SIGTERM', SPAWNS, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stripe-simulator-'));
  const env = { ...ENVIRONMENT, DATA_FILE: join(folder, 'stripe.jsonl') };
  const first = run(env);
  const params = { amount: 349_900, currency: 'brl', confirm: true, payment_method: 'pm_card_visa' };
  const paid = await sdk({ url: await readyUrl(first), stop: async () => {} }).paymentIntents.create(params);
  first.kill('SIGKILL');
  await once(first, 'exit');
  const second = run(env);
  const found = await sdk({ url: await readyUrl(second), stop: async () => {} }).paymentIntents.retrieve(
    paid.id,
  );
  expect(found).toMatchObject({ status: 'succeeded', latest_charge: paid.latest_charge });
  second.kill('SIGTERM');
  const [code] = await once(second, 'exit');
  expect(code).toBe(0);
  rmSync(folder, { recursive: true });
});
