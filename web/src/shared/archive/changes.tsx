import { ARCHIVE_CHANGES } from '@g2/gateway/contract/archive';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { WindowPager } from '../../ui/pager.tsx';
import { type ChangesView, changesQuery, type Deposit, diffQuery } from './api.ts';
import { ChangeRow, KindFilter, NotCompared } from './change-list.tsx';
import { texts as t } from './changes-texts.ts';

/** Changes since the ZIP for which staff requested corrections: totals, changed files and their text diffs. */
export function ArchiveChanges({ resent }: { resent: Deposit }) {
  const [view, setView] = useState<ChangesView>({ change: '', page: 1 });
  const query = useQuery(changesQuery(resent, view));
  const { data, isPlaceholderData } = query;
  if (data === undefined)
    return <NotCompared query={query} height={96} loading={t.loading} failed={t.failed} />;
  const { items, total, page, pageSize, earlier, added, removed, changed } = data;
  const counts = { added, removed, changed };
  return (
    <>
      <p className="m-0 wrap-anywhere tabular-nums">
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
        <ul className="g2-rows mt-3" aria-label={t.list} aria-busy={isPlaceholderData}>
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
