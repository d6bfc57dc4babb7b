import { readdirSync, readFileSync } from 'node:fs';
import { RegistrationsService } from '@g2/proto/registration';
import { expect, it } from 'vitest';

const here = new URL('./', import.meta.url);
const tests = readdirSync(here)
  .filter((name) => /\.int\.test\.ts$|^(world|queued)\.ts$/.test(name))
  .map((name) => readFileSync(new URL(name, here), 'utf8'))
  .join('\n');

it.each(Object.keys(RegistrationsService))('%s is called by an integration test', (name) => {
  expect(tests).toMatch(new RegExp(`\\.${name}\\(`));
});
