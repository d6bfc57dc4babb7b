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
import { RetryLine } from '../../ui/retry-line.tsx';
import classes from './corrections.module.css';
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
  const { data, error, isFetching, refetch } = useQuery({
    ...changesQuery(id),
    enabled: correctionsAskedAt !== null,
  });
  if (correctionsAskedAt === null) return null;
  return (
    <Section title={t.title}>
      {data !== undefined ? (
        <Changes changes={data} sameFile={!hasEarlierFile} />
      ) : error !== null ? (
        <RetryLine text={t.failed} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={96} radius="md" role="status" aria-label={t.loading} />
      )}
    </Section>
  );
}

function Changes({ changes, sameFile }: { changes: CorrectionChanges; sameFile: boolean }) {
  const { askedAt, reason, details, holders } = changes;
  const isSame = details.length === 0 && holders.length === 0;
  return (
    <div className={classes.corrections}>
      <blockquote className={classes.reason}>
        <p>{reason}</p>
        <footer className={`g2-meta ${classes.askedAt ?? ''}`}>{t.askedAt(formatDateTime(askedAt))}</footer>
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
    <ul className={classes.holders}>
      {changes.map(({ before, after }) => {
        const kind = before === null ? 'joined' : after === null ? 'left' : 'changed';
        return (
          <li key={`${before?.holderTaxId} ${before?.holderName} ${after?.holderTaxId} ${after?.holderName}`}>
            <span className="g2-meta">{t.holder[kind]}</span>
            <span className={classes.both}>
              {before !== null && <del>{lineOf(before)}</del>}
              {after !== null && <ins>{lineOf(after)}</ins>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const lineOf = (one: { holderName: string; holderTaxId: string; ownershipPercentage: number }): string =>
  `${one.holderName} · ${formatPercent(one.ownershipPercentage)} · ${one.holderTaxId}`;

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
  if (runs === null) {
    return (
      <span className={classes.both}>
        {before !== null && <del>{before}</del>}
        {after !== null && <ins>{after}</ins>}
      </span>
    );
  }
  return (
    <span className={classes.words}>
      {runs.map(({ value, added, removed }, index) => {
        const Tag = added ? 'ins' : removed ? 'del' : 'span';
        // biome-ignore lint/suspicious/noArrayIndexKey: the runs of one comparison stay where they are.
        return <Tag key={index}>{value}</Tag>;
      })}
    </span>
  );
}
