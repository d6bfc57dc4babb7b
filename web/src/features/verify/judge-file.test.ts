import { describe, expect, it } from 'vitest';
import type { CheckedFile } from './check-file.ts';
import { judgeFile } from './judge-file.ts';
import { texts } from './texts.ts';

const CHECKED_NUMBER = 'G2-2026-000001-1ECC-P';
const foundCertificate = (number: string, status: 'valid' | 'superseded' | 'revoked' = 'valid') => ({
  number,
  status,
  issuedAt: '2026-03-02T12:00:00.000Z',
  of: 'file' as const,
  payment: null,
});
const checkedFile = (changes: Partial<CheckedFile>): CheckedFile => ({
  name: 'a.zip',
  size: 1,
  hash: '0'.repeat(64),
  isDeposited: false,
  certificates: [],
  isBundle: false,
  failure: null,
  ...changes,
});

describe('the verdict on a file that is not compared with a certificate', () => {
  it.each([
    [
      'with a valid certificate as confirmed',
      { certificates: [foundCertificate(CHECKED_NUMBER)] },
      'confirmed',
    ],
    [
      'with only a revoked certificate as undetermined',
      { certificates: [foundCertificate(CHECKED_NUMBER, 'revoked')] },
      'undetermined',
    ],
    [
      'with a revoked and a valid certificate as confirmed',
      { certificates: [foundCertificate('x', 'revoked'), foundCertificate(CHECKED_NUMBER)] },
      'confirmed',
    ],
    ['without a certificate as rejected', {}, 'rejected'],
    ['as undetermined when the lookup failed', { failure: 'away' }, 'undetermined'],
    ['as undetermined after too many lookups', { failure: 'limited' }, 'undetermined'],
  ] as const)('judges a file %s', (_case, changes, outcome) => {
    expect(
      judgeFile(
        checkedFile({
          ...changes,
          certificates: [...('certificates' in changes ? changes.certificates : [])],
        }),
        null,
        texts.file,
      ).outcome,
    ).toBe(outcome);
  });
});

describe('the verdict on a file compared with a certificate', () => {
  const compare = (changes: Partial<CheckedFile>) =>
    judgeFile(checkedFile(changes), CHECKED_NUMBER, texts.file);

  it('confirms the deposited file, the certificate’s PDF and its evidence bundle with different titles', () => {
    const certificates = [foundCertificate(CHECKED_NUMBER)];
    const titles = [{ isDeposited: true }, { certificates }, { certificates, isBundle: true }]
      .map(compare)
      .map(({ outcome, title }) => `${outcome} ${title}`);
    expect(new Set(titles).size).toBe(3);
    for (const title of titles) expect(title).toMatch(/^confirmed /);
  });

  it('rejects a file that belongs to another certificate, and names that certificate', () => {
    expect(compare({ certificates: [foundCertificate('G2-2026-000002-1ECC-W')] })).toMatchObject({
      outcome: 'rejected',
      certificates: [{ number: 'G2-2026-000002-1ECC-W' }],
    });
  });
  it('rejects a file that belongs to no certificate', () => {
    expect(compare({})).toMatchObject({ outcome: 'rejected', certificates: [] });
  });

  it('judges the file as undetermined when the lookup failed', () => {
    expect(compare({ failure: 'away' }).outcome).toBe('undetermined');
  });
});
