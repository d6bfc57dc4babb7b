import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, Skeleton } from '@mantine/core';
import { IconGitCommit } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { reasonOf } from '../../lib/failures.ts';
import { formatDate } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { RetryLine } from '../../ui/retry-line.tsx';
import { StatusBadge } from '../registration/status-badge.tsx';
import { versionsQuery } from './api.ts';
import { NewVersionDialog } from './new-version.tsx';
import { detailsPath, uploadPath } from './paths.ts';
import { SinceEarlier } from './since-earlier.tsx';
import { texts as t } from './texts.ts';
import classes from './versions.module.css';

type Of = { readonly registration: Registration };

/** True if a registration has a section on versions: it is a later version, or a next one can be started. */
export const hasVersions = ({ versionNumber, status }: Registration): boolean =>
  versionNumber > 1 || status === 'certificate_issued';

export function VersionsSection({ registration }: Of) {
  const title = useId();
  if (!hasVersions(registration)) return null;
  return (
    <section className={classes.section} aria-labelledby={title}>
      <h3 id={title} className="g2-subtitle">
        {t.title}
      </h3>
      <VersionsBody registration={registration} />
    </section>
  );
}

/** The version chain of a registration, a link to the next version, and the changes since the previous one. */
export function VersionsBody({ registration }: Of) {
  return (
    <div className={classes.section}>
      <Chain registration={registration} />
      <SinceEarlier registration={registration} />
    </div>
  );
}

function Chain({ registration }: Of) {
  const isOwner = useUser()?.id === registration.userId;
  const { data, error, isFetching, refetch } = useQuery(versionsQuery(registration.id));
  if (data === undefined) {
    if (error === null) return <Skeleton height={72} radius="md" role="status" aria-label={t.loading} />;
    return <RetryLine text={reasonOf(error, t.failed)} busy={isFetching} onRetry={() => void refetch()} />;
  }
  const newest = data.items.at(-1);
  return (
    <>
      {data.total > 1 ? (
        <ol className={classes.chain} aria-label={t.list}>
          {data.items.map((version) => (
            <Version
              key={version.id}
              version={version}
              isHere={version.id === registration.id}
              reader={isOwner ? 'owner' : 'staff'}
            />
          ))}
        </ol>
      ) : (
        isOwner && newest?.closure === null && <p className={classes.lead}>{t.first}</p>
      )}
      {isOwner && newest && <WayOn newest={newest} here={registration.id} />}
    </>
  );
}

interface VersionProps {
  readonly version: Registration;
  readonly isHere: boolean;
  readonly reader: 'owner' | 'staff';
}

function Version({ version: it, isHere, reader }: VersionProps) {
  const name = t.name(it.versionNumber);
  const date = it.certificateIssuedAt
    ? t.issued(formatDate(it.certificateIssuedAt))
    : t.begun(formatDate(it.createdAt));
  return (
    <li className={classes.version} data-here={isHere || undefined} aria-current={isHere || undefined}>
      <span className={classes.mark} aria-hidden>
        <IconGitCommit size={18} />
      </span>
      <div className={classes.said}>
        <p className={classes.name}>
          {isHere ? (
            <strong>
              {name} ({t.here})
            </strong>
          ) : (
            <Link to={detailsPath(it.id, reader)} className="g2-link">
              {name}
            </Link>
          )}
          <StatusBadge status={it.status} />
        </p>
        <p className="g2-meta">
          {date} · {it.sha256 === null ? t.noFile : t.hash(shortened(it.sha256))}
        </p>
        {it.whatIsNew !== null && <p className={classes.news}>{it.whatIsNew}</p>}
      </div>
    </li>
  );
}

const shortened = (hash: string): string => `${hash.slice(0, 8)}…${hash.slice(-8)}`;

/** Button that starts the version after the newest one, or a link to one that has already been started. */
function WayOn({ newest, here }: { newest: Registration; here: string }) {
  const [asking, setAsking] = useState(false);
  if (newest.closure !== null) return <p className="g2-note">{t.closed}</p>;
  if (newest.status !== 'certificate_issued') {
    if (newest.id === here) return null;
    const to = newest.sha256 === null ? uploadPath(newest.id) : detailsPath(newest.id, 'owner');
    return (
      <Button component={Link} to={to} variant="default" className={classes.action ?? ''}>
        {t.goOn(newest.versionNumber)}
      </Button>
    );
  }
  return (
    <>
      <Button variant="default" className={classes.action ?? ''} onClick={() => setAsking(true)}>
        {t.begin}
      </Button>
      <NewVersionDialog previous={newest} opened={asking} onClose={() => setAsking(false)} />
    </>
  );
}
