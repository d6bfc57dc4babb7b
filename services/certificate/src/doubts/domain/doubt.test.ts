import { expect, it } from 'vitest';
import { isCertificateKept } from './doubt.ts';

const keptAt = new Date(0);

it.each([
  ['no payment is flagged', [], false],
  ['the only flag is cleared', [{ flag: null, keptAt: null }], false],
  ['no admin has decided', [{ flag: 'refunded', keptAt: null }], false],
  ['an admin keeps it', [{ flag: 'refunded', keptAt }], true],
  [
    'another payment is undecided',
    [
      { flag: 'refunded', keptAt },
      { flag: 'disputed', keptAt: null },
    ],
    false,
  ],
  [
    'another flag is cleared',
    [
      { flag: 'refunded', keptAt },
      { flag: null, keptAt: null },
    ],
    true,
  ],
])('decides whether the certificate is kept when %s', (_name, heard, kept) => {
  expect(isCertificateKept(heard)).toBe(kept);
});
