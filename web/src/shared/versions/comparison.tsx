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
import { ChangeRow, ComparisonPlaceholder, KindFilter } from '../archive/change-list.tsx';
import { type VersionPair, versionDiffQuery, versionFileDiffQuery, versionsQuery } from './api.ts';
import { texts as t } from './texts.ts';

/** Kinds of change in the order of the filter; the first one with any files is initially selected. */
const KIND_ORDER = ['changed', 'added', 'removed', 'unchanged'] as const satisfies VersionChange[];

/** Changes since the previous or a selected earlier version. Renders nothing for a first version or without a ZIP. */
export function VersionComparison({ registration }: { readonly registration: Registration }) {
  const { id, sha256, previousId, versionNumber } = registration;
  const titleId = useId();
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const hasPrevious = previousId !== null;
  const { data } = useQuery({ ...versionsQuery(id), enabled: hasPrevious });
  if (!hasPrevious || sha256 === null) return null;
  const earlierVersions = (data?.items ?? [])
    .filter((version) => version.versionNumber < versionNumber)
    .toReversed();
  const selectedVersion = earlierVersions.find(({ id }) => id === selectedId);
  const otherId = selectedVersion?.id ?? previousId;
  return (
    <>
      {earlierVersions.length > 1 && (
        <NativeSelect
          className="max-w-80"
          label={t.compareWith}
          value={otherId}
          onChange={(event) => setSelectedId(event.currentTarget.value)}
          data={earlierVersions.map(versionOption)}
        />
      )}
      <section className="grid gap-3 min-w-0 pt-4 border-t border-line" aria-labelledby={titleId}>
        <h4 id={titleId} className="m-0 text-md font-semibold">
          {t.changesSince(selectedVersion?.versionNumber ?? versionNumber - 1)}
        </h4>
        <ComparedVersions key={`${id} ${sha256} ${otherId}`} pair={{ id, sha256, otherId }} />
      </section>
    </>
  );
}

const versionOption = ({ id, versionNumber, certificateIssuedAt, createdAt }: Registration) => ({
  value: id,
  label: `${t.name(versionNumber)}, ${formatDate(certificateIssuedAt ?? createdAt)}`,
});

