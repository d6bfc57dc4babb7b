import type { FastifyBaseLogger } from 'fastify';

/** Maximum size, bytes. Larger files do not fit into a mail or a message between services. */
const MAX_BYTES = 3 * 1024 * 1024;

/**
 * Passes chunks on, then mails a copy; an abort mails nothing. A failed mail is ignored.
 * @param mail undefined: too large
 */
export async function* mailCopy(
  chunks: AsyncIterable<string>,
  mail: (content: Buffer | undefined) => Promise<unknown>,
  log: FastifyBaseLogger,
): AsyncGenerator<string> {
  let kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    yield chunk;
    bytes += Buffer.byteLength(chunk);
    if (bytes > MAX_BYTES) kept = [];
    else kept.push(Buffer.from(chunk));
  }
  try {
    await mail(bytes > MAX_BYTES ? undefined : Buffer.concat(kept));
  } catch (error) {
    log.warn({ err: error }, 'the copy of a report was not mailed');
  }
}
