import { ARCHIVE_CHANGES, type ArchiveChange, type FileChange } from '@g2/gateway/contract/archive';
import { Button, Skeleton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { messageOf, reasonOf } from '../../lib/failures.ts';
import { formatDate, formatInteger } from '../../lib/format.ts';
import { WindowPager } from '../../ui/pager.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import classes from './changes.module.css';
import { type ChangesView, changesQuery, isExamined, type Resent } from './changes-api.ts';
import { FileDiff } from './changes-diff.tsx';
import { texts as t } from './changes-texts.ts';

/** What changed against the file that changes were asked for: how much, which files, and of texts which lines. */
export function ArchiveChanges({ resent }: { resent: Resent }) {
  const [view, setView] = useState<ChangesView>({ change: '', page: 1 });
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(changesQuery(resent, view));
  if (data === undefined) {
    if (error === null) return <Skeleton height={96} radius="md" role="status" aria-label={t.loading} />;
    if (isExamined(error))
      return (
        <p className="g2-note" role="status">
          {messageOf(error, t.loading)}
        </p>
      );
    return <RetryLine text={reasonOf(error, t.failed)} busy={isFetching} onRetry={() => void refetch()} />;
  }
  const { items, total, page, pageSize, earlier, added, removed, changed } = data;
  const counts = { added, removed, changed };
  return (
    <>
      <p className={classes.summary}>
        <strong>{t.counts(added, removed, changed)}</strong>
        {t.against(earlier.fileName, formatDate(earlier.attachedAt))}
      </p>
      <Filter counts={counts} chosen={view.change} onChoose={(change) => setView({ change, page: 1 })} />
      {items.length > 0 && (
        <ul className={classes.list} aria-label={t.list} aria-busy={isPlaceholderData}>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a path may be there twice, and a page stays as it came.
            <Change key={`${view.change} ${page} ${index} ${item.path}`} resent={resent} change={item} />
          ))}
        </ul>
      )}
      {total > pageSize && (
        <WindowPager
          page={page}
          pageSize={pageSize}
          total={total}
          onChange={(next) => setView({ ...view, page: next })}
        />
      )}
    </>
  );
}

interface FilterProps {
  readonly counts: Readonly<Record<ArchiveChange, number>>;
  readonly chosen: ChangesView['change'];
  readonly onChoose: (change: ChangesView['change']) => void;
}

/** Nothing where all changed alike. */
function Filter({ counts, chosen, onChoose }: FilterProps) {
  const kinds = ARCHIVE_CHANGES.filter((kind) => counts[kind] > 0);
  if (kinds.length < 2) return null;
  const choices = [['', t.all] as const, ...kinds.map((kind) => [kind, t.kinds[kind]] as const)];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent.
    <div className={classes.filter} role="group" aria-label={t.filter}>
      {choices.map(([kind, name]) => (
        <Button
          key={kind}
          size="xs"
          variant={chosen === kind ? 'filled' : 'default'}
          aria-pressed={chosen === kind}
          onClick={() => onChoose(kind)}
        >
          {kind === '' ? name : `${name} (${formatInteger(counts[kind])})`}
        </Button>
      ))}
    </div>
  );
}

const SIGN: Readonly<Record<string, string>> = { added: '+', removed: '−', changed: '±' };

function Change({ resent, change: item }: { resent: Resent; change: FileChange }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { path, change, size, sizeBefore, isText } = item;
  return (
    <li>
      <div className={classes.row}>
        <span className={classes.sign} data-change={change} aria-hidden>
          {SIGN[change]}
        </span>
        {isText ? (
          <button
            type="button"
            className={classes.path}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronRight size={16} aria-hidden />
            <span>{path}</span>
          </button>
        ) : (
          <span className={classes.path}>
            <span>{path}</span>
          </span>
        )}
        <span className={classes.meta}>
          {[t.kind[change] ?? change, t.size(sizeBefore, size), !isText && t.noText]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      {isOpen && (
        <div id={id}>
          <FileDiff resent={resent} change={item} />
        </div>
      )}
    </li>
  );
}
