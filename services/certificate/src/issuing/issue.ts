import { createHash } from 'node:crypto';
import type { Deps, IssueCertificate } from '../deps.ts';
import { type CertificateStatement, isOutdated, issueCertificate, numberFor } from '../domain/certificate.ts';
import { evidenceOfFile } from '../evidence/domain/manifest.ts';
import { evidenceOf, stampsOf } from '../evidence/store.ts';
import { certificatesIssued } from '../metrics.ts';
import { renderCertificate } from '../pdf/certificate.ts';
import type { Row } from '../store.ts';
import { previousCertificateOf } from './previous-certificate.ts';

type Needs = Pick<Deps, 'peers' | 'store' | 'clock' | 'sign' | 'isTest' | 'authorities' | 'wake'> & {
  config: Pick<Deps['config'], 'PUBLIC_URL'>;
};

/** Issues only if outdated. Renders and signs outside the transaction; of concurrent calls, the first commit wins. */
export function createIssue(needs: Needs): IssueCertificate {
  const { store, clock, authorities, wake } = needs;
  const urls = authorities.map(({ url }) => url);
  const issueNow: IssueCertificate = async (currentStatement, delivery) => {
    const known = await store.newest(currentStatement.registrationId);
    if (known && !isOutdated(known, currentStatement)) return known.pdf;
    const statement = {
      ...currentStatement,
      preceding: await previousCertificateOf(needs, currentStatement.previousId, issueNow),
    };
    const number = numberFor(statement, await store.nextSequence());
    const supersedes = known?.number ?? null;
    const { pdf, level } = await needs.sign(await renderPdf(needs, statement, { number, supersedes }));
    const sha256 = createHash('sha256').update(pdf).digest('hex');
    const version = (known?.version ?? 0) + 1;
    const decided = issueCertificate({ number, version, supersedes, statement, sha256, pdf, level });
    if (await store.issue(decided, { now: clock(), urls }, delivery)) certificatesIssued.inc();
    wake();
    return (await store.newest(statement.registrationId))?.pdf ?? pdf;
  };
  return singleFlight(issueNow);
}

/** Concurrent calls with the same statement share one result; calls with other facts do not. */
function singleFlight(issueNow: IssueCertificate): IssueCertificate {
  const inFlight = new Map<string, Promise<Buffer>>();
  return async (statement, delivery) => {
    // A call for an event is not shared, since its transaction must record the event in the inbox.
    if (delivery) return issueNow(statement, delivery);
    const key = JSON.stringify(statement);
    const result = inFlight.get(key) ?? issueNow(statement).finally(() => inFlight.delete(key));
    inFlight.set(key, result);
    return result;
  };
}

/** Renders the certificate with the evidence and stamps of the deposit that exist now. */
async function renderPdf(
  { store, config, isTest }: Needs,
  statement: CertificateStatement,
  { number, supersedes }: Pick<Row, 'number' | 'supersedes'>,
): Promise<Buffer> {
  const evidence = await evidenceOf(store.db, statement.registrationId);
  const [depositEvidence] = evidenceOfFile(evidence, statement.sha256);
  const stamps = (await stampsOf(store.db, statement.registrationId, { file: statement })).flatMap(
    ({ of, authority, time }) =>
      of === 'file' && authority && time ? [{ authority, time: time.toISOString() }] : [],
  );
  return renderCertificate({
    statement,
    number,
    publicUrl: config.PUBLIC_URL,
    supersedes,
    deposit: depositEvidence
      ? { recordedAt: depositEvidence.recordedAt.toISOString(), stamps, logIndex: depositEvidence.logIndex }
      : null,
    manifest: Buffer.from(
      `${JSON.stringify({ numero: number, substitui: supersedes, ...statement }, null, 2)}\n`,
    ),
    isTest,
  });
}
