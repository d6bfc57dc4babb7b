import type { X509Certificate } from 'node:crypto';
import { openDocument } from './document.ts';
import { catalogOf } from './fields.ts';
import { newRevision } from './revision.ts';
import type { Value } from './values.ts';

/** Data for offline validation after the authorities are gone. */
export type ValidationData = { certificates: readonly X509Certificate[]; lists: readonly Buffer[] };

/** Adds a document security store (EN 319 142-1 §5.4.2). */
export function addValidationData(pdf: Buffer, { certificates, lists }: ValidationData): Buffer {
  const document = openDocument(pdf);
  const revision = newRevision(document);
  const store = revision.add(
    new Map<string, Value>([
      ['/Type', '/DSS'],
      ['/Certs', certificates.map(({ raw }) => revision.add({ bytes: raw }))],
      ['/CRLs', lists.map((bytes) => revision.add({ bytes }))],
    ]),
  );
  revision.replace(document.trailer.get('/Root'), new Map(catalogOf(document)).set('/DSS', store));
  return revision.write().bytes;
}
