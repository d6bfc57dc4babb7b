import type { Figures, MoneyOfPeriod } from '@g2/gateway/contract/business-metrics';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCents, formatInteger } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Panel } from '../../../ui/facts.tsx';
import { Hint } from '../../../ui/hint.tsx';
import { comparison, stockComparison } from './phrases.ts';
import { texts as t } from './texts.ts';

/** The money of the period. Each figure has a comparison with the previous period, and a hint that defines it. */
export function MoneyPanel({ money, period }: Figures) {
  if (money === null) {
    return (
      <Panel title={t.money}>
        <EmptyState
          title={t.noMoney}
          text={t.noMoneyText}
          icon={<IconPlugConnectedX size={28} aria-hidden />}
        />
      </Panel>
    );
  }
  const { now: current, before: previous } = money;
  const figureOf = (centsOf: (money: MoneyOfPeriod) => number) => ({
    value: formatCents(centsOf(current)),
    comparisonText: comparison(centsOf(current), centsOf(previous), period, formatCents),
  });
  const revenueParts = [
    [t.paidByCard, current.settledCard],
    [t.paidByCredits, current.settledCredits],
    [t.paidManually, current.settledManual],
  ] as const;
  return (
    <Panel title={t.money}>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,230px),1fr))] gap-y-4 gap-x-5 m-0">
        <Figure name={t.received} {...figureOf((money) => money.receivedCents)} note={t.receivedNote} />
        <Figure name={t.net} {...figureOf((money) => money.netCents)} note={t.netNote} />
        <Figure name={t.revenue} {...figureOf((money) => money.revenueCents)} note={t.revenueNote}>
          <ul className="g2-list">
            {revenueParts.map(([name, { count, cents }]) => (
              <li key={name} className="flex flex-wrap justify-between gap-x-2">
                <span>
                  {name} ({formatInteger(count)})
                </span>
                <span>{formatCents(cents)}</span>
              </li>
            ))}
          </ul>
        </Figure>
        <Figure
          name={t.creditsSold}
          {...figureOf((money) => money.purchases.cents)}
          note={t.creditsSoldNote}
        />
        <Figure name={t.refunds} {...figureOf((money) => money.refunds.cents)} note={t.refundsNote}>
          {countText(current.refunds.count)}
        </Figure>
        <Figure name={t.toReturn} {...figureOf((money) => money.toReturn.cents)} note={t.toReturnNote}>
          {countText(current.toReturn.count)}
        </Figure>
        <Figure name={t.disputes} {...figureOf((money) => money.disputes.cents)} note={t.disputesNote}>
          {current.disputes.count > 0 &&
            t.lostDisputes(
              formatInteger(current.disputesLost.count),
              formatCents(current.disputesLost.cents),
            )}
        </Figure>
        <Figure name={t.gifts} {...figureOf((money) => money.settledGifts.cents)} note={t.giftsNote} />
        <Figure
          name={t.outstandingCredits}
          value={formatCents(current.creditsOutstanding)}
          comparisonText={stockComparison(
            current.creditsOutstanding,
            previous.creditsOutstanding,
            period,
            formatCents,
          )}
          note={t.outstandingCreditsNote}
        >
          {current.giftsOutstanding > 0 && t.giftsIncluded(formatCents(current.giftsOutstanding))}
        </Figure>
      </dl>
    </Panel>
  );
}

const countText = (count: number) => count > 0 && t.timesCount(count, formatInteger(count));

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly comparisonText: string;
  readonly note: string;
  readonly children?: ReactNode;
}

function Figure({ name, value, comparisonText, note, children }: FigureProps) {
  return (
    <div className="grid content-start gap-0.5 pt-2 border-t border-line">
      <dt className="flex items-center gap-1 text-sm text-muted">
        {name}
        <Hint term={name}>{note}</Hint>
      </dt>
      <dd className="g2-figure wrap-anywhere">{value}</dd>
      <dd className="m-0 text-sm tabular-nums">{comparisonText}</dd>
      {children && <dd className="m-0 text-sm tabular-nums">{children}</dd>}
    </div>
  );
}
