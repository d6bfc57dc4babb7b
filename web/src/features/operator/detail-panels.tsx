import type { InternalNote, StaffRegistration } from '@g2/gateway/contract/registrations';
import { JURISDICTION_NAMES } from '@g2/gateway/contract/statuses';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { downloadStreamed } from '../../lib/download.ts';
import { formatBytes, formatDateTime } from '../../lib/format.ts';
import { messageOf, send } from '../../lib/http.ts';
import { Fact, Facts, Panel } from '../../ui/facts.tsx';
import { HashBlock } from '../../ui/hash-line.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { notify } from '../../ui/toast-store.ts';
import classes from './operator.module.css';
import { texts } from './texts.ts';

const t = texts.detail;

export function InfoPanel({ registration: r }: { registration: StaffRegistration }) {
  return (
    <Panel title={t.info}>
      <Facts>
        <Fact name={t.title}>{r.title}</Fact>
        <Fact name={t.applicantName}>{r.applicantName}</Fact>
        <Fact name={t.applicantEmail}>{r.applicantEmail}</Fact>
        <Fact name={t.applicantTaxId}>{r.applicantTaxId}</Fact>
        <Fact name={t.holderName}>{r.holderName}</Fact>
        <Fact name={t.jurisdiction}>{JURISDICTION_NAMES[r.jurisdiction]}</Fact>
        <Fact name={t.operator}>
          <PersonName person={r.assignedOperator} none={t.unassigned} />
        </Fact>
        <Fact name={t.created}>{formatDateTime(r.createdAt)}</Fact>
        <Fact name={t.updated}>{formatDateTime(r.statusUpdatedAt)}</Fact>
        {r.paymentPaidAt !== null && <Fact name={t.paidAt}>{formatDateTime(r.paymentPaidAt)}</Fact>}
        <Fact name={t.description}>{r.description}</Fact>
        {r.notes !== null && <Fact name={t.clientNotes}>{r.notes}</Fact>}
      </Facts>
    </Panel>
  );
}

export function FilePanel({ registration }: { registration: StaffRegistration }) {
  const { fileName, fileSize, sha256, fileStoragePath } = registration;
  return (
    <Panel title={t.file} action={fileStoragePath !== null && <ZipButton registration={registration} />}>
      {fileName === null || sha256 === null ? (
        <p className={classes.note}>{t.noFile}</p>
      ) : (
        <div className={classes.file}>
          <Facts>
            <Fact name={t.fileName}>{fileName}</Fact>
            {fileSize !== null && <Fact name={t.fileSize}>{formatBytes(fileSize, 'Bytes')}</Fact>}
          </Facts>
          <HashBlock hash={sha256} />
        </div>
      )}
    </Panel>
  );
}

function ZipButton({ registration }: { registration: StaffRegistration }) {
  const download = useMutation({
    mutationFn: () => startDownload(registration),
    onSuccess: () => notify.success(t.downloadStarted),
    onError: (error) => notify.error(t.downloadFailed, messageOf(error, t.downloadFailedText)),
  });
  return (
    <Button
      size="sm"
      variant="default"
      leftSection={<IconDownload size={17} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t.download}
    </Button>
  );
}

/** Looks at the answer's status only, then lets the browser stream: the archive may be 500 MB. Throws HttpError. */
async function startDownload({ id, fileName }: StaffRegistration): Promise<void> {
  const path = `/api/registrations/${id}/download`;
  const asked = new AbortController();
  await send('GET', path, { signal: asked.signal });
  asked.abort();
  downloadStreamed(path, fileName ?? 'arquivo.zip');
}

/** The staff's notes, newest first; nothing when there are none (spec §2). */
export function NotesPanel({ notes }: { notes: readonly InternalNote[] }) {
  if (notes.length === 0) return null;
  const newest = notes.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  return (
    <Panel title={t.internalNotes}>
      <ul className={classes.plain}>
        {newest.map((note) => (
          <li key={note.id} className={classes.internal}>
            <p>{note.text}</p>
            <span className={classes.entryMeta}>
              {note.authorName} · {formatDateTime(note.createdAt)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
