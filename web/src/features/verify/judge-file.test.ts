import { describe, expect, it } from 'vitest';
import type { CheckedFile } from './check-file.ts';
import { judgeFile } from './judge-file.ts';
import { texts } from './texts.ts';

const NUMBER = 'G2-2026-000001-1ECC-P';
const one = (number: string, status: 'valid' | 'superseded' | 'revoked' = 'valid') => ({
  number,
  status,
  issuedAt: '2026-03-02T12:00:00.000Z',
  of: 'file' as const,
  payment: null,
});
const checked = (changes: Partial<CheckedFile>): CheckedFile => ({
  name: 'a.zip',
  size: 1,
  hash: '0'.repeat(64),
  isDeposited: false,
  items: [],
  isBundle: false,
  failure: null,
  ...changes,
});

describe('the verdict on a file that is not compared with a certificate', () => {
  it.each([
    ['found valid', { items: [one(NUMBER)] }, 'good'],
    ['found revoked alone', { items: [one(NUMBER, 'revoked')] }, 'open'],
    ['found revoked and valid', { items: [one('x', 'revoked'), one(NUMBER)] }, 'good'],
    ['not found', {}, 'bad'],
    ['not asked', { failure: 'away' }, 'open'],
    ['asked too often', { failure: 'limited' }, 'open'],
  ] as const)('%s', (_what, changes, says) => {
    expect(
      judgeFile(
        checked({ ...changes, items: [...('items' in changes ? changes.items : [])] }),
        null,
        texts.file,
      ).says,
    ).toBe(says);
  });
});

describe('the verdict on a file compared with a certificate', () => {
  const against = (changes: Partial<CheckedFile>) => judgeFile(checked(changes), NUMBER, texts.file);

  it('is good for deposited file, certificate PDF and evidence bundle, with different titles', () => {
    const titles = [{ isDeposited: true }, { items: [one(NUMBER)] }, { items: [one(NUMBER)], isBundle: true }]
      .map(against)
      .map(({ says, title }) => `${says} ${title}`);
    expect(new Set(titles).size).toBe(3);
    for (const title of titles) expect(title).toMatch(/^good /);
  });

  it('is bad for a file of another certificate, which is linked, and for a file of none', () => {
    expect(against({ items: [one('G2-2026-000002-1ECC-W')] })).toMatchObject({
      says: 'bad',
      shown: [{ number: 'G2-2026-000002-1ECC-W' }],
    });
    expect(against({})).toMatchObject({ says: 'bad', shown: [] });
  });

  it('is undetermined when the lookup failed', () => {
    expect(against({ failure: 'away' }).says).toBe('open');
  });
});
