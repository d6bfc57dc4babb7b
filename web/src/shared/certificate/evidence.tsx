import type { Evidence } from '@g2/gateway/contract/certificates';
import { verificationPath } from '@g2/gateway/contract/verification';
import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/format.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { HashBlock } from '../../ui/hash-line.tsx';
import { QueryFrame } from '../../ui/query-frame.tsx';
import { CertificateBadge } from './badge.tsx';
import { texts as t } from './texts.ts';

interface EvidenceProps {
  readonly query: UseQueryResult<Evidence>;
  /** Actions for the evidence, rendered once it is loaded. */
  readonly children?: (evidence: Evidence) => ReactNode;
}

/** Evidence of a deposit: since when it is provable, by which time stamps, and its position in the public log. */
export function EvidenceView({ query, children }: EvidenceProps) {
  return (
    <QueryFrame
      query={query}
      loading={<Skeleton height={150} radius="md" role="status" aria-label={t.loading} />}
      failed={t.failed}
    >
      {(evidence) =>
        evidence.recordedAt === null ? (
          <p className="g2-note">{t.waiting}</p>
        ) : (
          <>
            <EvidenceFacts evidence={evidence} />
            {children?.(evidence)}
          </>
        )
      }
    </QueryFrame>
  );
}

function EvidenceFacts({ evidence: it }: { evidence: Evidence }) {
  // The stamps on the file and the evidence of its contents exist only from the payment on.
  const hasStamps = it.stamps.length + it.stampsPending > 0;
  return (
    <Facts>
      <Fact name={t.provable}>
        {it.provableSince === null
          ? t.notProvable
          : t.provableBy(formatDateTime(it.provableSince.time), it.provableSince.authority)}
      </Fact>
      <Fact name={t.recorded}>{formatDateTime(it.recordedAt)}</Fact>
      {hasStamps && (
        <Fact name={t.stamps}>
          {t.stampCount(it.stamps.length, it.stamps.length + it.stampsPending)}
          <ul className="g2-list text-muted">
            {it.stamps.map(({ authority, time, of }) => (
              <li key={`${authority} ${time} ${of}`}>
                {authority} · {formatDateTime(time)} ({t.stampOf[of] ?? of})
              </li>
            ))}
          </ul>
          {it.stampsPending > 0 && <p className="g2-meta">{t.stampsPending(it.stampsPending)}</p>}
        </Fact>
      )}
      <Fact name={t.log}>{it.log === null ? t.noPlace : t.place(it.log.index, it.log.treeSize)}</Fact>
      {(hasStamps || it.contents !== null) && (
        <Fact name={t.contents}>
          <ContentsEvidence of={it.contents} />
        </Fact>
      )}
      <Fact name={t.certificate}>
        {it.number === null ? (
          t.noCertificate
        ) : (
          <span className="g2-row">
            <Link
              to={verificationPath(it.number)}
              target="_blank"
              className="g2-mono g2-link inline-block min-h-6"
            >
              {it.number}
            </Link>
            {it.status !== null && <CertificateBadge status={it.status} />}
          </span>
        )}
      </Fact>
    </Facts>
  );
}

/** Evidence of the file's contents: the root hash over all files and its position in the public log. */
function ContentsEvidence({ of: contents }: { of: Evidence['contents'] }) {
  if (contents === null) return t.noContents;
  const { files, root, log } = contents;
  return (
    <>
      <HashBlock hash={root} label={t.contentsOf(files)} minor />
      <p className="g2-meta">{log === null ? t.noPlace : t.place(log.index, log.treeSize)}</p>
    </>
  );
}
