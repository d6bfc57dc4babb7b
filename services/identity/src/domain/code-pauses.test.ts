import { describe, expect, it } from 'vitest';
import { CODES_REMEMBERED_S, mailsOwnerAboutCodes, pauseAfterCodes } from './code-pauses.ts';

const HOUR_S = 3_600;
const upTo = (most: number) => Array.from({ length: most + 1 }, (_, wrong) => wrong);

describe('wrong codes of an authenticator app', () => {
  it('cause a pause after every ten of them, which doubles up to a day', () => {
    const pauses = upTo(100).flatMap((wrong) => pauseAfterCodes(wrong) ?? []);
    expect(pauses.map((seconds) => seconds / HOUR_S)).toEqual([0.25, 0.5, 1, 2, 4, 8, 16, 24, 24, 24]);
    expect(upTo(9).map(pauseAfterCodes)).toEqual(upTo(9).map(() => undefined));
  });

  it('give an attacker a chance below two percent a year to guess a code', () => {
    let [seconds, looked] = [0, 0];
    while (seconds < CODES_REMEMBERED_S) seconds += pauseAfterCodes(++looked) ?? 0;
    expect(((looked * 365 * 24 * HOUR_S) / CODES_REMEMBERED_S) * 3e-6).toBeLessThan(0.02);
  });

  it('cause a mail to the owner at the first pause and when the number of pauses has doubled', () => {
    expect(upTo(200).filter(mailsOwnerAboutCodes)).toEqual([10, 20, 40, 80, 160]);
  });
});
