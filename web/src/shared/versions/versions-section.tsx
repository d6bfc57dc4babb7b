import { MAX_LENGTH } from '@g2/gateway/contract/constants';
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
import { refreshRegistrations, registrationPath } from '../registration/api.ts';
import { StatusBadge } from '../registration/status-badge.tsx';
import { createVersion, versionsQuery } from './api.ts';
import { VersionComparison } from './comparison.tsx';
import { texts as t } from './texts.ts';

type RegistrationProps = { readonly registration: Registration };

/** True if a registration has a section on versions: it is a later version, or a new version can be started. */
export const hasVersions = ({ versionNumber, status }: Registration): boolean =>
  versionNumber > 1 || status === 'certificate_issued';

export function VersionsSection({ registration }: RegistrationProps) {
  const titleId = useId();
  if (!hasVersions(registration)) return null;
  return (
    <section className="grid gap-3 min-w-0" aria-labelledby={titleId}>
      <h3 id={titleId} className="g2-subtitle">
        {t.title}
      </h3>
      <VersionsBody registration={registration} />
    </section>
  );
}

/** All versions of the program, a link to the next version, and the changes since the previous version. */
export function VersionsBody({ registration }: RegistrationProps) {
  return (
    <div className="grid gap-3 min-w-0">
      <VersionList registration={registration} />
      <VersionComparison registration={registration} />
    </div>
  );
}

function VersionList({ registration }: RegistrationProps) {
  const query = useQuery(versionsQuery(registration.id));
  return (
    <QueryFrame
      query={query}
      loading={<Skeleton height={72} radius="md" role="status" aria-label={t.loading} />}
      failed={reasonOf(query.error, t.failed)}
    >
      {({ items }) => <LoadedVersions versions={items} current={registration} />}
    </QueryFrame>
  );
}

function LoadedVersions({ versions, current }: { versions: readonly Registration[]; current: Registration }) {
  const isOwner = useUser()?.id === current.userId;
  const newest = versions.at(-1);
  return (
    <>
      {versions.length > 1 ? (
        <ol className="g2-list" aria-label={t.list}>
          {versions.map((version) => (
            <VersionItem
              key={version.id}
              version={version}
              isCurrent={version.id === current.id}
              reader={isOwner ? 'owner' : 'staff'}
            />
          ))}
        </ol>
      ) : (
        isOwner && newest?.closure === null && <p className="m-0 text-pretty">{t.firstVersionNote}</p>
      )}
      {isOwner && newest && <NextVersion newest={newest} currentId={current.id} />}
    </>
  );
}

interface VersionItemProps {
  readonly version: Registration;
  readonly isCurrent: boolean;
  readonly reader: 'owner' | 'staff';
}

function VersionItem({ version, isCurrent, reader }: VersionItemProps) {
  const name = t.name(version.versionNumber);
  const date = version.certificateIssuedAt
    ? t.certifiedOn(formatDate(version.certificateIssuedAt))
    : t.startedOn(formatDate(version.createdAt));
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
              {name} ({t.currentVersion})
            </strong>
          ) : (
            <Link to={detailsPath(version.id, reader)} className="g2-link">
              {name}
            </Link>
          )}
          <StatusBadge status={version.status} />
        </p>
        <p className="g2-meta">
          {date} · {version.sha256 === null ? t.noFile : t.hash(shortHash(version.sha256))}
        </p>
        {version.whatIsNew !== null && (
          <p className="m-0 mt-1 text-sm whitespace-pre-line wrap-anywhere">{version.whatIsNew}</p>
        )}
      </div>
    </li>
  );
}

/** Button that starts a new version, or a link to a new version that is already started. */
function NextVersion({ newest, currentId }: { newest: Registration; currentId: string }) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const close = () => setDialogOpen(false);
  if (newest.closure !== null) return <p className="g2-note">{t.closedNote}</p>;
  if (newest.status !== 'certificate_issued') {
    if (newest.id === currentId) return null;
    const to = newest.sha256 === null ? uploadPath(newest.id) : detailsPath(newest.id, 'owner');
    return (
      <Button component={Link} to={to} variant="default" className="justify-self-start">
        {t.continueVersion(newest.versionNumber)}
      </Button>
    );
  }
  return (
    <>
      <Button variant="default" className="justify-self-start" onClick={() => setDialogOpen(true)}>
        {t.start}
      </Button>
      <Modal opened={isDialogOpen} onClose={close} title={t.dialog.title(newest.versionNumber + 1)} size="lg">
        <NewVersionForm previous={newest} onClose={close} />
      </Modal>
    </>
  );
}

/** Form for a new version: asks what is new, and then opens the upload page. */
function NewVersionForm({ previous, onClose }: { previous: Registration; onClose: () => void }) {
  const [text, setText] = useState('');
  const [inputError, setInputError] = useState<string | null>(null);
  const client = useQueryClient();
  const navigate = useNavigate();
  const intentKey = useIntentKey();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (whatIsNew: string) =>
      intentKey.run([previous.id, whatIsNew], (idempotencyKey) =>
        createVersion(previous.id, whatIsNew, idempotencyKey),
      ),
    onSuccess: ({ id }) => {
      void refreshRegistrations(client);
      void navigate(uploadPath(id));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const whatIsNew = text.trim();
    setInputError(whatIsNew === '' ? t.dialog.required : null);
    if (whatIsNew !== '') mutate(whatIsNew);
  };
  const serverInputError = error instanceof HttpError ? (error.fields.whatIsNew ?? null) : null;
  return (
    <DialogForm submit={t.dialog.submit} pending={isPending} onSubmit={submit} onCancel={onClose}>
      <p className="m-0 text-pretty">{t.dialog.feeNote}</p>
      <ul className="grid gap-1.5 m-0 pl-5 text-sm">
        {t.dialog.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <Textarea
        data-autofocus
        label={t.dialog.fieldLabel}
        description={`${t.dialog.fieldHint} ${t.dialog.counter(Array.from(text).length)}.`}
        autosize
        minRows={4}
        maxRows={10}
        maxLength={MAX_LENGTH.whatIsNew}
        required
        value={text}
        error={inputError ?? serverInputError}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {error !== null && serverInputError === null && <RefusalNote error={error} />}
    </DialogForm>
  );
}

/** Why the server refused the new version, with a link to the next version if it already exists. */
function RefusalNote({ error }: { error: Error }) {
  const existingId = error instanceof HttpError ? error.body.registrationId : undefined;
  return (
    <p className="m-0 py-2 px-3 border-l-3 border-warning bg-warning-soft text-sm" role="alert">
      {messageOf(error, t.dialog.failed)}{' '}
      {typeof existingId === 'string' && (
        <Link to={detailsPath(existingId, 'owner')} className="g2-link">
          {t.dialog.openExisting}
        </Link>
      )}
    </p>
  );
}

const detailsPath = (id: string, reader: 'owner' | 'staff'): string =>
  reader === 'owner' ? registrationPath(id) : `/operator/registrations/${id}`;

const uploadPath = (id: string): string => `/register?id=${id}&step=upload`;
