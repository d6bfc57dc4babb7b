import { createHash } from 'node:crypto';
import type { Delivery } from '@g2/kit/events';
import { issue, numberOf, type Statement } from './domain/certificate.ts';
import { certificatesIssued } from './metrics.ts';
import { renderCertificate } from './pdf/certificate.ts';
import type { Store } from './store.ts';

export type Issue = (statement: Statement, delivery?: Delivery) => Promise<Buffer>;

/**
 * Issues the certificate of a registration, once however many ask at the same time, and answers its bytes. Drawing
 * is done outside the transaction; who comes second has drawn in vain and gets the first one's.
 */
export const createIssue =
  (store: Store, publicUrl: string): Issue =>
  async (statement, delivery) => {
    const known = await store.findPdf(statement.registrationId);
    if (known) return known;
    const number = numberOf(statement, await store.nextSequence());
    const pdf = await renderCertificate({
      statement,
      number,
      publicUrl,
      supersedes: null,
      deposit: null,
      manifest: Buffer.from(JSON.stringify({ number, ...statement }, null, 2)),
      isTest: false,
    });
    const sha256 = createHash('sha256').update(pdf).digest('hex');
    if (await store.issue(issue({ number, statement, sha256, pdf }), delivery)) certificatesIssued.inc();
    return (await store.findPdf(statement.registrationId)) ?? pdf;
  };
