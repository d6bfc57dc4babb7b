import { AppError } from '@g2/terms/errors';

type Header = string | string[] | undefined;

/** Parses a byte count. @throws AppError invalid-input */
export function parseByteCount(name: string, header: Header): number {
  if (typeof header === 'string' && /^\d{1,15}$/.test(header)) return Number(header);
  throw new AppError('invalid-input', { message: `O cabeçalho ${name} deve ser um número de bytes.` });
}

/** Parses a SHA-256 to lower-case hex; undefined when absent. @throws AppError invalid-input */
export function parseSha256(header: Header): string | undefined {
  if (header === undefined || header === '') return undefined;
  const hash = String(header).trim().toLowerCase();
  if (/^[0-9a-f]{64}$/.test(hash)) return hash;
  throw new AppError('invalid-input', { message: 'O SHA-256 informado não é um SHA-256.' });
}

/** True when If-None-Match contains the ETag (RFC 9110 §13.1.2, weak comparison). */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  (header ?? '')
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === '*' || withoutWeakPrefix(one) === withoutWeakPrefix(etag));

const withoutWeakPrefix = (etag: string): string => etag.replace(/^W\//, '');
