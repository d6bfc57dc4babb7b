import type { FastifyBaseLogger } from 'fastify';

/** A larger file is too much for a mail, and for one message between services. */
const MAX_BYTES = 3 * 1024 * 1024;

/**
 * Passes a text file on and, once it was all read, has a copy mailed. A reader who leaves gets no mail; a mail that
 * fails takes nothing from the reader.
 * @param mail is given the file's bytes, or undefined when they are too many
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
