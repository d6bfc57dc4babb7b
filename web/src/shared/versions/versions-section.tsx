import { MAX_LENGTH } from '@g2/gateway/contract/common';
import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, Skeleton, Textarea } from '@mantine/core';
import { IconGitCommit } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { type FormEvent, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { HttpError, messageOf, reasonOf } from '../../lib/failures.ts';
import { formatDate, shortHash } from '../../lib/format.ts';
import { useIntentKey } from '../../lib/idempotency.ts';
import { useUser } from '../../lib/session.ts';
import { DialogForm } from '../../ui/confirm-dialog.tsx';
import { Modal } from '../../ui/modal.tsx';
import { QueryFrame } from '../../ui/query-frame.tsx';
import { recordPath, refreshRegistrations } from '../registration/api.ts';
import { StatusBadge } from '../registration/status-badge.tsx';
import { createVersion, versionsQuery } from './api.ts';
import { SinceEarlier } from './comparison.tsx';
import { texts as t } from './texts.ts';

type Of = { readonly registration: Registration };

/** True if a registration has a section on versions: it is a later version, or a next one can be started. */
export const hasVersions = ({ versionNumber, status }: Registration): boolean =>
  versionNumber > 1 || status === 'certificate_issued';

export function VersionsSection({ registration }: Of) {
  const title = useId();
  if (!hasVersions(registration)) return null;
  return (
    <section className="grid gap-3 min-w-0" aria-labelledby={title}>
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
    <div className="grid gap-3 min-w-0">
      <Chain registration={registration} />
      <SinceEarlier registration={registration} />
    </div>
  );
}

function Chain({ registration }: Of) {
  const query = useQuery(versionsQuery(registration.id));
  return (
    <QueryFrame
      query={query}
      loading={<Skeleton height={72} radius="md" role="status" aria-label={t.loading} />}
      failed={reasonOf(query.error, t.failed)}
    >
      {({ items }) => <Versions versions={items} current={registration} />}
    </QueryFrame>
  );
}

function Versions({ versions, current }: { versions: readonly Registration[]; current: Registration }) {
  const isOwner = useUser()?.id === current.userId;
  const newest = versions.at(-1);
  return (
    <>
      {versions.length > 1 ? (
        <ol className="g2-list" aria-label={t.list}>
          {versions.map((version) => (
            <Version
              key={version.id}
              version={version}
              isCurrent={version.id === current.id}
              reader={isOwner ? 'owner' : 'staff'}
            />
          ))}
        </ol>
      ) : (
        isOwner && newest?.closure === null && <p className="m-0 text-pretty">{t.first}</p>
      )}
      {isOwner && newest && <NextVersion newest={newest} currentId={current.id} />}
    </>
  );
}

interface VersionProps {
  readonly version: Registration;
  readonly isCurrent: boolean;
  readonly reader: 'owner' | 'staff';
}

function Version({ version: it, isCurrent, reader }: VersionProps) {
  const name = t.name(it.versionNumber);
  const date = it.certificateIssuedAt
    ? t.issued(formatDate(it.certificateIssuedAt))
    : t.begun(formatDate(it.createdAt));
  return (
    <li className="g2-step" aria-current={isCurrent || undefined}>
      <span
        className={clsx('g2-mark', isCurrent ? 'bg-accent text-on-accent' : 'bg-sunken text-muted')}
        aria-hidden
      >
        <IconGitCommit size={18} />
      </span>
      <div className="min-w-0">
        <p className="g2-row min-h-7 m-0">
          {isCurrent ? (
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
          {date} · {it.sha256 === null ? t.noFile : t.hash(shortHash(it.sha256))}
        </p>
        {it.whatIsNew !== null && (
          <p className="m-0 mt-1 text-sm whitespace-pre-line wrap-anywhere">{it.whatIsNew}</p>
        )}
      </div>
    </li>
  );
}

/** Button that starts the version after the newest one, or a link to one that has already been started. */
function NextVersion({ newest, currentId }: { newest: Registration; currentId: string }) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  if (newest.closure !== null) return <p className="g2-note">{t.closed}</p>;
  if (newest.status !== 'certificate_issued') {
    if (newest.id === currentId) return null;
    const to = newest.sha256 === null ? uploadPath(newest.id) : detailsPath(newest.id, 'owner');
    return (
      <Button component={Link} to={to} variant="default" className="justify-self-start">
        {t.goOn(newest.versionNumber)}
      </Button>
    );
  }
  return (
    <>
      <Button variant="default" className="justify-self-start" onClick={() => setAsking(true)}>
        {t.begin}
      </Button>
      <Modal opened={asking} onClose={close} title={t.dialog.title(newest.versionNumber + 1)} size="lg">
        <NewVersion previous={newest} onClose={close} />
      </Modal>
    </>
  );
}

/** Form for a new version: asks what is new, shows the price and the copied data, and leads to the upload. */
function NewVersion({ previous, onClose }: { previous: Registration; onClose: () => void }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const client = useQueryClient();
  const navigate = useNavigate();
  const intent = useIntentKey();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (whatIsNew: string) =>
      intent.run([previous.id, whatIsNew], (key) => createVersion(previous.id, whatIsNew, key)),
    onSuccess: ({ id }) => {
      void refreshRegistrations(client);
      void navigate(uploadPath(id));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const news = text.trim();
    setProblem(news === '' ? t.dialog.missing : null);
    if (news !== '') mutate(news);
  };
  const refused = error instanceof HttpError ? (error.fields.whatIsNew ?? null) : null;
  return (
    <DialogForm submit={t.dialog.submit} pending={isPending} onSubmit={submit} onCancel={onClose}>
      <p className="m-0 text-pretty">{t.dialog.lead}</p>
      <ul className="grid gap-1.5 m-0 pl-5 text-sm">
        {t.dialog.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <Textarea
        data-autofocus
        label={t.dialog.field}
        description={`${t.dialog.hint} ${t.dialog.left(Array.from(text).length)}.`}
        autosize
        minRows={4}
        maxRows={10}
        maxLength={MAX_LENGTH.whatIsNew}
        required
        value={text}
        error={problem ?? refused}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {error !== null && refused === null && <Refusal error={error} />}
    </DialogForm>
  );
}

/** The reason of the refusal; if a next version already exists, with a link to it. */
function Refusal({ error }: { error: Error }) {
  const other = error instanceof HttpError ? error.body.registrationId : undefined;
  return (
    <p className="m-0 py-2 px-3 border-l-3 border-warning bg-warning-soft text-sm" role="alert">
      {messageOf(error, t.dialog.failed)}{' '}
      {typeof other === 'string' && (
        <Link to={detailsPath(other, 'owner')} className="g2-link">
          {t.dialog.open}
        </Link>
      )}
    </p>
  );
}

const detailsPath = (id: string, reader: 'owner' | 'staff'): string =>
  reader === 'owner' ? recordPath(id) : `/operator/registrations/${id}`;

const uploadPath = (id: string): string => `/register?id=${id}&step=upload`;
