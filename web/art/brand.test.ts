import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BRAND } from '@g2/gateway/contract/brand';
import { expect, it } from 'vitest';

const WEB = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(WEB, file), 'utf8');

it('the light theme uses the brand colours of the PDF documents and e-mails', () => {
  const [lightTheme = ''] = read('src/app/theme.css').split('@media screen');
  const token = (name: string) => new RegExp(`--g2-${name}: (#[0-9a-f]{6});`).exec(lightTheme)?.[1];
  expect([token('accent'), token('ink'), token('ink-2'), token('line'), token('bg'), token('deep')]).toEqual([
    BRAND.green,
    BRAND.ink,
    BRAND.soft,
    BRAND.line,
    BRAND.ground,
    BRAND.deep,
  ]);
});

it('the certificate illustration uses the brand colours', () => {
  const illustration = read('src/shared/certificate/art.tsx');
  expect(illustration).toContain(BRAND.green);
  for (const name of ['green', 'ink', 'soft', 'fold', 'tint'])
    expect(illustration).toContain(`BRAND.${name}`);
});
