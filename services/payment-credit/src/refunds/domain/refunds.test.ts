import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Refund, RefundStatus } from '../../domain/intent.ts';
import { type Dispute, mergeDisputes, type StoredDispute } from './disputes.ts';
import { mergeRefunds } from './refunds.ts';

const STATUSES: RefundStatus[] = ['pending', 'succeeded', 'failed'];
const refund = fc.record({
  id: fc.constantFrom('re_1', 're_2', 're_3'),
  amount: fc.constant(100),
  status: fc.constantFrom(...STATUSES),
});

describe('refunds', () => {
  it('give the same result in any order of reads and report each failure once', () => {
    const play = (reported: Refund[]) => {
      const all = new Map<string, Refund>();
      let failed = 0;
      for (const one of reported) {
        const { changed, news } = mergeRefunds([...all.values()], [one]);
        for (const it of changed) all.set(it.id, it);
        failed += news.newlyFailed;
      }
      return { all: [...all.values()].toSorted((a, b) => a.id.localeCompare(b.id)), failed };
    };
    fc.assert(
      fc.property(
        fc.array(refund, { maxLength: 10 }),
        fc.infiniteStream(fc.nat(1_000)),
        (reported, order) => {
          const shuffled = reported
            .map((one) => ({ one, at: order.next().value ?? 0 }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ one }) => one);
          expect(play(shuffled)).toEqual(play(reported));
        },
      ),
    );
  });

  it('count in `live` until they fail and in `done` once they succeeded', () => {
    const reported: Refund[] = STATUSES.map((status, index) => ({
      id: `re_${index}`,
      amount: 10 ** index,
      status,
    }));
    expect(mergeRefunds([], reported).news).toMatchObject({ done: 10, live: 11, newlyFailed: 100 });
    expect(mergeRefunds(reported, reported)).toMatchObject({
      changed: [],
      news: { done: 10, newlyFailed: 0 },
    });
  });
});

describe('disputes', () => {
  const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, second));
  const reported = (status: string): Dispute => ({ id: 'du_1', status, amount: 100 });
  const known = (...course: [string, number][]): StoredDispute[] =>
    course.reduce<StoredDispute[]>(
      (all, [status, second]) => mergeDisputes(all, [reported(status)], at(second)).all,
      [],
    );

  it('keep the status of the later event in any order of arrival', () => {
    expect(known(['won', 2], ['needs_response', 1])).toMatchObject([{ status: 'won' }]);
    expect(known(['needs_response', 1], ['won', 2])).toMatchObject([{ status: 'won' }]);
    expect(known(['lost', 2], ['won', 5])).toMatchObject([{ status: 'won' }]);
    expect(known(['won', 5], ['lost', 2])).toMatchObject([{ status: 'won' }]);
  });

  it('keep the later stage when two events have the same second', () => {
    for (const [first, second] of [
      ['warning_needs_response', 'needs_response'],
      ['needs_response', 'won'],
      ['lost', 'appeal_under_review'],
    ] as const) {
      expect(known([first, 1], [second, 1])).toMatchObject([{ status: second }]);
      expect(known([second, 1], [first, 1])).toMatchObject([{ status: second }]);
    }
  });

  it('are reported as news only when their status changes', () => {
    const before = known(['lost', 1]);
    expect(mergeDisputes(before, [reported('lost')], at(2)).news).toEqual([]);
    expect(mergeDisputes(before, [reported('won')], at(2)).news).toEqual([reported('won')]);
    expect(mergeDisputes(before, [reported('needs_response')], at(0)).news).toEqual([]);
  });
});
