import type { CustomFetch } from 'openid-client';

/** Maximum size of a provider's response, bytes. Keys and metadata take a few KB. */
const MAX_BYTES = 256 * 1024;
const BODYLESS_STATUS = new Set([204, 205, 304]);

class ResponseTooLarge extends Error {
  override readonly name = 'ResponseTooLarge';
}

/** `fetch` for openid-client: no redirects, at most 256 KiB. @throws ResponseTooLarge, errors of `fetch` */
export const boundedFetch: CustomFetch = async (url, { body, ...options }) => {
  const response = await fetch(url, { ...options, body: body ?? null, redirect: 'manual' });
  const { status, statusText, headers } = response;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    // Throwing here also cancels the response body.
    if (size > MAX_BYTES) throw new ResponseTooLarge(`answered more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const whole = BODYLESS_STATUS.has(status) ? null : new Uint8Array(Buffer.concat(chunks));
  return new Response(whole, { status, statusText, headers });
};
