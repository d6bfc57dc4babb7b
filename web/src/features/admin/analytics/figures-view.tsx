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
import { compared, comparedRate, duration } from '../business/phrases.ts';
import { Lines } from '../cells.tsx';
import { Distribution, Pair, PairSkeleton, Trend } from './chart-panels.tsx';
import { decimal1, percent1 } from './figures.ts';
import { texts as t } from './texts.ts';

/** All figures of a period; `outdated` while the shown figures are of the previously chosen period. */
export function Figures({ data, outdated }: { data: Analytics; outdated: boolean }) {
  return (
    <div className="grid grid-cols-1 gap-4 [&>section_dl]:mb-0" aria-busy={outdated}>
      <Indicators data={data} />
      <Pair>
        <Trend months={data.trend} />
        <Distribution entries={data.distribution} />
      </Pair>
      <Pair>
        <Recent registrations={data.recent} />
        <Health data={data} />
      </Pair>
    </div>
  );
}

export function FiguresSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-4" role="status" aria-label={t.loading}>
      <Skeleton height={196} radius="lg" />
      <PairSkeleton height={370} />
      <PairSkeleton height={250} />
    </div>
  );
}

function Recent({ registrations }: { registrations: Analytics['recent'] }) {
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
  const last = t.last[period];
  const before = previous.kpis;
  const rate = (name: 'conversionRate' | 'processedRate') => {
    // A rate of no registrations is undefined, though the server sends 0.
    const of = (from: Analytics['kpis']) => (from.newRegistrations === 0 ? null : from[name]);
    const now = of(kpis);
    return {
      value: now === null ? UNKNOWN : percent1(now),
      note: comparedRate(now, of(before), period),
    };
  };
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
          // On a phone, millions fit beside another figure.
          value: <span className="whitespace-nowrap phone:text-lg">{money}</span>,
          note:
            kpis.revenueCents === null
              ? t.revenueAway
              : compared(kpis.revenueCents, before.revenueCents, period, formatCents),
          hint: t.revenueNote(last),
        },
        {
          label: t.conversion,
          ...rate('conversionRate'),
          hint: `${t.conversionNote(last)} ${t.earlierHadLonger}`,
        },
        {
          label: t.processed,
          ...rate('processedRate'),
          hint: `${t.processedNote(last)} ${t.earlierHadLonger}`,
        },
      ]}
    />
  );
}

const DAY_SECONDS = 86_400;
const lasting = (days: number): string => duration(days * DAY_SECONDS);

/** Measured figures, their targets and the previous period; '—' where there is no data (contract, last section). */
function Health({ data: { health, previous, period } }: { data: Analytics }) {
  const { paymentSuccessRate, meanProcessingDays, satisfaction } = health;
  const targets = HEALTH_TARGETS;
  const last = t.last[period];
  const before = previous.health;
  return (
    <Panel title={t.health}>
      <dl className="g2-rows">
        <Measure
          name={t.paymentSuccess}
          value={paymentSuccessRate}
          write={percent1}
          target={`${targets.paymentSuccessRate}%`}
          isMet={(rate) => rate >= targets.paymentSuccessRate}
          beside={comparedRate(paymentSuccessRate, before.paymentSuccessRate, period)}
          note={t.paymentSuccessNote(
            health.finishedPayments === null ? UNKNOWN : formatInteger(health.finishedPayments),
            last,
          )}
        />
        <Measure
          name={t.meanDays}
          value={meanProcessingDays}
          write={lasting}
          target={t.days(String(targets.meanProcessingDays))}
          isMet={(days) => days <= targets.meanProcessingDays}
          beside={compared(meanProcessingDays, before.meanProcessingDays, period, lasting)}
          note={t.meanDaysNote(formatInteger(health.certificates), last)}
        />
        <Measure
          name={t.satisfaction}
          value={satisfaction}
          write={(stars) => `${decimal1(stars)}/5`}
          target={`${decimal1(targets.satisfaction)}/5`}
          isMet={(stars) => stars >= targets.satisfaction}
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
  readonly write: (value: number) => string;
  readonly target: string;
  readonly isMet: (value: number) => boolean;
  readonly beside?: string;
  readonly note: string;
}

function Measure({ name, value, write, target, isMet, beside, note }: MeasureProps) {
  const met = value === null ? undefined : isMet(value);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-y-0.5 gap-x-3 py-3 first:pt-0 last:pb-0">
      <dt className="flex items-center gap-1">
        {name}
        <Hint of={name}>{note}</Hint>
      </dt>
      <dd className="m-0 grid justify-items-end tabular-nums">
        <strong>{value === null ? UNKNOWN : write(value)}</strong>
        <span className="g2-inline g2-meta">
          {met === true && (
            <IconCircleCheck className="text-accent" size={15} role="img" aria-label={t.met} />
          )}
          {met === false && (
            <IconAlertTriangle className="text-warning" size={15} role="img" aria-label={t.missed} />
          )}
          {value === null && `${t.noData} · `}
          {t.target(target)}
        </span>
      </dd>
      {beside !== undefined && <dd className="g2-meta col-span-full tabular-nums">{beside}</dd>}
    </div>
  );
}
