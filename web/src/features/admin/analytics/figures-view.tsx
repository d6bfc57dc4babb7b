import { type Analytics, HEALTH_TARGETS } from '@g2/gateway/contract/admin';
import { Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconFiles } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatCents, formatDateTime, formatInteger, UNKNOWN } from '../../../lib/format.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Panel } from '../../../ui/facts.tsx';
import { Hint } from '../../../ui/hint.tsx';
import { StatGrid } from '../../../ui/stat-grid.tsx';
import { comparison, duration, rateComparison } from '../business/phrases.ts';
import { Lines } from '../cells.tsx';
import { Distribution, Pair, PairSkeleton, Trend } from './chart-panels.tsx';
import { numberWithDecimal, percentWithDecimal } from './figures.ts';
import { texts as t } from './texts.ts';

/** All figures of a period. `isOutdated` while they are still those of the previously chosen period. */
export function PeriodFigures({ data, isOutdated }: { data: Analytics; isOutdated: boolean }) {
  return (
    <div className="grid grid-cols-1 gap-4 [&>section_dl]:mb-0" aria-busy={isOutdated}>
      <Indicators data={data} />
      <Pair>
        <Trend months={data.trend} />
        <Distribution statusCounts={data.distribution} />
      </Pair>
      <Pair>
        <RecentRegistrations registrations={data.recent} />
        <SystemHealth data={data} />
      </Pair>
    </div>
  );
}

export function PeriodFiguresSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-4" role="status" aria-label={t.loading}>
      <Skeleton height={196} radius="lg" />
      <PairSkeleton height={370} />
      <PairSkeleton height={250} />
    </div>
  );
}

