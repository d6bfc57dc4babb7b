import type { ClientRequest } from 'node:http';

export type WriteOnce = { watch(request: ClientRequest): void };

/** `If-None-Match: *` (RFC 9110 §13.1.2) prevents replacement. minio has no option for it; it need not be signed. */
export function createWriteOnce(): WriteOnce {
  let isSupported = true;
  return {
    watch(request) {
      if (!isSupported || !makesObject(request)) return;
      request.setHeader('if-none-match', '*');
      request.once('response', ({ statusCode }) => {
        if (statusCode === 501) isSupported = false;
      });
    },
  };
}

/** True for requests that create an object: a whole PUT, or the POST that completes a multipart upload. */
function makesObject({ method, path }: ClientRequest): boolean {
  const { pathname, searchParams: query } = new URL(path, 'http://s3');
  if (!pathname.endsWith('.zip')) return false;
  if (method === 'POST') return query.has('uploadId');
  return method === 'PUT' && !query.has('partNumber') && !query.has('retention');
}
