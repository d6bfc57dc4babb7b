import type { RegistrationStatus } from '@g2/gateway/contract/statuses';
import { describe, expect, it } from 'vitest';
import { correctionRounds, JURISDICTION_OPTIONS, statusIndex } from './status.ts';

describe('statuses and jurisdictions', () => {
  it('statusIndex follows the order of the process', () => {
    expect(statusIndex('submitted')).toBe(0);
    expect(statusIndex('reviewing')).toBe(2);
    expect(statusIndex('certificate_issued')).toBe(5);
  });
  it('offers the four jurisdictions of the wizard', () => {
    expect(JURISDICTION_OPTIONS.map((option) => option.label)).toEqual([
      'Global',
      'Brasil',
      'Estados Unidos',
      'União Europeia',
    ]);
  });
});

describe('rounds of corrections', () => {
  const change = (fromStatus: RegistrationStatus | null, toStatus: RegistrationStatus, minute: number) => ({
    fromStatus,
    toStatus,
    createdAt: `2026-11-21T12:0${minute}:00.000Z`,
    reason: toStatus === 'submitted' && fromStatus !== null ? `motivo ${minute}` : null,
  });
  const begun = [
    change(null, 'submitted', 0),
    change('submitted', 'paid', 1),
    change('paid', 'reviewing', 2),
  ];

  it('finds no round of corrections in a registration that was never sent back', () => {
    expect(correctionRounds([])).toEqual([]);
    expect(correctionRounds(begun)).toEqual([]);
  });
  it('gives each round of corrections its request, its reason and its resubmission', () => {
    const first = [...begun, change('reviewing', 'submitted', 3)];
    const asked = { askedAt: '2026-11-21T12:03:00.000Z', reason: 'motivo 3' };
    expect(correctionRounds(first)).toEqual([{ ...asked, resubmittedAt: null }]);
    const again = [
      ...first,
      change('submitted', 'paid', 4),
      change('paid', 'reviewing', 5),
      change('reviewing', 'government_processing', 6),
      change('government_processing', 'submitted', 7),
    ];
    expect(correctionRounds(again)).toEqual([
      { ...asked, resubmittedAt: '2026-11-21T12:04:00.000Z' },
      { askedAt: '2026-11-21T12:07:00.000Z', reason: 'motivo 7', resubmittedAt: null },
    ]);
  });
});
