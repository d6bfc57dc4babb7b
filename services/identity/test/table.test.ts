import { readdirSync, readFileSync } from 'node:fs';
import { IdentityService } from '@g2/proto/identity';
import { expect, it } from 'vitest';

const here = new URL('./', import.meta.url);
const tests = readdirSync(here)
  .filter((name) => /\.int\.test\.ts$|^(world|factors)\.ts$/.test(name))
  .map((name) => readFileSync(new URL(name, here), 'utf8'))
  .join('\n');

it.each(Object.keys(IdentityService))('%s is called by an integration test', (name) => {
  expect(tests).toContain(`rpc.${name}(`);
});
