import type { CorrectionChanges } from '@g2/gateway/contract/corrections';
import { registrationCalls } from '@g2/gateway/contract/gen/calls/registrations';
import { JURISDICTION_NAMES } from '@g2/gateway/contract/statuses';
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

/** The requested corrections and the changes to details and holders since; nothing when none were requested. */
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
        {(changes) => <Changes changes={changes} sameFile={!hasEarlierFile} />}
      </QueryFrame>
    </Section>
  );
}

function Changes({ changes, sameFile }: { changes: CorrectionChanges; sameFile: boolean }) {
  const { askedAt, reason, details, holders } = changes;
  const isSame = details.length === 0 && holders.length === 0;
  return (
    <div className="grid gap-3 min-w-0">
      <blockquote className="m-0 py-2 px-3 border-l-3 border-warning-line bg-sunken text-sm wrap-anywhere">
        <p className="m-0 whitespace-pre-line">{reason}</p>
        <footer className="g2-meta mt-1">{t.askedAt(formatDateTime(askedAt))}</footer>
      </blockquote>
      {isSame ? (
        <p className="g2-note">{sameFile ? t.nothing : t.onlyFile}</p>
      ) : (
        <Facts>
          {details.map(({ field, before, after }) => (
            <Fact key={field} name={detailNames[field] ?? field}>
              <WordDiff before={shown(field, before)} after={shown(field, after)} />
            </Fact>
          ))}
          {holders.length > 0 && (
            <Fact name={texts.detail.holders}>
              <Holders changes={holders} />
            </Fact>
          )}
        </Facts>
      )}
      {!isSame && sameFile && <p className="g2-note">{t.sameFile}</p>}
    </div>
  );
}

function shown(field: string, value: string | null): string | null {
  if (field !== 'jurisdiction' || value === null) return value;
  return (JURISDICTION_NAMES as Readonly<Record<string, string>>)[value] ?? value;
}

function Holders({ changes }: { changes: CorrectionChanges['holders'] }) {
  return (
    <ul className="g2-list grid gap-2">
      {changes.map(({ before, after }) => {
        const kind = before === null ? 'joined' : after === null ? 'left' : 'changed';
        return (
          <li key={`${before?.holderTaxId} ${before?.holderName} ${after?.holderTaxId} ${after?.holderName}`}>
            <span className="g2-meta">{t.holder[kind]}</span>
            <BeforeAfter before={before && lineOf(before)} after={after && lineOf(after)} />
          </li>
        );
      })}
    </ul>
  );
}

const lineOf = (one: { holderName: string; holderTaxId: string; ownershipPercentage: number }): string =>
  `${one.holderName} · ${formatPercent(one.ownershipPercentage)} · ${one.holderTaxId}`;

const REMOVED = 'px-0.5 rounded-xs bg-danger-soft';
const ADDED = 'px-0.5 rounded-xs bg-accent-soft no-underline';

function BeforeAfter({ before, after }: { before: string | null; after: string | null }) {
  return (
    <span className="grid gap-1 justify-items-start">
      {before !== null && <del className={REMOVED}>{before}</del>}
      {after !== null && <ins className={ADDED}>{after}</ins>}
    </span>
  );
}

/** Maximum computing time of a word diff, ms. */
const TIMEOUT_MS = 300;

/** Inline word diff of two texts; shows both texts whole while, or when, no diff is available. */
function WordDiff({ before, after }: { before: string | null; after: string | null }) {
  const [runs, setRuns] = useState<readonly Change[] | null>(null);
  useEffect(() => {
    let isLeft = false;
    if (before === null || after === null) return;
    // Loaded on first use. Without the library, both texts are shown whole.
    import('diff').then(
      ({ diffWordsWithSpace }) => {
        const found = diffWordsWithSpace(before, after, { timeout: TIMEOUT_MS });
        if (!isLeft) setRuns(found ?? null);
      },
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [before, after]);
  if (runs === null) return <BeforeAfter before={before} after={after} />;
  return (
    <span>
      {runs.map(({ value, added, removed }, index) => {
        const Tag = added ? 'ins' : removed ? 'del' : 'span';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the runs of one comparison stay where they are.
          <Tag key={index} className={added ? ADDED : removed ? REMOVED : undefined}>
            {value}
          </Tag>
        );
      })}
    </span>
  );
}
