import type { Registration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { IconChevronDown, IconFolderOpen } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatBytes } from '../../lib/format.ts';
import { filesPath, isExamined } from './api.ts';
import { ArchiveSummary, type Reader } from './summary.tsx';
import classes from './summary-fold.module.css';
import { texts as t } from './texts.ts';

type Looked = Pick<Registration, 'id' | 'sha256' | 'contents' | 'contentsProblem'>;

/** The way to all files of a deposit; nothing where there are none to see. */
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

/** What is in a deposit, folded to one line; open where there is something to be warned of. */
export function FoldedSummary({ registration, reader }: { registration: Looked; reader: Reader }) {
  const { contents } = registration;
  return (
    <details className={classes.fold} open={(contents?.warnings.length ?? 0) > 0}>
      <summary>
        <span>{lineOf(registration)}</span>
        <IconChevronDown className={classes.chevron} size={18} aria-hidden />
      </summary>
      <div className={classes.body}>
        <ArchiveSummary registration={registration} reader={reader} />
      </div>
    </details>
  );
}

function lineOf(registration: Looked): string {
  if (isExamined(registration)) return t.examining;
  const { contents } = registration;
  if (contents === null) return t.unread;
  const { files, bytes, warnings } = contents;
  const parts = [t.files(files), t.unpacked(formatBytes(bytes))];
  return (warnings.length > 0 ? [...parts, t.warningCount(warnings.length)] : parts).join(' · ');
}
