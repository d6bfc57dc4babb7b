import type { Analytics } from '@g2/gateway/contract/admin';
import { formatCents, formatInteger, UNKNOWN } from '../../../lib/format.ts';
import { StatGrid } from '../../../ui/stat-grid.tsx';
import { compared, comparedRate } from '../business/words.ts';
import classes from './analytics.module.css';
import { percent1 } from './figures.ts';
import { texts as t } from './texts.ts';

/** The four indicators of a period, each with the previous period's value and a definition. */
export function Indicators({ data: { kpis, previous, period } }: { data: Analytics }) {
  const last = t.last[period];
  const before = previous.kpis;
  const rate = (of: (from: Analytics['kpis']) => number) => rateOf(kpis, of);
  const rateBefore = (of: (from: Analytics['kpis']) => number) => rateOf(before, of);
  const beside = (of: (from: Analytics['kpis']) => number) => comparedRate(rate(of), rateBefore(of), period);
  const money = kpis.revenueCents === null ? UNKNOWN : formatCents(kpis.revenueCents);
  return (
    <StatGrid
      label={t.kpis}
      stats={[
        {
          label: t.newRegistrations,
          value: formatInteger(kpis.newRegistrations),
          note: compared(kpis.newRegistrations, before.newRegistrations, period, formatInteger),
          hint: t.newNote(last),
        },
        {
          label: t.revenue,
          value: <span className={classes.money}>{money}</span>,
          note:
            kpis.revenueCents === null
              ? t.revenueAway
              : compared(kpis.revenueCents, before.revenueCents, period, formatCents),
          hint: t.revenueNote(last),
        },
        {
          label: t.conversion,
          value: written(rate(conversion)),
          note: beside(conversion),
          hint: `${t.conversionNote(last)} ${t.earlierHadLonger}`,
        },
        {
          label: t.processed,
          value: written(rate(processed)),
          note: beside(processed),
          hint: `${t.processedNote(last)} ${t.earlierHadLonger}`,
        },
      ]}
    />
  );
}

const conversion = ({ conversionRate }: Analytics['kpis']) => conversionRate;
const processed = ({ processedRate }: Analytics['kpis']) => processedRate;

/** null without registrations: a rate of nothing is undefined, though the server sends 0. */
const rateOf = (kpis: Analytics['kpis'], of: (from: Analytics['kpis']) => number): number | null =>
  kpis.newRegistrations === 0 ? null : of(kpis);

const written = (rate: number | null): string => (rate === null ? UNKNOWN : percent1(rate));
