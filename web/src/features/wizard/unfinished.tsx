import type { Registration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDate } from '../../lib/format.ts';
import { VersionMark } from '../../shared/versions/version-mark.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { unfinishedQuery } from './api.ts';
import { stepPath } from './steps.ts';
import { texts } from './texts.ts';
import classes from './unfinished.module.css';

const t = texts.unfinished;

/** Links to started registrations, to continue at their current step; nothing when there are none. */
export function Unfinished() {
  // The page shows this list once its own query settles; a refetch on mount would unmount and remount it forever.
  const { data, error, isFetching, refetch } = useQuery({ ...unfinishedQuery, retryOnMount: false });
  if (error !== null && data === undefined) {
    return <RetryLine text={t.failed} busy={isFetching} onRetry={() => void refetch()} />;
  }
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section className={classes.unfinished} aria-labelledby="unfinished-title">
      <h2 id="unfinished-title" className="g2-title">
        {t.heading}
      </h2>
      <ul>
        {data.items.map((registration) => (
          <li key={registration.id}>
            <Entry registration={registration} />
          </li>
        ))}
      </ul>
      {data.total > data.items.length && <Link to="/dashboard">{t.more}</Link>}
    </section>
  );
}

function Entry({ registration }: { registration: Registration }) {
  const { id, title, createdAt } = registration;
  return (
    <>
      <span className={classes.text}>
        <strong>{title}</strong> <VersionMark registration={registration} brief />
        <span className={classes.note}>
          {standing(registration)}{' '}
          <span className={classes.since}>
            <span className={classes.dot}>· </span>
            {t.since(formatDate(createdAt))}
          </span>
        </span>
      </span>
      <Button
        component={Link}
        to={stepPath(resumeStep(registration), id)}
        variant="default"
        size="sm"
        aria-label={t.resumeOf(title)}
      >
        {t.resume}
      </Button>
    </>
  );
}

function standing({ paymentPaidAt, sha256 }: Registration): string {
  if (paymentPaidAt !== null) return t.corrections;
  return sha256 === null ? t.noFile : t.noPayment;
}

/** Corrections may concern any step, so they start at the first one. */
function resumeStep({ paymentPaidAt, sha256 }: Registration): 'basic' | 'upload' | 'holders' {
  if (paymentPaidAt !== null) return 'basic';
  return sha256 === null ? 'upload' : 'holders';
}
