import type { Role } from '@g2/terms/names';
import { describe, expect, it } from 'vitest';
import { expiryAt, sessionEnd } from './session.ts';

const HOUR = 3_600_000;
const opened = new Date('2026-11-01T12:00:00Z');
/** `hours` after the session was opened. */
const at = (hours: number) => new Date(opened.getTime() + hours * HOUR);
const hoursOf = (end: Date | undefined) => end && (end.getTime() - opened.getTime()) / HOUR;
const DAY = 24;

describe('a new session', () => {
  it.each<[Role, number]>([
    ['client', 7 * DAY],
    ['operator', 12],
    ['admin', 12],
  ])('of role %s ends after %i hours without use', (role, hours) => {
    expect(hoursOf(expiryAt(role, opened, opened))).toBe(hours);
  });
});

describe('a checked session', () => {
  // Title, current role, stored end, time of the check and expected end, in hours since the session was opened.
  const rows: [string, Role, number, number, number | undefined][] = [
    ['of a client is not written before a day has passed', 'client', 7 * DAY, 23.9, 7 * DAY],
    ['of a client is renewed after a day', 'client', 7 * DAY, DAY, 8 * DAY],
    ['of a client ends seven days after its last use', 'client', 7 * DAY, 7 * DAY, undefined],
    ['of a client lives no longer than thirty days', 'client', 29 * DAY, 28 * DAY, 30 * DAY],
    ['of a client is not written again at that end', 'client', 30 * DAY, 29.5 * DAY, 30 * DAY],
    ['of a client is over after thirty days, whatever is stored', 'client', 90 * DAY, 30 * DAY, undefined],
    ['of staff is not written before an hour has passed', 'admin', 12, 0.9, 12],
    ['of staff is renewed after an hour', 'operator', 12, 1, 13],
    ['of staff ends twelve hours after its last use', 'admin', 12, 12, undefined],
    ['of staff lives no longer than seven days', 'admin', 167, 166, 7 * DAY],
    ['of staff is over after seven days, whatever is stored', 'operator', 30 * DAY, 7 * DAY, undefined],
    ['of a client who became staff has the limits of staff', 'operator', 7 * DAY, 2, 14],
    ['of a client who became staff after seven days is over', 'admin', 14 * DAY, 8 * DAY, undefined],
    ['of staff who became a client has the limits of clients', 'client', 12, 2, 7 * DAY + 2],
  ];
  it.each(rows)('%s', (_title, role, stored, now, end) => {
    expect(hoursOf(sessionEnd({ createdAt: opened, expire: at(stored) }, role, at(now), false))).toBe(end);
  });

  it('is not extended by a read-only check, which can still end or shorten it', () => {
    const look = (role: Role, stored: number, now: number) =>
      hoursOf(sessionEnd({ createdAt: opened, expire: at(stored) }, role, at(now), true));
    expect(look('client', 7 * DAY, 6 * DAY)).toBe(7 * DAY);
    expect(look('admin', 12, 11)).toBe(12);
    expect(look('client', 7 * DAY, 7 * DAY)).toBeUndefined();
    expect(look('admin', 7 * DAY, 2)).toBe(14);
  });
});
