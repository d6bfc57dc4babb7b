import type { Registration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { IconChevronDown, IconFolderOpen } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatBytes } from '../../lib/format.ts';
import { filesPath } from './api.ts';
import { ArchiveSummary } from './summary.tsx';
import classes from './summary-fold.module.css';
import { texts as t } from './texts.ts';
import { type Reader, WarningSign } from './warnings.tsx';
import { byWeight } from './weights.ts';

type Looked = Pick<Registration, 'id' | 'sha256' | 'contents' | 'contentsProblem'>;

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
    <details className={classes.fold} open={!closed && gravest !== undefined}>
      <summary>
        <span className={classes.line}>
          <span>
            {t.files(files)} · {t.unpacked(formatBytes(bytes))}
          </span>
          {gravest !== undefined && (
            <span className={classes.warned}>
              <WarningSign code={gravest} size={17} />
              {t.warningCount(warnings.length)}
            </span>
          )}
        </span>
        <IconChevronDown className={classes.chevron} size={18} aria-hidden />
      </summary>
      <div className={classes.body}>
        <ArchiveSummary registration={registration} reader={reader} />
      </div>
    </details>
  );
}
