import type { ClientRequest } from 'node:http';

/** Sees to it that S3 replaces no object. */
export type Once = { watch(request: ClientRequest): void };

/**
 * Whatever makes an object has `If-None-Match: *` (RFC 9110 §13.1.2): S3 refuses it where one is. Not a part of one, which
 * makes none. A header that need not be signed; the S3 client has no way to give it. What does not know it ignores it,
 * or says 501: then it is left out from the next request on.
 */
export function onceOnly(): Once {
  let isKnown = true;
  return {
    watch(request) {
      if (!isKnown || !makesObject(request)) return;
      request.setHeader('if-none-match', '*');
      request.once('response', ({ statusCode }) => {
        if (statusCode === 501) isKnown = false;
      });
    },
  };
}

/** A whole PUT, or the POST that completes a multipart upload. */
function makesObject({ method, path }: ClientRequest): boolean {
  const { pathname, searchParams: query } = new URL(path, 'http://s3');
  if (!pathname.endsWith('.zip')) return false;
  if (method === 'POST') return query.has('uploadId');
  return method === 'PUT' && !query.has('partNumber') && !query.has('retention');
}
