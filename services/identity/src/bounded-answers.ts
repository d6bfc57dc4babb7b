import type { CustomFetch } from 'openid-client';

/** Bytes of a provider's answer: keys and metadata have some KB. */
const MAX_BYTES = 256 * 1024;
const WITHOUT_BODY = new Set([204, 205, 304]);

/** A provider answered more than any honest one does. */
class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

/**
 * Asks a provider as the library does: no redirect is followed, and no more than 256 KiB are read, within the time that
 * the library's own signal gives.
 * @throws AnswerTooLarge; whatever `fetch` rejects with
 */
export const boundedAnswers: CustomFetch = async (url, { body, ...options }) => {
  const response = await fetch(url, { ...options, body: body ?? null, redirect: 'manual' });
  const { status, statusText, headers } = response;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    // Leaving the loop ends the response.
    if (size > MAX_BYTES) throw new AnswerTooLarge(`answered more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const whole = WITHOUT_BODY.has(status) ? null : new Uint8Array(Buffer.concat(chunks));
  return new Response(whole, { status, statusText, headers });
};
