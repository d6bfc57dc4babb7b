import { ARCHIVE_CHANGES } from '@g2/gateway/contract/archive';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { WindowPager } from '../../ui/pager.tsx';
import { type ChangesView, changesQuery, type Deposit, fileDiffQuery } from './api.ts';
import { ChangeRow, ComparisonPlaceholder, KindFilter } from './change-list.tsx';
import { texts as t } from './changes-texts.ts';

/** Changes since the former ZIP, for which staff requested corrections: totals, changed files and their text diffs. */
export function ArchiveChanges({ deposit }: { deposit: Deposit }) {
  const [view, setView] = useState<ChangesView>({ change: '', page: 1 });
  const query = useQuery(changesQuery(deposit, view));
  const { data, isPlaceholderData } = query;
  if (data === undefined)
    return <ComparisonPlaceholder query={query} height={96} loading={t.loading} failed={t.failed} />;
  const { items, total, page, pageSize, earlier, added, removed, changed } = data;
  const counts = { added, removed, changed };
  return (
    <>
      <p className="m-0 wrap-anywhere tabular-nums">
        <strong>{t.changeSummary(added, removed, changed)}</strong>
        {t.comparedWith(earlier.fileName, formatDate(earlier.attachedAt))}
      </p>
      <KindFilter
        kinds={ARCHIVE_CHANGES.filter((kind) => counts[kind] > 0)}
        counts={counts}
        selected={view.change}
        onSelect={(change) => setView({ change, page: 1 })}
      />
      {items.length > 0 && (
        <ul className="g2-rows mt-3" aria-label={t.list} aria-busy={isPlaceholderData}>
          {items.map((item, index) => (
            <ChangeRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a path can occur twice; the order never changes.
              key={`${view.change} ${page} ${index} ${item.path}`}
              {...item}
              query={fileDiffQuery(deposit, item)}
            />
          ))}
        </ul>
      )}
      {total > pageSize && (
        <WindowPager
          page={page}
          pageSize={pageSize}
          total={total}
          onChange={(newPage) => setView({ ...view, page: newPage })}
        />
      )}
    </>
  );
}
