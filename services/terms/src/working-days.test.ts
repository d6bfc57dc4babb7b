import { describe, expect, it } from 'vitest';
import { STATUS_ESTIMATED_TIME, STATUS_PROMISED_DAYS, STATUSES } from './statuses.ts';
import { lateness, moreThanWorkingDaysAgo, workingDays } from './working-days.ts';

/** Noon in São Paulo, or 13:00 in daylight-saving time. */
const noon = (day: string): Date => new Date(`${day}T15:00:00Z`);
const between = (from: string, to: string): number => workingDays(noon(from), noon(to));

describe('working days', () => {
  it.each([
    ['the same day', '2026-03-02', '2026-03-02', 0],
    ['backwards', '2026-03-05', '2026-03-02', 0],
    ['Monday to Friday', '2026-03-02', '2026-03-06', 4],
    ['Friday to Saturday', '2026-03-06', '2026-03-07', 0],
    ['Friday to Monday', '2026-03-06', '2026-03-09', 1],
    ['from a Saturday', '2026-03-07', '2026-03-09', 1],
    ['two weeks', '2026-03-02', '2026-03-16', 10],
    ['Tiradentes, a Tuesday', '2026-04-20', '2026-04-22', 1],
    ['1 May, a Friday', '2026-04-30', '2026-05-04', 1],
    ['7 September, a Monday', '2026-09-04', '2026-09-08', 1],
    ['12 October, a Monday', '2026-10-09', '2026-10-13', 1],
    ['2 November, a Monday', '2026-10-30', '2026-11-03', 1],
    ['15 November, a Sunday, moves nothing', '2026-11-13', '2026-11-16', 1],
    ['20 November, a Friday', '2026-11-19', '2026-11-23', 1],
    ['20 November 2023: the law is younger', '2023-11-17', '2023-11-21', 2],
    ['20 November 2024', '2024-11-19', '2024-11-21', 1],
    ['Christmas and New Year', '2026-12-24', '2027-01-04', 5],
    ['Good Friday 2024', '2024-03-28', '2024-04-01', 1],
    ['Good Friday 2026', '2026-04-02', '2026-04-06', 1],
    ['Good Friday 2000', '2000-04-20', '2000-04-24', 1],
    ['Good Friday 2011', '2011-04-21', '2011-04-25', 1],
    ['Good Friday 2049', '2049-04-15', '2049-04-19', 1],
    ['Good Friday 2076', '2076-04-16', '2076-04-20', 1],
    ['Good Friday 1981', '1981-04-16', '1981-04-20', 1],
    ['Good Friday 2100', '2100-03-25', '2100-03-29', 1],
    ['Good Friday 2027', '2027-03-25', '2027-03-29', 1],
    ['Good Friday 2038, with the latest Easter', '2038-04-22', '2038-04-26', 1],
    ['Good Friday 2285, with the earliest', '2285-03-19', '2285-03-23', 1],
    ['Carnival counts', '2026-02-13', '2026-02-18', 3],
    ['Corpus Christi counts', '2026-06-03', '2026-06-05', 2],
    ['a whole year', '2025-12-31', '2026-12-31', 252],
  ])('%s: %s to %s is %i', (_what, from, to, days) => {
    expect(between(from, to)).toBe(days);
  });

  it.each([
    // Without daylight-saving time a day begins at 03:00 UTC.
    ['2026-03-02T02:59:59Z', '2026-03-02T03:00:00Z', 1],
    ['2026-03-02T03:00:00Z', '2026-03-03T02:59:59Z', 0],
    // In daylight-saving time a day begins at 02:00 UTC.
    ['2018-12-04T01:59:59Z', '2018-12-04T02:00:00Z', 1],
    ['2018-12-04T02:00:00Z', '2018-12-05T01:59:59Z', 0],
    // Daylight-saving time began in the night to Sunday, 4 November 2018, a day of 23 hours. It ended in the
    // night to Sunday, 17 February 2019; the Saturday before had 25 hours.
    ['2018-11-01T15:00:00Z', '2018-11-05T14:00:00Z', 1],
    ['2019-02-15T14:00:00Z', '2019-02-18T15:00:00Z', 1],
    ['2019-02-15T01:59:59Z', '2019-02-18T03:00:00Z', 2],
  ])('in São Paulo time, from %s to %s is %i', (from, to, days) => {
    expect(workingDays(new Date(from), new Date(to))).toBe(days);
  });
});

describe('moreThanWorkingDaysAgo', () => {
  it('returns the earliest time, also across daylight-saving changes', () => {
    for (const year of [2018, 2026]) {
      for (let hour = 0; hour < 365 * 24; hour += 53) {
        const now = new Date(Date.UTC(year, 6, 1, hour));
        for (const days of [0, 2, 5]) {
          const at = moreThanWorkingDaysAgo(days, now);
          expect(workingDays(at, now)).toBe(days);
          expect(workingDays(new Date(at.getTime() - 1), now)).toBe(days + 1);
        }
      }
    }
  });

  it('returns the right time for 30 working days, the longest promise', () => {
    const now = new Date('2026-11-23T18:00:00Z');
    const at = moreThanWorkingDaysAgo(30, now);
    expect([at.toISOString(), workingDays(at, now)]).toEqual(['2026-10-07T03:00:00.000Z', 30]);
  });
});

describe('lateness', () => {
  it('uses the days that a status text promises, and is null where the client must act', () => {
    const texts = STATUSES.map((status) => STATUS_ESTIMATED_TIME[status].match(/-(\d+) dias úteis$/)?.[1]);
    expect(STATUSES.map((status) => STATUS_PROMISED_DAYS[status]?.toString())).toEqual(texts);
    expect(lateness('submitted', noon('2026-03-02'), noon('2026-12-02'))).toBeNull();
    expect(lateness('certificate_issued', noon('2026-03-02'), noon('2026-12-02'))).toBeNull();
  });

  it.each([
    ['reviewing', '2026-03-02', 0, 'in-time'],
    ['reviewing', '2026-03-05', 0.6, 'in-time'],
    ['reviewing', '2026-03-06', 0.8, 'near'],
    ['reviewing', '2026-03-09', 1, 'near'],
    ['reviewing', '2026-03-10', 1.2, 'late'],
    ['paid', '2026-03-03', 0.5, 'in-time'],
    ['paid', '2026-03-04', 1, 'near'],
    ['completed', '2026-03-05', 1.5, 'late'],
  ] as const)(
    '%s since Monday, on %s, has used %d of its promised time and is %s',
    (status, now, share, level) => {
      expect(lateness(status, noon('2026-03-02'), noon(now))).toMatchObject({ share, level });
    },
  );
});
