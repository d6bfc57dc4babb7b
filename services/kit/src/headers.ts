import { AppError } from '@g2/terms/errors';

type Header = string | string[] | undefined;

/** A count of bytes in a header. @throws AppError invalid-input */
export function bytesIn(name: string, header: Header): number {
  if (typeof header === 'string' && /^\d{1,15}$/.test(header)) return Number(header);
  throw new AppError('invalid-input', { message: `O cabeçalho ${name} deve ser um número de bytes.` });
}

/** A SHA-256 as a sender wrote it, in lower-case hex; undefined where it says none. @throws AppError invalid-input */
export function sha256In(header: Header): string | undefined {
  if (header === undefined || header === '') return undefined;
  const hash = String(header).trim().toLowerCase();
  if (/^[0-9a-f]{64}$/.test(hash)) return hash;
  throw new AppError('invalid-input', { message: 'O SHA-256 informado não é um SHA-256.' });
}

/** Whether If-None-Match names a representation: the client has it already (RFC 9110 §13.1.2, compared weakly). */
export const holdsEtag = (header: string | undefined, etag: string): boolean =>
  (header ?? '')
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === '*' || bare(one) === bare(etag));

const bare = (etag: string): string => etag.replace(/^W\//, '');
