import { create } from 'content-disposition';

/** An attachment's Content-Disposition, its name for old readers in plain letters (RFC 6266, RFC 8187). */
export function attachment(fileName: string): string {
  const name = fileName.toWellFormed();
  const fallback = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%/]/gu, '_');
  return create(name, { fallback });
}
