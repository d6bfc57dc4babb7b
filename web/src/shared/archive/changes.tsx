import { ARCHIVE_CHANGES } from '@g2/gateway/contract/archive';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, reasonOf } from '../../lib/failures.ts';
import { formatDate } from '../../lib/format.ts';
import { WindowPager } from '../../ui/pager.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { ChangeRow, KindFilter } from './change-list.tsx';
import classes from './changes.module.css';
import { type ChangesView, changesQuery, diffQuery, isExamined, type Resent } from './changes-api.ts';
import { texts as t } from './changes-texts.ts';

/** Changes since the ZIP for which staff requested corrections: totals, changed files and their text diffs. */
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
      <KindFilter
        kinds={ARCHIVE_CHANGES.filter((kind) => counts[kind] > 0)}
        counts={counts}
        chosen={view.change}
        onChoose={(change) => setView({ change, page: 1 })}
      />
      {items.length > 0 && (
        <ul className={classes.list} aria-label={t.list} aria-busy={isPlaceholderData}>
          {items.map((item, index) => (
            <ChangeRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a path may be there twice, and a page stays as it came.
              key={`${view.change} ${page} ${index} ${item.path}`}
              {...item}
              query={diffQuery(resent, item)}
            />
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
