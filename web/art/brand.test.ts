import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BRAND } from '@g2/gateway/contract/brand';
import { expect, it } from 'vitest';

const WEB = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(WEB, file), 'utf8');

it('the light theme has the colours of documents and mails', () => {
  const [light = ''] = read('src/app/theme.css').split('@media screen');
  const token = (name: string) => new RegExp(`--g2-${name}: (#[0-9a-f]{6});`).exec(light)?.[1];
  expect([token('accent'), token('ink'), token('ink-2'), token('line'), token('bg'), token('deep')]).toEqual([
    BRAND.green,
    BRAND.ink,
    BRAND.soft,
    BRAND.line,
    BRAND.ground,
    BRAND.deep,
  ]);
});

it('the picture of the certificate is printed in them', () => {
  const art = read('src/shared/certificate/art.tsx');
  expect(art).toContain(BRAND.green);
  for (const name of ['green', 'ink', 'soft', 'fold', 'tint']) expect(art).toContain(`BRAND.${name}`);
});
