import { type Analytics, HEALTH_TARGETS } from '@g2/gateway/contract/admin';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { formatInteger, UNKNOWN } from '../../../lib/format.ts';
import { Panel } from '../../../ui/facts.tsx';
import { Hint } from '../../../ui/hint.tsx';
import { compared, comparedRate, duration } from '../business/words.ts';
import classes from './analytics.module.css';
import { decimal1, percent1 } from './figures.ts';
import { texts as t } from './texts.ts';

const DAY_SECONDS = 86_400;
const lasting = (days: number): string => duration(days * DAY_SECONDS);

/** Measured figures, their targets and the previous period; '—' where there is no data (contract, last section). */
export function Health({ data: { health, previous, period } }: { data: Analytics }) {
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
  /** The figure of the previous period. */
  readonly beside?: string;
  /** Definition of the figure. */
  readonly note: string;
}

function Measure({ name, value, write, target, isMet, beside, note }: MeasureProps) {
  const met = value === null ? undefined : isMet(value);
  return (
    <div className={classes.measure}>
      <dt>
        {name}
        <Hint of={name}>{note}</Hint>
      </dt>
      <dd className={classes.health}>
        <strong>{value === null ? UNKNOWN : write(value)}</strong>
        <span className={classes.target} data-met={met}>
          {met === true && <IconCircleCheck size={15} role="img" aria-label={t.met} />}
          {met === false && <IconAlertTriangle size={15} role="img" aria-label={t.missed} />}
          {value === null && `${t.noData} · `}
          {t.target(target)}
        </span>
      </dd>
      {beside !== undefined && <dd className={classes.beside}>{beside}</dd>}
    </div>
  );
}
