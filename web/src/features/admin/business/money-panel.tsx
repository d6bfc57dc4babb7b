import type { Figures, MoneyOfPeriod } from '@g2/gateway/contract/business-metrics';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCents, formatInteger } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Panel } from '../../../ui/facts.tsx';
import { Hint } from '../../../ui/hint.tsx';
import { compared, comparedStock } from './phrases.ts';
import { texts as t } from './texts.ts';

/** Money of the period, each figure with the previous period's value; a hint defines it. */
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
  const { now, before } = money;
  const flow = (of: (money: MoneyOfPeriod) => number) => ({
    value: formatCents(of(now)),
    beside: compared(of(now), of(before), period, formatCents),
  });
  const parts = [
    [t.byCard, now.settledCard],
    [t.byCredits, now.settledCredits],
    [t.byHand, now.settledManual],
  ] as const;
  return (
    <Panel title={t.money}>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,230px),1fr))] gap-y-4 gap-x-5 m-0">
        <Figure name={t.received} {...flow((money) => money.receivedCents)} note={t.receivedNote} />
        <Figure name={t.net} {...flow((money) => money.netCents)} note={t.netNote} />
        <Figure name={t.revenue} {...flow((money) => money.revenueCents)} note={t.revenueNote}>
          <ul className="g2-list">
            {parts.map(([name, { count, cents }]) => (
              <li key={name} className="flex flex-wrap justify-between gap-x-2">
                <span>
                  {name} ({formatInteger(count)})
                </span>
                <span>{formatCents(cents)}</span>
              </li>
            ))}
          </ul>
        </Figure>
        <Figure name={t.sold} {...flow((money) => money.purchases.cents)} note={t.soldNote} />
        <Figure name={t.refunds} {...flow((money) => money.refunds.cents)} note={t.refundsNote}>
          {countText(now.refunds.count)}
        </Figure>
        <Figure name={t.toReturn} {...flow((money) => money.toReturn.cents)} note={t.toReturnNote}>
          {countText(now.toReturn.count)}
        </Figure>
        <Figure name={t.disputes} {...flow((money) => money.disputes.cents)} note={t.disputesNote}>
          {now.disputes.count > 0 &&
            t.lost(formatInteger(now.disputesLost.count), formatCents(now.disputesLost.cents))}
        </Figure>
        <Figure name={t.gifts} {...flow((money) => money.settledGifts.cents)} note={t.giftsNote} />
        <Figure
          name={t.outstanding}
          value={formatCents(now.creditsOutstanding)}
          beside={comparedStock(now.creditsOutstanding, before.creditsOutstanding, period, formatCents)}
          note={t.outstandingNote}
        >
          {now.giftsOutstanding > 0 && t.ofGifts(formatCents(now.giftsOutstanding))}
        </Figure>
      </dl>
    </Panel>
  );
}

const countText = (count: number) => count > 0 && t.count(count, formatInteger(count));

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly beside: string;
  readonly note: string;
  readonly children?: ReactNode;
}

function Figure({ name, value, beside, note, children }: FigureProps) {
  return (
    <div className="grid content-start gap-0.5 pt-2 border-t border-line">
      <dt className="flex items-center gap-1 text-sm text-muted">
        {name}
        <Hint of={name}>{note}</Hint>
      </dt>
      <dd className="g2-figure wrap-anywhere">{value}</dd>
      <dd className="m-0 text-sm tabular-nums">{beside}</dd>
      {children && <dd className="m-0 text-sm tabular-nums">{children}</dd>}
    </div>
  );
}
