import { type Analytics, HEALTH_TARGETS } from '@g2/gateway/contract/admin';
import { IconAlertTriangle, IconCircleCheck, IconFiles } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatDateTime, UNKNOWN } from '../../../lib/format.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Panel } from '../../../ui/facts.tsx';
import adminClasses from '../admin.module.css';
import classes from './analytics.module.css';
import { decimal1 } from './figures.ts';
import { texts as t } from './texts.ts';

/** The newest registrations. */
export function Recent({ registrations }: { registrations: Analytics['recent'] }) {
  return (
    <Panel title={t.recent}>
      {registrations.length === 0 ? (
        <div className={classes.noRecent}>
          <EmptyState title={t.noRecent} text={t.noRecentText} icon={<IconFiles size={28} aria-hidden />} />
        </div>
      ) : (
        <ul className="g2-rows">
          {registrations.map((registration) => (
            <li key={registration.id} className={adminClasses.rowLine}>
              <div className={adminClasses.stacked}>
                <Link to={`/operator/registrations/${registration.id}`} className={adminClasses.titleLink}>
                  {registration.title}
                </Link>
                <span className="g2-meta">
                  {registration.applicantName} · {formatDateTime(registration.createdAt)}
                </span>
              </div>
              <StatusBadge status={registration.status} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Measured figures beside their targets; '—' where there is no data (contract, last section). */
export function Health({ health }: { health: Analytics['health'] }) {
  const { paymentSuccessRate, meanProcessingDays, satisfaction } = health;
  const targets = HEALTH_TARGETS;
  return (
    <Panel title={t.health}>
      <dl className="g2-rows">
        <Measure
          name={t.paymentSuccess}
          value={paymentSuccessRate}
          write={(rate) => `${decimal1(rate)}%`}
          target={`${targets.paymentSuccessRate}%`}
          isMet={(rate) => rate >= targets.paymentSuccessRate}
        />
        <Measure
          name={t.meanDays}
          value={meanProcessingDays}
          write={(days) => t.days(decimal1(days))}
          target={t.days(String(targets.meanProcessingDays))}
          isMet={(days) => days <= targets.meanProcessingDays}
        />
        <Measure
          name={t.satisfaction}
          value={satisfaction}
          write={(stars) => `${decimal1(stars)}/5`}
          target={`${decimal1(targets.satisfaction)}/5`}
          isMet={(stars) => stars >= targets.satisfaction}
        />
      </dl>
    </Panel>
  );
}

interface MeasureProps {
  readonly name: string;
  /** null where there is no data. */
  readonly value: number | null;
  readonly write: (value: number) => string;
  readonly target: string;
  readonly isMet: (value: number) => boolean;
}

function Measure({ name, value, write, target, isMet }: MeasureProps) {
  const met = value === null ? undefined : isMet(value);
  return (
    <div className={adminClasses.rowLine}>
      <dt>{name}</dt>
      <dd className={classes.health}>
        <strong>{value === null ? UNKNOWN : write(value)}</strong>
        <span className={classes.target} data-met={met}>
          {met === true && <IconCircleCheck size={15} role="img" aria-label={t.met} />}
          {met === false && <IconAlertTriangle size={15} role="img" aria-label={t.missed} />}
          {value === null && `${t.noData} · `}
          {t.target(target)}
        </span>
      </dd>
    </div>
  );
}
