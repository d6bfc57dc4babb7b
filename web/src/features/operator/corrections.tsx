import type { CorrectionChanges } from '@g2/gateway/contract/corrections';
import { registrationCalls } from '@g2/gateway/contract/gen/calls/registrations';
import { JURISDICTION_NAMES } from '@g2/gateway/contract/status-terms';
import { Skeleton } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Change } from 'diff';
import { useEffect, useState } from 'react';
import { call } from '../../lib/call.ts';
import { formatDateTime, formatPercent } from '../../lib/format.ts';
import { STAFF_REGISTRATIONS } from '../../shared/registration/staff-api.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { QueryFrame } from '../../ui/query-frame.tsx';
import type { SectionProps } from './detail-panels.tsx';
import { detailNames, texts } from './texts.ts';

const t = texts.corrections;

const changesQuery = (id: string) =>
  queryOptions({
    queryKey: [STAFF_REGISTRATIONS, 'corrections', id],
    queryFn: ({ signal }) => call(registrationCalls.getCorrectionChanges, { params: { id }, signal }),
  });

/** Shows the requested corrections and the changes made since. Renders nothing if no corrections were requested. */
export function CorrectionsSection({ registration, frame: Section }: SectionProps) {
  const { id, correctionsAskedAt, hasEarlierFile } = registration;
  const query = useQuery({ ...changesQuery(id), enabled: correctionsAskedAt !== null });
  if (correctionsAskedAt === null) return null;
  return (
    <Section title={t.title}>
      <QueryFrame
        query={query}
        loading={<Skeleton height={96} radius="md" role="status" aria-label={t.loading} />}
        failed={t.failed}
      >
        {(changes) => <ChangeList changes={changes} isFileUnchanged={!hasEarlierFile} />}
      </QueryFrame>
    </Section>
  );
}

function ChangeList({ changes, isFileUnchanged }: { changes: CorrectionChanges; isFileUnchanged: boolean }) {
  const { askedAt, reason, details, holders } = changes;
  const isDataUnchanged = details.length === 0 && holders.length === 0;
  return (
    <div className="grid gap-3 min-w-0">
      <blockquote className="m-0 py-2 px-3 border-l-3 border-warning-line bg-sunken text-sm wrap-anywhere">
        <p className="m-0 whitespace-pre-line">{reason}</p>
        <footer className="g2-meta mt-1">{t.requestedAt(formatDateTime(askedAt))}</footer>
      </blockquote>
      {isDataUnchanged ? (
        <p className="g2-note">{isFileUnchanged ? t.nothingChanged : t.onlyFileChanged}</p>
      ) : (
        <Facts>
          {details.map(({ field, before, after }) => (
            <Fact key={field} name={detailNames[field] ?? field}>
              <WordDiff before={displayValue(field, before)} after={displayValue(field, after)} />
            </Fact>
          ))}
          {holders.length > 0 && (
            <Fact name={texts.detail.holders}>
              <HolderChanges changes={holders} />
            </Fact>
          )}
        </Facts>
      )}
      {!isDataUnchanged && isFileUnchanged && <p className="g2-note">{t.fileUnchanged}</p>}
    </div>
  );
}

function displayValue(field: string, value: string | null): string | null {
  if (field !== 'jurisdiction' || value === null) return value;
  return (JURISDICTION_NAMES as Readonly<Record<string, string>>)[value] ?? value;
}

function HolderChanges({ changes }: { changes: CorrectionChanges['holders'] }) {
  return (
    <ul className="g2-list grid gap-2">
      {changes.map(({ before, after }) => {
        const changeKind = before === null ? 'added' : after === null ? 'removed' : 'changed';
        return (
          <li key={`${before?.holderTaxId} ${before?.holderName} ${after?.holderTaxId} ${after?.holderName}`}>
            <span className="g2-meta">{t.holder[changeKind]}</span>
            <BeforeAfter before={before && holderText(before)} after={after && holderText(after)} />
          </li>
        );
      })}
    </ul>
  );
}

const holderText = (holder: {
  holderName: string;
  holderTaxId: string;
  ownershipPercentage: number;
}): string => `${holder.holderName} · ${formatPercent(holder.ownershipPercentage)} · ${holder.holderTaxId}`;

const REMOVED_STYLE = 'px-0.5 rounded-xs bg-danger-soft';
const ADDED_STYLE = 'px-0.5 rounded-xs bg-accent-soft no-underline';

function BeforeAfter({ before, after }: { before: string | null; after: string | null }) {
  return (
    <span className="grid gap-1 justify-items-start">
      {before !== null && <del className={REMOVED_STYLE}>{before}</del>}
      {after !== null && <ins className={ADDED_STYLE}>{after}</ins>}
    </span>
  );
}

/** Time limit for computing a word diff, ms. */
const DIFF_TIMEOUT_MS = 300;

/** Shows the words that differ between two texts; both texts in full until, or unless, the diff is computed. */
function WordDiff({ before, after }: { before: string | null; after: string | null }) {
  const [parts, setParts] = useState<readonly Change[] | null>(null);
  useEffect(() => {
    let isCancelled = false;
    if (before === null || after === null) return;
    // The library is loaded on first use. If that fails, both texts are shown in full.
    import('diff').then(
      ({ diffWordsWithSpace }) => {
        const difference = diffWordsWithSpace(before, after, { timeout: DIFF_TIMEOUT_MS });
        if (!isCancelled) setParts(difference ?? null);
      },
      () => undefined,
    );
    return () => {
      isCancelled = true;
    };
  }, [before, after]);
  if (parts === null) return <BeforeAfter before={before} after={after} />;
  return (
    <span>
      {parts.map(({ value, added, removed }, index) => {
        const Tag = added ? 'ins' : removed ? 'del' : 'span';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a comparison are never reordered.
          <Tag key={index} className={added ? ADDED_STYLE : removed ? REMOVED_STYLE : undefined}>
            {value}
          </Tag>
        );
      })}
    </span>
  );
}