/** The comparison of two versions. It is available once the new ZIP is inspected, even before payment. */
function ComparedVersions({ pair }: { pair: VersionPair }) {
  const [selectedKind, setSelectedKind] = useState<VersionChange | ''>('');
  const [page, setPage] = useState(1);
  // The first query has a page of every kind. Its totals decide which kind is initially selected.
  const query = useQuery(versionDiffQuery(pair, selectedKind, page));
  const { data, isPlaceholderData } = query;
  if (data === undefined) {
    const { comparing, compareFailed } = t;
    return <ComparisonPlaceholder query={query} height={120} loading={comparing} failed={compareFailed} />;
  }
  const kinds = KIND_ORDER.filter((kind) => data[kind].total > 0);
  const kind = selectedKind || (kinds[0] ?? 'unchanged');
  const { total, pageSize } = data[kind];
  const select = (newKind: VersionChange | '', newPage = 1) => {
    setSelectedKind(newKind);
    setPage(newPage);
  };
  return (
    <>
      <ChangeTotals diff={data} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,240px),1fr))] gap-y-4 gap-x-6">
        <ChangeGroups title={t.folders} groups={data.folders} unnamedLabel={t.rootFolder} />
        <ChangeGroups title={t.languages} groups={data.languages} unnamedLabel={t.otherLanguage} />
      </div>
      <KindFilter kinds={kinds} counts={countsOf(data)} selected={kind} onSelect={select} hasAll={false} />
      <ChangedFiles diff={data} kind={kind} busy={isPlaceholderData} />
      {total > pageSize && (
        <WindowPager
          page={page}
          pageSize={pageSize}
          total={total}
          onChange={(newPage) => select(kind, newPage)}
        />
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

/** Number of files for each kind of change, and notes about the whole comparison. */
function ChangeTotals({ diff }: { diff: VersionDiff }) {
  const { earlier, later } = diff;
  const counts = countsOf(diff);
  const isIdentical = counts.added + counts.removed + counts.changed === 0;
  return (
    <>
      <dl className="grid grid-cols-4 gap-1.5 m-0 phone:grid-cols-2">
        {VERSION_CHANGES.map((kind) => (
          <div key={kind} className="flex flex-col-reverse py-2 px-3 rounded-md bg-sunken">
            <dt className="g2-meta">{t.kindTotals[kind]}</dt>
            <dd className={clsx('g2-heading tabular-nums', TEXT_COLOURS[kind])}>
              {formatInteger(counts[kind])}
            </dd>
          </div>
        ))}
      </dl>
      {isIdentical && <p className="g2-note">{t.identical}</p>}
      {later.root !== '' && <p className="g2-meta">{t.rootRenamed(earlier.root, later.root)}</p>}
    </>
  );
}

function ChangedFiles({ diff, kind, busy }: { diff: VersionDiff; kind: VersionChange; busy: boolean }) {
  const items: readonly (VersionFile | ChangedFile)[] = diff[kind].items;
  if (items.length === 0) return null;
  return (
    <ul className="g2-rows mt-3" aria-label={t.fileList} aria-busy={busy}>
      {items.map((item, index) => (
        <ChangeRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a path can occur twice; the order never changes.
          key={`${kind} ${index} ${item.path}`}
          path={item.path}
          change={kind}
          isText={item.isText}
          {...sizesOf(item, kind)}
          {...(kind !== 'unchanged' && { query: versionFileDiffQuery(diff, item.path, kind) })}
        />
      ))}
    </ul>
  );
}

function sizesOf(item: VersionFile | ChangedFile, kind: VersionChange) {
  if ('before' in item) return { size: item.after.size, sizeBefore: item.before.size };
  return kind === 'removed' ? { size: null, sizeBefore: item.size } : { size: item.size, sizeBefore: null };
}

const MAX_SHOWN_GROUPS = 6;

interface ChangeGroupsProps {
  readonly title: string;
  readonly groups: readonly VersionGroup[];
  /** Label of the group with an empty name. */
  readonly unnamedLabel: string;
}

/** Number of changed files in each folder or language, the largest first. */
function ChangeGroups({ title, groups, unnamedLabel }: ChangeGroupsProps) {
  const titleId = useId();
  const changedGroups = groups.filter((group) => changedCount(group) > 0);
  if (changedGroups.length === 0) return null;
  const hiddenCount = changedGroups.length - MAX_SHOWN_GROUPS;
  return (
    <div>
      <h5 id={titleId} className="m-0 mb-1.5 text-xs font-semibold text-muted">
        {title}
      </h5>
      <ul className="g2-list grid gap-2 text-sm" aria-labelledby={titleId}>
        {changedGroups.slice(0, MAX_SHOWN_GROUPS).map((group) => (
          <li key={group.name} className="grid grid-cols-[minmax(0,1fr)_auto] gap-y-1 gap-x-2">
            <span className="wrap-anywhere">{group.name === '' ? unnamedLabel : group.name}</span>
            <span className="g2-meta tabular-nums">
              {t.changedOfTotal(changedCount(group), fileCount(group))}
            </span>
            <span className="g2-meter col-span-full flex" aria-hidden>
              <span className="basis-0 bg-accent" style={{ flexGrow: group.added }} />
              <span className="basis-0 bg-warning" style={{ flexGrow: group.changed }} />
              <span className="basis-0 bg-danger" style={{ flexGrow: group.removed }} />
              <span className="basis-0 bg-transparent" style={{ flexGrow: group.unchanged }} />
            </span>
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && <p className="g2-meta">{t.moreGroups(hiddenCount)}</p>}
    </div>
  );
}

const changedCount = ({ added, removed, changed }: VersionGroup): number => added + removed + changed;
const fileCount = (group: VersionGroup): number => changedCount(group) + group.unchanged;
