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
  /** Renders actions below the loaded evidence. */
  readonly children?: (evidence: Evidence) => ReactNode;
}

/** Evidence of a deposit: since when it is provable, its time stamps, and its position in the public log. */
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

function EvidenceFacts({ evidence }: { evidence: Evidence }) {
  // Time stamps and the evidence of the contents are created only after the payment.
  const stampTotal = evidence.stamps.length + evidence.stampsPending;
  const hasStamps = stampTotal > 0;
  return (
    <Facts>
      <Fact name={t.provableSince}>
        {evidence.provableSince === null
          ? t.notProvable
          : t.provableSinceBy(formatDateTime(evidence.provableSince.time), evidence.provableSince.authority)}
      </Fact>
      <Fact name={t.recordedOn}>{formatDateTime(evidence.recordedAt)}</Fact>
      {hasStamps && (
        <Fact name={t.stamps}>
          {t.stampCount(evidence.stamps.length, stampTotal)}
          <ul className="g2-list text-muted">
            {evidence.stamps.map(({ authority, time, of: subject }) => (
              <li key={`${authority} ${time} ${subject}`}>
                {authority} · {formatDateTime(time)} ({t.stampSubject[subject] ?? subject})
              </li>
            ))}
          </ul>
          {evidence.stampsPending > 0 && <p className="g2-meta">{t.stampsPending(evidence.stampsPending)}</p>}
        </Fact>
      )}
      <Fact name={t.log}>
        {evidence.log === null ? t.notInLog : t.logPosition(evidence.log.index, evidence.log.treeSize)}
      </Fact>
      {(hasStamps || evidence.contents !== null) && (
        <Fact name={t.contents}>
          <ContentsEvidence contents={evidence.contents} />
        </Fact>
      )}
      <Fact name={t.certificate}>
        {evidence.number === null ? (
          t.noCertificate
        ) : (
          <span className="g2-row">
            <Link
              to={verificationPath(evidence.number)}
              target="_blank"
              className="g2-mono g2-link inline-block min-h-6"
            >
              {evidence.number}
            </Link>
            {evidence.status !== null && <CertificateBadge status={evidence.status} />}
          </span>
        )}
      </Fact>
    </Facts>
  );
}

/** Evidence of the contents of the ZIP: the root hash over all files and its position in the public log. */
function ContentsEvidence({ contents }: { contents: Evidence['contents'] }) {
  if (contents === null) return t.contentsNotInspected;
  const { files, root, log } = contents;
  return (
    <>
      <HashBlock hash={root} label={t.contentsRoot(files)} minor />
      <p className="g2-meta">{log === null ? t.notInLog : t.logPosition(log.index, log.treeSize)}</p>
    </>
  );
}