function RecentRegistrations({ registrations }: { registrations: Analytics['recent'] }) {
  return (
    <Panel title={t.recent}>
      {registrations.length === 0 ? (
        <div className="grid content-center min-h-47.5">
          <EmptyState title={t.noRecent} text={t.noRecentText} icon={<IconFiles size={28} aria-hidden />} />
        </div>
      ) : (
        <ul className="g2-rows">
          {registrations.map((registration) => (
            <li key={registration.id} className="g2-spread py-3 first:pt-0 last:pb-0">
              <Lines>
                <Link
                  to={`/operator/registrations/${registration.id}`}
                  className="text-ink font-semibold underline-offset-3 w-fit"
                >
                  {registration.title}
                </Link>
                <span className="g2-meta">
                  {registration.applicantName} · {formatDateTime(registration.createdAt)}
                </span>
              </Lines>
              <StatusBadge status={registration.status} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The four indicators of a period, each with the previous period's value and a definition. */
function Indicators({ data: { kpis, previous, period } }: { data: Analytics }) {
  const lastPeriod = t.lastPeriod[period];
  const previousValues = previous.kpis;
  const rate = (name: 'conversionRate' | 'processedRate') => {
    // Without registrations there is no rate, although the server sends 0.
    const rateOf = (source: Analytics['kpis']) => (source.newRegistrations === 0 ? null : source[name]);
    const currentRate = rateOf(kpis);
    return {
      value: currentRate === null ? UNKNOWN : percentWithDecimal(currentRate),
      note: rateComparison(currentRate, rateOf(previousValues), period),
    };
  };
  const revenue = kpis.revenueCents === null ? UNKNOWN : formatCents(kpis.revenueCents);
  return (
    <StatGrid
      label={t.kpis}
      stats={[
        {
          label: t.newRegistrations,
          value: formatInteger(kpis.newRegistrations),
          note: comparison(kpis.newRegistrations, previousValues.newRegistrations, period, formatInteger),
          hint: t.newNote(lastPeriod),
        },
        {
          label: t.revenue,
          // The font is smaller on phones, so that even millions fit beside another figure.
          value: <span className="whitespace-nowrap phone:text-lg">{revenue}</span>,
          note:
            kpis.revenueCents === null
              ? t.revenueUnavailable
              : comparison(kpis.revenueCents, previousValues.revenueCents, period, formatCents),
          hint: t.revenueNote(lastPeriod),
        },
        {
          label: t.conversion,
          ...rate('conversionRate'),
          hint: `${t.conversionNote(lastPeriod)} ${t.previousHadMoreTime}`,
        },
        {
          label: t.processed,
          ...rate('processedRate'),
          hint: `${t.processedNote(lastPeriod)} ${t.previousHadMoreTime}`,
        },
      ]}
    />
  );
}

const DAY_SECONDS = 86_400;
const formatDays = (days: number): string => duration(days * DAY_SECONDS);

/** Measured figures with their targets and the previous period. A figure without data is shown as '—'. */
function SystemHealth({ data: { health, previous, period } }: { data: Analytics }) {
  const { paymentSuccessRate, meanProcessingDays, satisfaction } = health;
  const targets = HEALTH_TARGETS;
  const lastPeriod = t.lastPeriod[period];
  const previousValues = previous.health;
  return (
    <Panel title={t.health}>
      <dl className="g2-rows">
        <Measure
          name={t.paymentSuccess}
          value={paymentSuccessRate}
          format={percentWithDecimal}
          target={`${targets.paymentSuccessRate}%`}
          meetsTarget={(rate) => rate >= targets.paymentSuccessRate}
          comparisonText={rateComparison(paymentSuccessRate, previousValues.paymentSuccessRate, period)}
          note={t.paymentSuccessNote(
            health.finishedPayments === null ? UNKNOWN : formatInteger(health.finishedPayments),
            lastPeriod,
          )}
        />
        <Measure
          name={t.meanDays}
          value={meanProcessingDays}
          format={formatDays}
          target={t.days(String(targets.meanProcessingDays))}
          meetsTarget={(days) => days <= targets.meanProcessingDays}
          comparisonText={comparison(
            meanProcessingDays,
            previousValues.meanProcessingDays,
            period,
            formatDays,
          )}
          note={t.meanDaysNote(formatInteger(health.certificates), lastPeriod)}
        />
        <Measure
          name={t.satisfaction}
          value={satisfaction}
          format={(stars) => `${numberWithDecimal(stars)}/5`}
          target={`${numberWithDecimal(targets.satisfaction)}/5`}
          meetsTarget={(stars) => stars >= targets.satisfaction}
          note={t.satisfactionNote}
        />
      </dl>
    </Panel>
  );
}

interface MeasureProps {
  readonly name: string;
  /** null if there is no data. */
  readonly value: number | null;
  readonly format: (value: number) => string;
  readonly target: string;
  readonly meetsTarget: (value: number) => boolean;
  readonly comparisonText?: string;
  readonly note: string;
}

function Measure({ name, value, format, target, meetsTarget, comparisonText, note }: MeasureProps) {
  const isTargetMet = value === null ? undefined : meetsTarget(value);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-y-0.5 gap-x-3 py-3 first:pt-0 last:pb-0">
      <dt className="flex items-center gap-1">
        {name}
        <Hint term={name}>{note}</Hint>
      </dt>
      <dd className="m-0 grid justify-items-end tabular-nums">
        <strong>{value === null ? UNKNOWN : format(value)}</strong>
        <span className="g2-inline g2-meta">
          {isTargetMet === true && (
            <IconCircleCheck className="text-accent" size={15} role="img" aria-label={t.targetMet} />
          )}
          {isTargetMet === false && (
            <IconAlertTriangle className="text-warning" size={15} role="img" aria-label={t.targetMissed} />
          )}
          {value === null && `${t.noData} · `}
          {t.target(target)}
        </span>
      </dd>
      {comparisonText !== undefined && (
        <dd className="g2-meta col-span-full tabular-nums">{comparisonText}</dd>
      )}
    </div>
  );
}
