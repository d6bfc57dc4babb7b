import type { Registration } from '@g2/gateway/contract/registrations';
import {
  type ChangedFile,
  VERSION_CHANGES,
  type VersionChange,
  type VersionDiff,
  type VersionFile,
  type VersionGroup,
} from '@g2/gateway/contract/versions';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useId, useState } from 'react';
import { formatDate, formatInteger } from '../../lib/format.ts';
import { WindowPager } from '../../ui/pager.tsx';
import { ChangeRow, KindFilter, NotCompared } from '../archive/change-list.tsx';
import { diffQuery, linesQuery, type VersionPair, versionsQuery } from './api.ts';
import { texts as t } from './texts.ts';

const ORDER = ['changed', 'added', 'removed', 'unchanged'] as const satisfies VersionChange[];

/** Changes since the previous version or a selected one; nothing for a first version or before an upload. */
export function SinceEarlier({ registration }: { readonly registration: Registration }) {
  const { id, sha256, previousId, versionNumber } = registration;
  const title = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const isLater = previousId !== null;
  const { data } = useQuery({ ...versionsQuery(id), enabled: isLater });
  if (!isLater || sha256 === null) return null;
  const earlier = (data?.items ?? []).filter((one) => one.versionNumber < versionNumber).toReversed();
  const other = earlier.find((one) => one.id === chosen);
  const otherId = other?.id ?? previousId;
  return (
    <>
      {earlier.length > 1 && (
        <NativeSelect
          className="max-w-80"
          label={t.against}
          value={otherId}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={earlier.map((one) => ({
            value: one.id,
            label: `${t.name(one.versionNumber)}, ${formatDate(one.certificateIssuedAt ?? one.createdAt)}`,
          }))}
        />
      )}
      <section className="grid gap-3 min-w-0 pt-4 border-t border-line" aria-labelledby={title}>
        <h4 id={title} className="m-0 text-md font-semibold">
          {t.comparison(other?.versionNumber ?? versionNumber - 1)}
        </h4>
        <Compared key={`${id} ${sha256} ${otherId}`} pair={{ id, sha256, otherId }} />
      </section>
    </>
  );
}

/** Available once the new file is inspected, even before it is paid. */
function Compared({ pair }: { pair: VersionPair }) {
  const [chosen, setChosen] = useState<VersionChange | ''>('');
  const [page, setPage] = useState(1);
  // The first query asks for a page of each kind; its totals decide which kind is selected.
  const query = useQuery(diffQuery(pair, chosen, page));
  const { data, isPlaceholderData } = query;
  if (data === undefined)
    return <NotCompared query={query} height={120} loading={t.comparing} failed={t.compareFailed} />;
  const kinds = ORDER.filter((kind) => data[kind].total > 0);
  const kind = chosen || (kinds[0] ?? 'unchanged');
  const { total, pageSize } = data[kind];
  const choose = (next: VersionChange | '', nextPage = 1) => {
    setChosen(next);
    setPage(nextPage);
  };
  return (
    <>
      <Totals diff={data} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,240px),1fr))] gap-y-4 gap-x-6">
        <Groups title={t.folders} groups={data.folders} unnamed={t.beside} />
        <Groups title={t.languages} groups={data.languages} unnamed={t.otherLanguage} />
      </div>
      <KindFilter kinds={kinds} counts={countsOf(data)} chosen={kind} onChoose={choose} hasAll={false} />
      <FileList diff={data} kind={kind} busy={isPlaceholderData} />
      {total > pageSize && (
        <WindowPager page={page} pageSize={pageSize} total={total} onChange={(next) => choose(kind, next)} />
      )}
    </>
  );
}

const countsOf = (diff: VersionDiff) => ({
  added: diff.added.total,
  removed: diff.removed.total,
  changed: diff.changed.total,
  unchanged: diff.unchanged.total,
});

const TEXT_COLOURS: Partial<Record<VersionChange, string>> = {
  added: 'text-accent',
  changed: 'text-warning',
  removed: 'text-danger',
};

/** Number of files per kind of change, and notes about the comparison as a whole. */
function Totals({ diff }: { diff: VersionDiff }) {
  const { earlier, later } = diff;
  const counts = countsOf(diff);
  const isSame = counts.added + counts.removed + counts.changed === 0;
  return (
    <>
      <dl className="grid grid-cols-4 gap-1.5 m-0 phone:grid-cols-2">
        {VERSION_CHANGES.map((kind) => (
          <div key={kind} className="flex flex-col-reverse py-2 px-3 rounded-md bg-sunken">
            <dt className="g2-meta">{t.total[kind]}</dt>
            <dd className={clsx('g2-heading tabular-nums', TEXT_COLOURS[kind])}>
              {formatInteger(counts[kind])}
            </dd>
          </div>
        ))}
      </dl>
      {isSame && <p className="g2-note">{t.identical}</p>}
      {later.root !== '' && <p className="g2-meta">{t.renamed(earlier.root, later.root)}</p>}
    </>
  );
}

function FileList({ diff, kind, busy }: { diff: VersionDiff; kind: VersionChange; busy: boolean }) {
  const items: readonly (VersionFile | ChangedFile)[] = diff[kind].items;
  if (items.length === 0) return null;
  return (
    <ul className="g2-rows mt-3" aria-label={t.listOf} aria-busy={busy}>
      {items.map((item, index) => (
        <ChangeRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a path may be there twice, and a page stays as it came.
          key={`${kind} ${index} ${item.path}`}
          path={item.path}
          change={kind}
          isText={item.isText}
          {...sizesOf(item, kind)}
          {...(kind !== 'unchanged' && { query: linesQuery(diff, item.path, kind) })}
        />
      ))}
    </ul>
  );
}

function sizesOf(item: VersionFile | ChangedFile, kind: VersionChange) {
  if ('before' in item) return { size: item.after.size, sizeBefore: item.before.size };
  return kind === 'removed' ? { size: null, sizeBefore: item.size } : { size: item.size, sizeBefore: null };
}

const SHOWN = 6;

interface GroupsProps {
  readonly title: string;
  readonly groups: readonly VersionGroup[];
  readonly unnamed: string;
}

/** Changed files per folder or per language, the most changed group first. */
function Groups({ title, groups, unnamed }: GroupsProps) {
  const id = useId();
  const touched = groups.filter((group) => differing(group) > 0);
  if (touched.length === 0) return null;
  const rest = touched.length - SHOWN;
  return (
    <div>
      <h5 id={id} className="m-0 mb-1.5 text-xs font-semibold text-muted">
        {title}
      </h5>
      <ul className="g2-list grid gap-2 text-sm" aria-labelledby={id}>
        {touched.slice(0, SHOWN).map((group) => (
          <li key={group.name} className="grid grid-cols-[minmax(0,1fr)_auto] gap-y-1 gap-x-2">
            <span className="wrap-anywhere">{group.name === '' ? unnamed : group.name}</span>
            <span className="g2-meta tabular-nums">{t.group(differing(group), totalOf(group))}</span>
            <span className="g2-meter col-span-full flex" aria-hidden>
              <span className="basis-0 bg-accent" style={{ flexGrow: group.added }} />
              <span className="basis-0 bg-warning" style={{ flexGrow: group.changed }} />
              <span className="basis-0 bg-danger" style={{ flexGrow: group.removed }} />
              <span className="basis-0 bg-transparent" style={{ flexGrow: group.unchanged }} />
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="g2-meta">{t.more(rest)}</p>}
    </div>
  );
}

const differing = ({ added, removed, changed }: VersionGroup): number => added + removed + changed;
const totalOf = (group: VersionGroup): number => differing(group) + group.unchanged;
