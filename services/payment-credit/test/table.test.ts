import { readdirSync, readFileSync } from 'node:fs';
import { PaymentsService } from '@g2/proto/payment';
import { expect, it } from 'vitest';

const here = new URL('./', import.meta.url);
const tests = readdirSync(here)
  .filter((name) => /\.int\.test\.ts$|^(world|payments|vouchers)\.ts$/.test(name))
  .map((name) => readFileSync(new URL(name, here), 'utf8'))
  .join('\n');

it.each(Object.keys(PaymentsService))('rpc %s is called by an integration test', (name) => {
  expect(tests).toContain(`rpc.${name}(`);
});
