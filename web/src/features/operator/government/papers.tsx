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

const t = texts.documents;
const ACCEPTED_TYPES = [...Object.keys(GOVERNMENT_MEDIA), '.xml'].join(',');

/** Documents of the government step, with buttons to download, remove and upload them. */
export function DocumentList({ id, government }: { id: string; government: Government }) {
  const { files, canEdit } = government;
  const [fileToRemove, setFileToRemove] = useState<GovernmentFile | null>(null);
  const remove = useStepMutation((fileId: string) =>
    call(governmentCalls.removeGovernmentFile, { params: { id, fileId } }),
  );
  const confirm = () => {
    if (fileToRemove === null) return;
    remove.mutate(fileToRemove.id, {
      onSuccess: () => notify.success(t.removed),
      onError: (error) => notify.error(t.removeFailed, reasonOf(error, t.failedText)),
      onSettled: () => setFileToRemove(null),
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
            <DocumentItem
              key={file.id}
              id={id}
              file={file}
              onRemove={canEdit ? () => setFileToRemove(file) : undefined}
            />
          ))}
        </ul>
      )}
      {canEdit && files.length < GOVERNMENT_LIMITS.files && <DocumentUpload id={id} />}
      <ConfirmDialog
        opened={fileToRemove !== null}
        title={t.removeTitle}
        confirm={t.removeConfirm}
        danger
        pending={remove.isPending}
        onConfirm={confirm}
        onClose={() => setFileToRemove(null)}
      >
        <p className="m-0 wrap-anywhere">{t.removeText(fileToRemove?.fileName ?? '')}</p>
      </ConfirmDialog>
    </div>
  );
}

type DocumentItemProps = { id: string; file: GovernmentFile; onRemove: (() => void) | undefined };

function DocumentItem({ id, file, onRemove }: DocumentItemProps) {
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
          {t.addedBy(file.addedByName ?? texts.dialog.unknownPerson, formatDateTime(file.addedAt))}
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

function DocumentUpload({ id }: { id: string }) {
  const [kind, setKind] = useState<GovernmentFileKind>('attachment');
  const addMutation = useStepMutation(async (file: File) => {
    const target = { params: { id }, query: { kind, name: file.name } };
    const path = pathOf(governmentCalls.addGovernmentFile, target);
    return typedAnswer(governmentCalls.addGovernmentFile, await request('POST', path, { bytes: file }));
  });
  const upload = (file: File | null) => {
    if (file === null) return notify.error(t.addFailed, t.noFile);
    // The server would refuse the file only after the upload.
    if (file.size > GOVERNMENT_LIMITS.fileBytes) return notify.error(t.addFailed, t.tooLarge);
    addMutation.mutate(file, {
      onSuccess: () => notify.success(t.added),
      onError: (error) => notify.error(t.addFailed, reasonOf(error, t.failedText)),
    });
  };
  return (
    <div className="grid gap-3 min-w-0" aria-busy={addMutation.isPending}>
      <NativeSelect
        label={t.kind}
        size="sm"
        value={kind}
        onChange={({ currentTarget }) =>
          setKind(GOVERNMENT_FILE_KINDS.find((fileKind) => fileKind === currentTarget.value) ?? 'attachment')
        }
        data={GOVERNMENT_FILE_KINDS.map((value) => ({ value, label: t.kinds[value] }))}
      />
      <FileDrop
        title={t.add}
        hint={t.addHint}
        button={t.chooseFile}
        accept={ACCEPTED_TYPES}
        quiet
        onFile={upload}
      />
    </div>
  );
}
