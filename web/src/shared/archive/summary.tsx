import type { Contents, Registration } from '@g2/gateway/contract/registrations';
import { Button, Loader } from '@mantine/core';
import { IconChevronDown, IconFileUnknown, IconFolderOpen } from '@tabler/icons-react';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatBytes, formatInteger } from '../../lib/format.ts';
import { HashBlock } from '../../ui/hash-line.tsx';
import { filesPath, isExamined } from './api.ts';
import { formatShare, languageShares } from './languages.ts';
import { texts as t } from './texts.ts';
import { type Reader, WarningSign, Warnings } from './warnings.tsx';
import { byWeight } from './weights.ts';

type InspectedFile = Pick<Registration, 'id' | 'sha256' | 'contents' | 'contentsProblem'>;

interface SummaryProps {
  readonly registration: Omit<InspectedFile, 'id'>;
  readonly reader: Reader;
  /** False if the page shows the warnings elsewhere. */
  readonly warned?: boolean;
}

/** Contents of a deposit, warnings first; if they are unknown, the reason. */
export function ArchiveSummary({ registration, reader, warned = true }: SummaryProps) {
  const { sha256, contents, contentsProblem } = registration;
  if (sha256 === null) return <p className="g2-note">{t.noFile}</p>;
  if (isExamined(registration)) {
    return (
      <State role="status" title={t.examining} text={t.examiningText}>
        <Loader className="flex-none mt-0.5" size={20} aria-hidden />
      </State>
    );
  }
  if (contents === null) {
    return (
      <State title={t.problem(contentsProblem ?? '') ?? t.unread} text={t.unreadText}>
        <IconFileUnknown className="flex-none mt-0.5 text-muted" size={22} aria-hidden />
      </State>
    );
  }
  if (contents.files === 0) return <p className="g2-note">{t.empty}</p>;
  return (
    <div className="grid gap-4 content-start min-w-0">
      {warned && <Warnings codes={contents.warnings} reader={reader} />}
      <dl className="flex flex-wrap gap-y-2 gap-x-8 m-0">
        <Figure name={t.figures.files} value={formatInteger(contents.files)} />
        <Figure name={t.figures.unpacked} value={formatBytes(contents.bytes)} />
      </dl>
      <Languages languages={contents.languages} />
      <details className="gap-2 open:grid">
        <summary className="w-fit min-h-6 text-accent text-sm font-semibold cursor-pointer">{t.root}</summary>
        <p className="g2-note">{t.rootText}</p>
        <HashBlock hash={contents.root} label={t.root} minor />
      </details>
    </div>
  );
}

interface StateProps {
  readonly role?: 'status';
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** State of the inspection, with the icon `children`. */
const State = ({ role, title, text, children }: StateProps) => (
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

/** Only the warnings about a deposit, without its figures; if the contents are unknown, the reason. */
export function ArchiveFindings({ registration, reader }: Omit<SummaryProps, 'warned'>) {
  const { contents } = registration;
  if (contents === null || contents.files === 0)
    return <ArchiveSummary registration={registration} reader={reader} />;
  if (contents.warnings.length === 0) return <p className="g2-note">{t.noWarnings}</p>;
  return <Warnings codes={contents.warnings} reader={reader} />;
}

/** Colours of the largest languages, in this order; the others together have a grey. */
const COLOURS = [
  'bg-(--st-paid)',
  'bg-accent',
  'bg-(--st-reviewing)',
  'bg-(--st-submitted)',
  'bg-(--st-completed)',
];
const colourOf = (name: string | null, index: number) =>
  (name === null ? undefined : COLOURS[index]) ?? 'bg-strong-line';

/** Bar chart of the languages by bytes; hidden from screen readers, because the list below has the same data. */
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

/** Link to the page with all files of a deposit; nothing if there are no files. */
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
      {t.open}
    </Button>
  );
}

interface FoldedSummaryProps {
  readonly registration: InspectedFile;
  readonly reader: Reader;
  /** Starts folded even if there are warnings; by default, warnings unfold the summary. */
  readonly closed?: boolean;
}

/** Summary of a deposit, folded to one line; not folded while there is no list of files. */
export function FoldedSummary({ registration, reader, closed = false }: FoldedSummaryProps) {
  const { contents } = registration;
  if (contents === null || contents.files === 0) {
    return <ArchiveSummary registration={registration} reader={reader} />;
  }
  const { files, bytes, warnings } = contents;
  const gravest = byWeight(warnings)[0];
  return (
    <details className="group" open={!closed && gravest !== undefined}>
      <summary className="g2-line justify-between min-h-9 list-none cursor-pointer [&::-webkit-details-marker]:hidden">
        <span className="flex flex-wrap gap-y-0.5 gap-x-4 text-sm tabular-nums">
          <span>
            {t.files(files)} · {t.unpacked(formatBytes(bytes))}
          </span>
          {gravest !== undefined && (
            <span className="g2-inline font-semibold">
              <WarningSign code={gravest} size={17} />
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
