import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { stackDataDir, stackFacts } from './shared-stack.ts';

/** What happens at the card provider: a refund by hand, a bank's dispute. */
export async function atProvider(path: string, form: Record<string, string>): Promise<void> {
  const secrets = JSON.parse(readFileSync(join(stackDataDir(), 'secrets.json'), 'utf8')) as {
    simulator: { secretKey: string };
  };
  const response = await fetch(stackFacts().stripeSimulatorUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${secrets.simulator.secretKey}` },
    body: new URLSearchParams(form),
  });
  expect(response.status, await response.text()).toBe(200);
}
