import { expect, it } from 'vitest';
import { isCertificateKept } from './doubt.ts';

const keptAt = new Date(0);

it.each([
  ['nothing was heard', [], false],
  ['all of it is over', [{ flag: null, keptAt: null }], false],
  ['no admin has decided', [{ flag: 'refunded', keptAt: null }], false],
  ['an admin keeps it', [{ flag: 'refunded', keptAt }], true],
  [
    'another payment is still to be looked at',
    [
      { flag: 'refunded', keptAt },
      { flag: 'disputed', keptAt: null },
    ],
    false,
  ],
  [
    'what is over asks for nothing',
    [
      { flag: 'refunded', keptAt },
      { flag: null, keptAt: null },
    ],
    true,
  ],
])('%s', (_name, heard, kept) => {
  expect(isCertificateKept(heard)).toBe(kept);
});
