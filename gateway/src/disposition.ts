const ATTRIBUTE_UNSAFE = /[^A-Za-z0-9!#$&+.^_`|~-]/gu;
const percent = (text: string): string =>
  [...Buffer.from(text, 'utf8')]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');

/** Content-Disposition with both name forms (RFC 6266, RFC 8187): some clients read only the quoted one. */
export function contentDisposition(fileName: string): string {
  const name = fileName.toWellFormed();
  const ascii = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%/]/gu, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${name.replace(ATTRIBUTE_UNSAFE, percent)}`;
}
