import { type LookupAddress, lookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

/** Limit of a fetched picture, bytes. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
const MAX_REDIRECTS = 3;

export type PictureFetchOptions = {
  /** For demos and tests: allows servers on this machine, also by plain HTTP. */
  allowLoopback: boolean;
  /** Time limit of the whole fetch, redirects included, ms. */
  timeoutMs: number;
};

/** The picture is refused permanently; do not retry. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';
}

/** Allows only HTTPS and public IPs, also in redirects. @throws PictureRefused; other Errors may be retried */
export async function fetchPicture(
  address: string,
  { allowLoopback, timeoutMs }: PictureFetchOptions,
): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs);
  let at = address;
  for (let step = 0; step <= MAX_REDIRECTS; step += 1) {
    const url = checked(at, allowLoopback);
    const answer = await sendRequest(url, allowLoopback, signal);
    const { statusCode = 0, headers } = answer;
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      answer.destroy();
      if (!URL.canParse(headers.location, url.href)) throw new PictureRefused('redirected to no address');
      at = new URL(headers.location, url).href;
      continue;
    }
    return read(answer);
  }
  throw new PictureRefused('too many redirects');
}

function checked(address: string, allowLoopback: boolean): URL {
  if (!URL.canParse(address)) throw new PictureRefused('no address');
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isOwn = allowLoopback && (host === 'localhost' || isLoopbackAddress(host));
  if (url.protocol !== 'https:' && !(isOwn && url.protocol === 'http:'))
    throw new PictureRefused('not by https');
  if (url.username !== '' || url.password !== '') throw new PictureRefused('with credentials');
  if (isIP(host) !== 0 && !isOwn && !isPublicAddress(host)) throw new PictureRefused('not a public address');
  return url;
}

/** Refuses a host if any of its IP addresses is not public. The connection uses the checked addresses. */
const publicLookup =
  (allowLoopback: boolean): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return done(error, '');
      const isFit = ({ address }: LookupAddress) =>
        isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address));
      const [first] = found;
      if (first === undefined || !found.every(isFit))
        return done(new PictureRefused('not a public address'), '');
      if (options.all) return done(null, found);
      done(null, first.address, first.family);
    });
  };

function sendRequest(url: URL, allowLoopback: boolean, signal: AbortSignal): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers = {
    accept: 'image/webp,image/png,image/jpeg',
    'user-agent': 'g2-registry',
    connection: 'close',
  };
  return new Promise((resolve, reject) => {
    send(url, { agent: false, headers, lookup: publicLookup(allowLoopback), signal })
      .on('response', resolve)
      .on('error', reject)
      .end();
  });
}

async function read(answer: IncomingMessage): Promise<Buffer> {
  try {
    const { statusCode = 0, headers } = answer;
    if (statusCode !== 200) {
      const text = `answered ${statusCode}`;
      throw statusCode >= 500 || statusCode === 429 ? new Error(text) : new PictureRefused(text);
    }
    if (Number(headers['content-length'] ?? 0) > MAX_PICTURE_BYTES) throw new PictureRefused('too large');
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of answer as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > MAX_PICTURE_BYTES) throw new PictureRefused('too large');
      parts.push(part);
    }
    return Buffer.concat(parts);
  } finally {
    answer.destroy();
  }
}
