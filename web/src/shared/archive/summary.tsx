import type { Contents, Registration } from '@g2/gateway/contract/registrations';
import { Button, Loader } from '@mantine/core';
import { IconChevronDown, IconFileUnknown, IconFolderOpen } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatBytes, formatInteger } from '../../lib/format.ts';
import { HashBlock } from '../../ui/hash-line.tsx';
import { filesPath, isExamined } from './api.ts';
import { formatShare, languageShares } from './languages.ts';
import classes from './summary.module.css';
import foldClasses from './summary-fold.module.css';
import { texts as t } from './texts.ts';
import { type Reader, WarningSign, Warnings } from './warnings.tsx';
import { byWeight } from './weights.ts';

type Looked = Pick<Registration, 'id' | 'sha256' | 'contents' | 'contentsProblem'>;

interface SummaryProps {
  readonly registration: Omit<Looked, 'id'>;
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
      <div className={classes.state} role="status">
        <Loader size={20} aria-hidden />
        <div>
          <p className={classes.stateTitle}>{t.examining}</p>
          <p className="g2-note">{t.examiningText}</p>
        </div>
      </div>
    );
  }
  if (contents === null) {
    return (
      <div className={classes.state}>
        <IconFileUnknown size={22} aria-hidden />
        <div>
          <p className={classes.stateTitle}>{t.problem(contentsProblem ?? '') ?? t.unread}</p>
          <p className="g2-note">{t.unreadText}</p>
        </div>
      </div>
    );
  }
  if (contents.files === 0) return <p className="g2-note">{t.empty}</p>;
  return (
    <div className={classes.summary}>
      {warned && <Warnings codes={contents.warnings} reader={reader} />}
      <div className={classes.about}>
        <dl className={classes.figures}>
          <div>
            <dt>{t.figures.files}</dt>
            <dd>{formatInteger(contents.files)}</dd>
          </div>
          <div>
            <dt>{t.figures.unpacked}</dt>
            <dd>{formatBytes(contents.bytes)}</dd>
          </div>
        </dl>
        <Languages languages={contents.languages} />
        <details className={classes.root}>
          <summary>{t.root}</summary>
          <p className="g2-note">{t.rootText}</p>
          <HashBlock hash={contents.root} label={t.root} minor />
        </details>
      </div>
    </div>
  );
}

/** Only the warnings about a deposit, without its figures; if the contents are unknown, the reason. */
export function ArchiveFindings({ registration, reader }: Omit<SummaryProps, 'warned'>) {
  const { contents } = registration;
  if (contents === null || contents.files === 0)
    return <ArchiveSummary registration={registration} reader={reader} />;
  if (contents.warnings.length === 0) return <p className="g2-note">{t.noWarnings}</p>;
  return <Warnings codes={contents.warnings} reader={reader} />;
}

/** Bar chart of the languages by bytes; hidden from screen readers, because the list below has the same data. */
function Languages({ languages }: Pick<Contents, 'languages'>) {
  const shares = languageShares(languages);
  if (shares.length === 0) return <p className="g2-note">{t.noLanguages}</p>;
  return (
    <div>
      <div className={classes.bar} aria-hidden>
        {shares.map(({ name, percent }, index) => (
          <span key={name ?? ''} data-place={placeOf(name, index)} style={{ flexGrow: percent }} />
        ))}
      </div>
      <ul className={classes.languages} aria-label={t.languages}>
        {shares.map(({ name, percent }, index) => (
          <li key={name ?? ''}>
            <span className={classes.dot} data-place={placeOf(name, index)} aria-hidden />
            <span className={classes.language}>{name ?? t.otherLanguages}</span> {formatShare(percent)}
          </li>
        ))}
      </ul>
    </div>
  );
}

const placeOf = (name: string | null, index: number) => (name === null ? 'others' : index);

/** Link to the page with all files of a deposit; nothing if there are no files. */
export function FilesLink({ registration: { id, contents } }: { registration: Looked }) {
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
  readonly registration: Looked;
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
    <details className={foldClasses.fold} open={!closed && gravest !== undefined}>
      <summary>
        <span className={foldClasses.line}>
          <span>
            {t.files(files)} · {t.unpacked(formatBytes(bytes))}
          </span>
          {gravest !== undefined && (
            <span className={foldClasses.warned}>
              <WarningSign code={gravest} size={17} />
              {t.warningCount(warnings.length)}
            </span>
          )}
        </span>
        <IconChevronDown className={foldClasses.chevron} size={18} aria-hidden />
      </summary>
      <div className={foldClasses.body}>
        <ArchiveSummary registration={registration} reader={reader} />
      </div>
    </details>
  );
}
