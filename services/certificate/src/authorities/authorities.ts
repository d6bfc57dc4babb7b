import { randomBytes } from 'node:crypto';
import {
  normalizeNonce,
  readTimestamp,
  type StampedHash,
  type Timestamp,
  timestampRequest,
} from '@g2/proof/timestamp';
import { boundedFetch } from './bounded-fetch.ts';

/** Maximum response, bytes; exceeds any time stamp with a full certificate chain. */
const ANSWER_LIMIT = 64 * 1024;
const CLOCK_TOLERANCE_MS = 5 * 60_000;
const TIMEOUT_MS = 10_000;
const NONCE_BYTES = 8;

type Stamp = Timestamp & {
  /** The whole TimeStampResp in DER, stored as `.tsr`. */
  answer: Buffer;
};

export type Authority = {
  /** Without credentials, for logs and metrics. */
  url: string;
  /** Requests and verifies a stamp. @throws Error with the failed check or the server's error */
  stamp(target: StampedHash, signal?: AbortSignal): Promise<Stamp>;
};

export type StampOptions = { now: Date; urls: readonly string[] };

export type AuthoritiesOptions = {
  /** http or https; `user:password@` becomes Basic authentication. */
  urls: readonly string[];
  /** PEM roots of the authorities' certificates. */
  roots: readonly string[];
  clock?: () => Date;
  timeoutMs?: number;
};

/** Time stamp authorities over HTTP (RFC 3161 §3.4). */
export function openAuthorities(options: AuthoritiesOptions): Authority[] {
  return options.urls.map((address) => {
    const url = new URL(address);
    const headers = { 'content-type': 'application/timestamp-query', ...authorization(url) };
    url.username = '';
    url.password = '';
    return {
      url: url.href,
      stamp: async (target, signal) => {
        try {
          return await requestStamp({ url, headers, what: target, signal, ...options });
        } catch (error) {
          throw new Error(`time stamp by ${url.host}: ${reason(error)}`, { cause: error });
        }
      },
    };
  });
}

type StampRequest = Omit<AuthoritiesOptions, 'urls'> & {
  url: URL;
  headers: Record<string, string>;
  what: StampedHash;
  signal: AbortSignal | undefined;
};

async function requestStamp(stampRequest: StampRequest): Promise<Stamp> {
  const {
    url,
    headers,
    what: target,
    signal,
    roots,
    clock = () => new Date(),
    timeoutMs = TIMEOUT_MS,
  } = stampRequest;
  const nonce = normalizeNonce(randomBytes(NONCE_BYTES));
  const request = { method: 'POST', headers, body: timestampRequest(target, nonce) };
  const { type, body } = await boundedFetch(url, request, { limit: ANSWER_LIMIT, timeoutMs, signal });
  // Some authorities omit the type or send octet-stream; text/* comes from a proxy or log-in page.
  if (/^text\//i.test(type)) throw new RangeError(`answered ${type.split(';')[0]}`);
  const stamp = readTimestamp(body, roots);
  if (stamp.algorithm !== target.algorithm || !stamp.hash.equals(target.hash))
    throw new RangeError('another hash was stamped');
  if (!stamp.nonce?.equals(nonce)) throw new RangeError('an answer to another request');
  const clockSkewMs = Math.abs(stamp.time.getTime() - clock().getTime());
  if (clockSkewMs > CLOCK_TOLERANCE_MS)
    throw new RangeError(`its clock and ours are ${Math.round(clockSkewMs / 1000)} s apart`);
  return { ...stamp, answer: body };
}

function authorization({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** Includes the system error code, which fetch puts into `cause`. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error.cause as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? `${error.message} (${code})` : error.message;
}
