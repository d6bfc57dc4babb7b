import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { cutUnreadDownload } from './files/transfer.ts';

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

/** Sends a download that caches must not store. */
export const sendAttachment = (
  reply: FastifyReply,
  fileName: string,
  media: string,
  content: unknown,
): FastifyReply =>
  reply
    .header('cache-control', 'private, no-store')
    .header('content-disposition', contentDisposition(fileName))
    .type(media)
    .send(content);

/** Streams `chunks` as a download; cuts it if the client reads too slowly (`cutUnreadDownload`). @param idleMs ms */
export function sendChunks(
  reply: FastifyReply,
  fileName: string,
  media: string,
  chunks: AsyncIterable<string>,
  idleMs: number,
): FastifyReply {
  cutUnreadDownload(reply.raw, idleMs);
  return sendAttachment(reply, fileName, media, Readable.from(chunks));
}
