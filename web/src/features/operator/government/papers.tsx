import { governmentCalls } from '@g2/gateway/contract/gen/calls/government';
import {
  GOVERNMENT_FILE_KINDS,
  GOVERNMENT_LIMITS,
  GOVERNMENT_MEDIA,
  type Government,
  type GovernmentFile,
  type GovernmentFileKind,
} from '@g2/gateway/contract/government';
import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { call, pathOf, typedAnswer } from '../../../lib/call.ts';
import { useDownload } from '../../../lib/download.ts';
import { messageOf, reasonOf } from '../../../lib/failures.ts';
import { formatBytes, formatDateTime } from '../../../lib/format.ts';
import { request } from '../../../lib/http.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { useStepMutation } from './api.ts';
import { texts } from './texts.ts';

const t = texts.papers;
const ACCEPT = [...Object.keys(GOVERNMENT_MEDIA), '.xml'].join(',');

/** Documents of the government step: a download for each, and an upload by drag-and-drop or file dialog. */
export function Papers({ id, government }: { id: string; government: Government }) {
  const { files, canEdit } = government;
  const [chosen, setChosen] = useState<GovernmentFile | null>(null);
  const remove = useStepMutation((fileId: string) =>
    call(governmentCalls.removeGovernmentFile, { params: { id, fileId } }),
  );
  const confirm = () => {
    if (chosen === null) return;
    remove.mutate(chosen.id, {
      onSuccess: () => notify.success(t.removed),
      onError: (error) => notify.error(t.removeFailed, reasonOf(error, t.failedText)),
      onSettled: () => setChosen(null),
    });
  };
  return (
    <div className="grid gap-3 min-w-0 pt-3 border-t border-line">
      <h3 className="g2-subtitle">{t.title}</h3>
      {files.length === 0 ? (
        <p className="g2-note">{t.none}</p>
      ) : (
        <ul className="g2-rows">
          {files.map((file) => (
            <Paper key={file.id} id={id} file={file} onRemove={canEdit ? () => setChosen(file) : undefined} />
          ))}
        </ul>
      )}
      {canEdit && files.length < GOVERNMENT_LIMITS.files && <AddPaper id={id} />}
      <ConfirmDialog
        opened={chosen !== null}
        title={t.removeTitle}
        confirm={t.removeConfirm}
        danger
        pending={remove.isPending}
        onConfirm={confirm}
        onClose={() => setChosen(null)}
      >
        <p className="m-0 wrap-anywhere">{t.removeText(chosen?.fileName ?? '')}</p>
      </ConfirmDialog>
    </div>
  );
}

type PaperProps = { id: string; file: GovernmentFile; onRemove: (() => void) | undefined };

function Paper({ id, file, onRemove }: PaperProps) {
  const { start, transfer } = useDownload();
  const download = async () => {
    try {
      const path = pathOf(governmentCalls.getGovernmentFile, { params: { id, fileId: file.id } });
      await start(path, file.fileName);
    } catch (error) {
      notify.error(t.download(file.fileName), messageOf(error, t.failedText));
    }
  };
  return (
    <li className="flex items-center gap-1 py-2 px-0">
      <div className="grid flex-auto min-w-0">
        <span className="font-semibold text-sm wrap-anywhere">{file.fileName}</span>
        <span className="g2-meta">
          {t.kinds[file.kind] ?? file.kind} · {formatBytes(file.size, 'Bytes')} ·{' '}
          {t.by(file.addedByName ?? texts.dialog.unknownPerson, formatDateTime(file.addedAt))}
        </span>
      </div>
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={t.download(file.fileName)}
        loading={transfer !== null}
        onClick={() => void download()}
      >
        <IconDownload size={18} aria-hidden />
      </ActionIcon>
      {onRemove !== undefined && (
        <ActionIcon
          variant="subtle"
          color="red"
          size="lg"
          aria-label={t.remove(file.fileName)}
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

function AddPaper({ id }: { id: string }) {
  const [kind, setKind] = useState<GovernmentFileKind>('attachment');
  const add = useStepMutation(async (file: File) => {
    const asked = { params: { id }, query: { kind, name: file.name } };
    const path = pathOf(governmentCalls.addGovernmentFile, asked);
    return typedAnswer(governmentCalls.addGovernmentFile, await request('POST', path, { bytes: file }));
  });
  const take = (file: File | null) => {
    if (file === null) return notify.error(t.addFailed, t.missing);
    // Rejects an oversized file before the upload.
    if (file.size > GOVERNMENT_LIMITS.fileBytes) return notify.error(t.addFailed, t.tooLarge);
    add.mutate(file, {
      onSuccess: () => notify.success(t.added),
      onError: (error) => notify.error(t.addFailed, reasonOf(error, t.failedText)),
    });
  };
  return (
    <div className="grid gap-3 min-w-0" aria-busy={add.isPending}>
      <NativeSelect
        label={t.kind}
        size="sm"
        value={kind}
        onChange={({ currentTarget }) =>
          setKind(GOVERNMENT_FILE_KINDS.find((known) => known === currentTarget.value) ?? 'attachment')
        }
        data={GOVERNMENT_FILE_KINDS.map((value) => ({ value, label: t.kinds[value] }))}
      />
      <FileDrop title={t.drop} hint={t.dropHint} button={t.choose} accept={ACCEPT} quiet onFile={take} />
    </div>
  );
}
