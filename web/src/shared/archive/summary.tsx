import type { Contents, Registration } from '@g2/gateway/contract/registrations';
import { Button, Loader } from '@mantine/core';
import { IconChevronDown, IconFileUnknown, IconFolderOpen } from '@tabler/icons-react';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatBytes, formatInteger } from '../../lib/format.ts';
import { HashBlock } from '../../ui/hash-line.tsx';
import { filesPath, isBeingInspected } from './api.ts';
import { formatShare, languageShares } from './languages.ts';
import { texts as t } from './texts.ts';
import { type Reader, WarningIcon, Warnings } from './warnings.tsx';
import { sortBySeverity } from './weights.ts';

type InspectedFile = Pick<Registration, 'id' | 'sha256' | 'contents' | 'contentsProblem'>;

interface SummaryProps {
  readonly registration: Omit<InspectedFile, 'id'>;
  readonly reader: Reader;
  /** False if the page shows the warnings elsewhere. */
  readonly showWarnings?: boolean;
}

/** Warnings and contents of a deposit; if the contents are unknown, the reason. */
export function ArchiveSummary({ registration, reader, showWarnings = true }: SummaryProps) {
  const { sha256, contents, contentsProblem } = registration;
  if (sha256 === null) return <p className="g2-note">{t.noFile}</p>;
  if (isBeingInspected(registration)) {
    return (
      <InspectionState role="status" title={t.inspecting} text={t.inspectingText}>
        <Loader className="flex-none mt-0.5" size={20} aria-hidden />
      </InspectionState>
    );
  }
  if (contents === null) {
    return (
      <InspectionState title={t.problem(contentsProblem ?? '') ?? t.unreadable} text={t.unreadableText}>
        <IconFileUnknown className="flex-none mt-0.5 text-muted" size={22} aria-hidden />
      </InspectionState>
    );
  }
  if (contents.files === 0) return <p className="g2-note">{t.emptyZip}</p>;
  return (
    <div className="grid gap-4 content-start min-w-0">
      {showWarnings && <Warnings codes={contents.warnings} reader={reader} />}
      <dl className="flex flex-wrap gap-y-2 gap-x-8 m-0">
        <Figure name={t.figures.files} value={formatInteger(contents.files)} />
        <Figure name={t.figures.unpacked} value={formatBytes(contents.bytes)} />
      </dl>
      <Languages languages={contents.languages} />
      <details className="gap-2 open:grid">
        <summary className="w-fit min-h-6 text-accent text-sm font-semibold cursor-pointer">
          {t.rootHash}
        </summary>
        <p className="g2-note">{t.rootHashText}</p>
        <HashBlock hash={contents.root} label={t.rootHash} minor />
      </details>
    </div>
  );
}

interface InspectionStateProps {
  readonly role?: 'status';
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** State of the inspection of a ZIP. @param children icon */
const InspectionState = ({ role, title, text, children }: InspectionStateProps) => (
  <div className="g2-box flex gap-3 py-3 px-4" role={role}>
    {children}
    <div>
      <p className="m-0 font-semibold">{title}</p>
      <p className="g2-note">{text}</p>
    </div>
  </div>
);

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="g2-meta">{name}</dt>
    <dd className="g2-title tabular-nums">{value}</dd>
  </div>
);

/** Only the warnings about a deposit; if the contents are unknown, the reason. */
export function ArchiveWarnings({ registration, reader }: Omit<SummaryProps, 'showWarnings'>) {
  const { contents } = registration;
  if (contents === null || contents.files === 0)
    return <ArchiveSummary registration={registration} reader={reader} />;
  if (contents.warnings.length === 0) return <p className="g2-note">{t.noWarnings}</p>;
  return <Warnings codes={contents.warnings} reader={reader} />;
}

/** Colours of the five largest languages, in order of size. All others together are grey. */
const LANGUAGE_COLOURS = [
  'bg-(--st-paid)',
  'bg-accent',
  'bg-(--st-reviewing)',
  'bg-(--st-submitted)',
  'bg-(--st-completed)',
];
const colourOf = (name: string | null, index: number) =>
  (name === null ? undefined : LANGUAGE_COLOURS[index]) ?? 'bg-strong-line';

/** Bar chart of the languages by bytes. It is hidden from screen readers: the list below has the same data. */
function Languages({ languages }: Pick<Contents, 'languages'>) {
  const shares = languageShares(languages);
  if (shares.length === 0) return <p className="g2-note">{t.noLanguages}</p>;
  return (
    <div>
      <div className="flex gap-0.5 h-2 rounded-full overflow-hidden" aria-hidden>
        {shares.map(({ name, percent }, index) => (
          <span
            key={name ?? ''}
            className={clsx('basis-0 min-w-[3px]', colourOf(name, index))}
            style={{ flexGrow: percent }}
          />
        ))}
      </div>
      <ul
        className="g2-list flex flex-wrap gap-y-1 gap-x-4 mt-2 text-xs text-muted tabular-nums"
        aria-label={t.languages}
      >
        {shares.map(({ name, percent }, index) => (
          <li key={name ?? ''} className="g2-inline">
            <span className={clsx('w-2 h-2 rounded-full', colourOf(name, index))} aria-hidden />
            <span className="text-ink font-semibold">{name ?? t.otherLanguages}</span> {formatShare(percent)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Link to the page with all files of a deposit. Renders nothing if there are no files. */
export function FilesLink({ registration: { id, contents } }: { registration: InspectedFile }) {
  if (contents === null || contents.files === 0) return null;
  return (
    <Button
      component={Link}
      to={filesPath(id)}
      size="sm"
      variant="default"
      leftSection={<IconFolderOpen size={17} aria-hidden />}
    >
      {t.openFiles}
    </Button>
  );
}

interface FoldedSummaryProps {
  readonly registration: InspectedFile;
  readonly reader: Reader;
  /** Initially folded even if there are warnings. By default, a summary with warnings is initially open. */
  readonly startFolded?: boolean;
}

/** Summary of a deposit that can be folded to one line; not foldable if the contents are unknown. */
export function FoldedSummary({ registration, reader, startFolded = false }: FoldedSummaryProps) {
  const { contents } = registration;
  if (contents === null || contents.files === 0) {
    return <ArchiveSummary registration={registration} reader={reader} />;
  }
  const { files, bytes, warnings } = contents;
  const mostSevere = sortBySeverity(warnings)[0];
  return (
    <details className="group" open={!startFolded && mostSevere !== undefined}>
      <summary className="g2-line justify-between min-h-9 list-none cursor-pointer [&::-webkit-details-marker]:hidden">
        <span className="flex flex-wrap gap-y-0.5 gap-x-4 text-sm tabular-nums">
          <span>
            {t.fileCount(files)} · {t.unpackedSize(formatBytes(bytes))}
          </span>
          {mostSevere !== undefined && (
            <span className="g2-inline font-semibold">
              <WarningIcon code={mostSevere} size={17} />
              {t.warningCount(warnings.length)}
            </span>
          )}
        </span>
        <IconChevronDown className="text-accent group-open:rotate-180" size={18} aria-hidden />
      </summary>
      <div className="pt-2">
        <ArchiveSummary registration={registration} reader={reader} />
      </div>
    </details>
  );
}
