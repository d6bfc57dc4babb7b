import type { RegistrationStatus } from '@g2/gateway/contract/status-terms';
import { describe, expect, it } from 'vitest';
import { correctionRounds, JURISDICTION_OPTIONS, statusIndex } from './status.ts';

describe('statuses and jurisdictions', () => {
  it('statusIndex returns the position of a status in the registration process', () => {
    expect(statusIndex('submitted')).toBe(0);
    expect(statusIndex('reviewing')).toBe(2);
    expect(statusIndex('certificate_issued')).toBe(5);
  });
  it('JURISDICTION_OPTIONS has the names of the four jurisdictions that the wizard offers', () => {
    expect(JURISDICTION_OPTIONS.map((option) => option.label)).toEqual([
      'Global',
      'Brasil',
      'Estados Unidos',
      'União Europeia',
    ]);
  });
});

describe('correctionRounds', () => {
  const change = (fromStatus: RegistrationStatus | null, toStatus: RegistrationStatus, minute: number) => ({
    fromStatus,
    toStatus,
    createdAt: `2026-11-21T12:0${minute}:00.000Z`,
    reason: toStatus === 'submitted' && fromStatus !== null ? `motivo ${minute}` : null,
  });
  const historyInReview = [
    change(null, 'submitted', 0),
    change('submitted', 'paid', 1),
    change('paid', 'reviewing', 2),
  ];

  it('returns an empty list for a registration without a request for corrections', () => {
    expect(correctionRounds([])).toEqual([]);
    expect(correctionRounds(historyInReview)).toEqual([]);
  });
  it('returns the request time, the reason and the resubmission time of each request for corrections', () => {
    const sentBackOnce = [...historyInReview, change('reviewing', 'submitted', 3)];
    const firstRequest = { requestedAt: '2026-11-21T12:03:00.000Z', reason: 'motivo 3' };
    expect(correctionRounds(sentBackOnce)).toEqual([{ ...firstRequest, resubmittedAt: null }]);
    const sentBackTwice = [
      ...sentBackOnce,
      change('submitted', 'paid', 4),
      change('paid', 'reviewing', 5),
      change('reviewing', 'government_processing', 6),
      change('government_processing', 'submitted', 7),
    ];
    expect(correctionRounds(sentBackTwice)).toEqual([
      { ...firstRequest, resubmittedAt: '2026-11-21T12:04:00.000Z' },
      { requestedAt: '2026-11-21T12:07:00.000Z', reason: 'motivo 7', resubmittedAt: null },
    ]);
  });
});
