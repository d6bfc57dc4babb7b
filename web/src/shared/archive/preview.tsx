import type { ArchiveFile } from '@g2/gateway/contract/archive';
import { ActionIcon, Button, Skeleton } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconFileDigit,
  IconRosetteDiscountCheck,
} from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { downloadFile } from '../../lib/download.ts';
import { HttpError, reasonOf } from '../../lib/failures.ts';
import { formatBytes } from '../../lib/format.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { notify } from '../../ui/toast-store.ts';
import { type Deposit, fileTextQuery, proofPath } from './api.ts';
import { CodeView, lineCount } from './code-view.tsx';
import { binaryKindOf, grammarOf } from './kinds.ts';
import { texts as t } from './texts.ts';
import { nameOf } from './tree.ts';
import { type Reader, WarningIcon } from './warnings.tsx';

interface PreviewProps {
  readonly deposit: Deposit;
  readonly file: ArchiveFile;
  readonly reader: Reader;
  /** Shows the previous (-1) or next (1) file; without it, there are no buttons for this. */
  readonly onStep?: (offset: 1 | -1) => void;
}

/** A file of a deposit: name, kind, hash, and its content if it is text. */
export function Preview({ deposit, file, reader, onStep }: PreviewProps) {
  const folder = file.path.slice(0, -nameOf(file.path).length);
  return (
    <>
      <header className="grid gap-2 py-3 px-4 border-b border-line">
        <div className="flex items-start justify-between gap-2">
          <h2 className="m-0 pt-1 text-md font-bold wrap-anywhere">
            <span className="font-normal text-muted">{folder}</span>
            {nameOf(file.path)}
          </h2>
          {onStep !== undefined && (
            <div className="flex-none flex">
              <StepButton label={t.previous} Icon={IconChevronLeft} onPress={() => onStep(-1)} />
              <StepButton label={t.next} Icon={IconChevronRight} onPress={() => onStep(1)} />
            </div>
          )}
        </div>
        <p className="g2-meta">{[formatBytes(file.size), displayedKind(file)].filter(Boolean).join(' · ')}</p>
        <FileWarning file={file} reader={reader} />
        {file.sha256 === null ? <p className="g2-note">{t.noHash}</p> : <HashWithCopy hash={file.sha256} />}
        {reader === 'owner' && file.sha256 !== null && <ProofDownload id={deposit.id} path={file.path} />}
      </header>
      <PreviewContent deposit={deposit} file={file} />
    </>
  );
}

/** The displayed language or kind of a file; null for a text without a known language. */
function displayedKind({ sha256, language, isText, path }: ArchiveFile): string | null {
  if (sha256 === null) return t.unreadableKind;
  return language ?? (isText ? null : binaryKindOf(path));
}

interface StepButtonProps {
  readonly label: string;
  readonly Icon: typeof IconChevronLeft;
  readonly onPress: () => void;
}

const StepButton = ({ label, Icon, onPress }: StepButtonProps) => (
  <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} title={label} onClick={onPress}>
    <Icon size={18} aria-hidden />
  </ActionIcon>
);

/** The file's SHA-256 with a copy button, on one line if the page is wide enough. */
const HashWithCopy = ({ hash }: { hash: string }) => (
  <div className="g2-line">
    <span className="g2-meta flex-none">SHA-256</span>
    <code className="font-mono text-xs wrap-anywhere">{hash}</code>
    <CopyButton value={hash} label="SHA-256" />
  </div>
);

function FileWarning({ file: { warning }, reader }: { file: ArchiveFile; reader: Reader }) {
  if (warning === null) return null;
  const { name, [reader]: instruction } = t.warning(warning);
  return (
    <p className="flex gap-2 m-0 text-sm [&>svg]:mt-0.5">
      <WarningIcon code={warning} size={17} />
      <span>
        <strong>{name}.</strong> {instruction}
      </span>
    </p>
  );
}

/** Button that downloads the proof that this file is part of the deposit. */
function ProofDownload({ id, path }: { id: string; path: string }) {
  const proof = useMutation({
    mutationFn: () => downloadFile(proofPath(id, path), `${nameOf(path)}.g2-prova.json`),
    onSuccess: () => notify.success(t.proofDone, t.proofDoneText),
    onError: (error) => notify.error(t.proofFailed, reasonOf(error, t.proofFailedText)),
  });
  return (
    <div className="g2-row gap-y-1.5 gap-x-3">
      <Button
        size="xs"
        variant="default"
        leftSection={<IconRosetteDiscountCheck size={16} aria-hidden />}
        loading={proof.isPending}
        onClick={() => proof.mutate()}
      >
        {t.downloadProof}
      </Button>
      <span className="g2-meta">{t.proofText}</span>
    </div>
  );
}

function PreviewContent({ deposit, file }: { deposit: Deposit; file: ArchiveFile }) {
  if (file.sha256 === null) return <PreviewNote title={t.unreadableFile} text={t.unreadableFileText} />;
  if (file.size === 0) return <PreviewNote title={t.emptyFile} />;
  if (!file.isText) return <BinaryFileNote file={file} />;
  return <TextContent deposit={deposit} file={file} />;
}

function TextContent({ deposit, file }: { deposit: Deposit; file: ArchiveFile }) {
  const { data, error, isFetching, refetch } = useQuery(fileTextQuery(deposit, file.path));
  if (data !== undefined) {
    return (
      <>
        <CodeView
          key={file.path}
          text={data.text}
          grammar={grammarOf(file.language)}
          label={t.contentOf(nameOf(file.path))}
        />
        <p className="g2-meta py-1.5 px-4 border-t border-line">
          {data.isWhole ? (
            t.lineCount(lineCount(data.text))
          ) : (
            <>
              <strong>{t.truncated}</strong> {t.truncatedText}
            </>
          )}
        </p>
      </>
    );
  }
  if (error instanceof HttpError && error.code === 'file-not-text') return <BinaryFileNote file={file} />;
  return error === null ? (
    <div className="grid gap-3 p-4" role="status" aria-label={t.fileLoading}>
      {[62, 84, 48, 71, 55].map((width) => (
        <Skeleton key={width} height={12} width={`${width}%`} />
      ))}
    </div>
  ) : (
    <div className="grid gap-3 p-4">
      <RetryLine text={reasonOf(error, t.fileFailed)} busy={isFetching} onRetry={() => void refetch()} />
    </div>
  );
}

const BinaryFileNote = ({ file }: { file: ArchiveFile }) => (
  <PreviewNote title={binaryKindOf(file.path)} text={t.binary(formatBytes(file.size))} />
);

/** Note that is shown if there is no text to show. */
export function PreviewNote({ title, text }: { title: string; text?: string }) {
  return (
    <div className="flex-1 grid justify-items-center content-center gap-1.5 py-12 px-4 text-muted text-center">
      <IconFileDigit size={28} stroke={1.4} aria-hidden />
      <p className="m-0 text-ink font-semibold">{title}</p>
      {text !== undefined && <p className="g2-note">{text}</p>}
    </div>
  );
}
