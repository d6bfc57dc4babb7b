import type { FastifyBaseLogger } from 'fastify';

/** Bytes. Larger files exceed mails and messages between services. */
const MAX_BYTES = 3 * 1024 * 1024;

/**
 * Mails a copy after the last chunk; none when the reader aborts. A failed mail does not affect the stream.
 * @param mail gets undefined when the file is too large
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
