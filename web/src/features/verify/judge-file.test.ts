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
    ['with a valid certificate as good', { items: [one(NUMBER)] }, 'good'],
    ['with only a revoked certificate as open', { items: [one(NUMBER, 'revoked')] }, 'open'],
    ['with a revoked and a valid certificate as good', { items: [one('x', 'revoked'), one(NUMBER)] }, 'good'],
    ['without a certificate as bad', {}, 'bad'],
    ['as open when the lookup failed', { failure: 'away' }, 'open'],
    ['as open after too many lookups', { failure: 'limited' }, 'open'],
  ] as const)('judges a file %s', (_what, changes, outcome) => {
    expect(
      judgeFile(
        checked({ ...changes, items: [...('items' in changes ? changes.items : [])] }),
        null,
        texts.file,
      ).outcome,
    ).toBe(outcome);
  });
});

describe('the verdict on a file compared with a certificate', () => {
  const against = (changes: Partial<CheckedFile>) => judgeFile(checked(changes), NUMBER, texts.file);

  it('judges deposited file, certificate PDF and evidence bundle as good, by different titles', () => {
    const titles = [{ isDeposited: true }, { items: [one(NUMBER)] }, { items: [one(NUMBER)], isBundle: true }]
      .map(against)
      .map(({ outcome, title }) => `${outcome} ${title}`);
    expect(new Set(titles).size).toBe(3);
    for (const title of titles) expect(title).toMatch(/^good /);
  });

  it('judges a file of another certificate, which it links, and a file of none as bad', () => {
    expect(against({ items: [one('G2-2026-000002-1ECC-W')] })).toMatchObject({
      outcome: 'bad',
      shown: [{ number: 'G2-2026-000002-1ECC-W' }],
    });
    expect(against({})).toMatchObject({ outcome: 'bad', shown: [] });
  });

  it('judges a compared file as open when the lookup failed', () => {
    expect(against({ failure: 'away' }).outcome).toBe('open');
  });
});
