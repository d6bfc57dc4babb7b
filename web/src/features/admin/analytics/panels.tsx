import { type Analytics, HEALTH_TARGETS } from '@g2/gateway/contract/admin';
import { Link } from 'react-router';
import { formatDateTime, UNKNOWN } from '../../../lib/format.ts';
import { Panel } from '../../../ui/facts.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import classes from '../admin.module.css';
import { texts } from '../texts.ts';
import { decimal1 } from './figures.ts';

const t = texts.analytics;

/** The newest registrations. */
export function Recent({ registrations }: { registrations: Analytics['recent'] }) {
  return (
    <Panel title={t.recent}>
      {registrations.length === 0 ? (
        <p className={classes.muted}>{t.noRecent}</p>
      ) : (
        <ul className={classes.rows}>
          {registrations.map((registration) => (
            <li key={registration.id} className={classes.rowLine}>
              <div className={classes.stacked}>
                <Link to={`/operator/registrations/${registration.id}`} className={classes.titleLink}>
                  {registration.title}
                </Link>
                <span className={classes.small}>
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
  const targets = HEALTH_TARGETS;
  const shown = (value: number | null, write: (value: number) => string) =>
    value === null ? UNKNOWN : write(value);
  const rows = [
    {
      name: t.paymentSuccess,
      value: shown(health.paymentSuccessRate, (rate) => `${decimal1(rate)}%`),
      target: `${targets.paymentSuccessRate}%`,
    },
    {
      name: t.meanDays,
      value: shown(health.meanProcessingDays, (days) => t.days(decimal1(days))),
      target: t.days(String(targets.meanProcessingDays)),
    },
    {
      name: t.satisfaction,
      value: shown(health.satisfaction, (stars) => `${decimal1(stars)}/5`),
      target: `${decimal1(targets.satisfaction)}/5`,
    },
  ];
  return (
    <Panel title={t.health}>
      <dl className={classes.rows}>
        {rows.map((row) => (
          <div key={row.name} className={classes.rowLine}>
            <dt>{row.name}</dt>
            <dd className={classes.health}>
              <strong>{row.value}</strong>
              <span className={classes.small}>{t.target(row.target)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
