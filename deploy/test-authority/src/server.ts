import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, json } from 'node:stream/consumers';
import {
  type CertificateRequest,
  emptyCrl,
  issueCertificate,
  type KeyAndCertificate,
} from './certificates.ts';
import { crlUrl, type Files, type Folder, openFolder } from './folder.ts';
import { respondToStampRequest } from './stamp.ts';

export type AuthorityOptions = {
  folder: string;
  /** Port to listen on; 0 or absent: any free port. */
  port?: number;
  /** Address to listen on; default: the loopback interface. */
  host?: string | undefined;
  /** Public address, when it differs from the listening one. */
  baseUrl?: string | undefined;
  seed?: string | undefined;
  direct?: boolean;
  password?: string | undefined;
  now?: () => Date;
};

export type Part = 1 | 2 | 'lists';
/** A simulated failure. `failing`: responds 503; `silent`: never responds; null: works. */
export type Trouble = 'failing' | 'silent' | null;

export type RunningAuthority = {
  url: string;
  /** URLs of the two time stamp authorities, which have different keys and roots. */
  urls: [string, string];
  files: Files;
  /** Roots of the time stamps, as PEM texts. */
  roots: string[];
  /** Simulates a failure. @param which one authority, or the CRLs (`lists`); absent: all */
  setTrouble(trouble: Trouble, which?: Part): void;
  stop(): Promise<void>;
};

const STAMP_DAYS = 3650;
const CRL_DAYS = 7;

/** Starts two time stamp authorities and a server of their CRLs, for tests and demonstrations. */
export async function startTestAuthority(options: AuthorityOptions): Promise<RunningAuthority> {
  const now = options.now ?? (() => new Date());
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve);
  });
  const listening = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = (options.baseUrl ?? listening).replace(/\/+$/, '');
  const folder = await openFolder({ ...options, baseUrl: url, at: now() });
  const stampers = await stampersOf(folder, url, now());
  const trouble = new Map<Part, Trouble>();
  const setTrouble = (what: Trouble, which?: Part) => {
    for (const part of which === undefined ? ([1, 2, 'lists'] as const) : [which]) trouble.set(part, what);
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    route(request, response, { folder, stampers, trouble, setTrouble, now }).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  return {
    url,
    urls: [`${url}/carimbo/1`, `${url}/carimbo/2`],
    files: folder.files,
    roots: [folder.roots.stamps1, folder.roots.stamps2].map(({ certificate }) => certificate.toString()),
    setTrouble,
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Signers of the two authorities: one with an EC key, one with an RSA key, because real authorities use both. */
async function stampersOf(
  { roots }: Folder,
  baseUrl: string,
  at: Date,
): Promise<[KeyAndCertificate, KeyAndCertificate]> {
  const stamper = (which: 1 | 2, keys: CertificateRequest['keys']) =>
    issueCertificate({
      kind: 'stamps',
      commonName: `TESTE G2 - Carimbo do tempo ${which}`,
      keys,
      issuer: roots[`stamps${which}`],
      crlUrl: crlUrl(baseUrl, `stamps${which}`),
      at,
      days: STAMP_DAYS,
    });
  return Promise.all([
    stamper(1, generateKeyPairSync('ec', { namedCurve: 'P-256' })),
    stamper(2, generateKeyPairSync('rsa', { modulusLength: 2048 })),
  ]);
}

type RequestContext = Pick<RunningAuthority, 'setTrouble'> & {
  folder: Folder;
  stampers: [KeyAndCertificate, KeyAndCertificate];
  trouble: ReadonlyMap<Part, Trouble>;
  now: () => Date;
};

async function route(
  request: IncomingMessage,
  response: ServerResponse,
  world: RequestContext,
): Promise<void> {
  const { method, url = '' } = request;
  const stamp = /^\/carimbo\/([12])$/.exec(url)?.[1];
  if (method === 'POST' && stamp !== undefined)
    return answerStamp(request, response, { ...world, which: stamp === '1' ? 1 : 2 });
  if (method === 'GET') {
    if (url === '/_test/health') return send(response, 'text/plain', 'ok');
    if (url === '/raizes.pem')
      return send(response, 'application/x-pem-file', readFileSync(world.folder.files.tsaRoots));
    const list = await crlOf(/^\/lcr\/(\w+)\.crl$/.exec(url)?.[1] ?? '', world);
    if (list && isTroubled(response, world.trouble.get('lists'))) return;
    if (list) return send(response, 'application/pkix-crl', list);
  }
  // Requires JSON, which web pages cannot send to another origin without a CORS preflight.
  if (
    method === 'POST' &&
    url === '/_test/trouble' &&
    request.headers['content-type']?.startsWith('application/json')
  ) {
    const { trouble, which } = (await json(request)) as { trouble: Trouble; which?: Part };
    world.setTrouble(trouble, which);
    return send(response, 'text/plain', 'ok');
  }
  response.writeHead(404).end();
}

async function answerStamp(
  request: IncomingMessage,
  response: ServerResponse,
  { trouble, stampers, which, now }: RequestContext & { which: 1 | 2 },
): Promise<void> {
  const body = await buffer(request);
  if (isTroubled(response, trouble.get(which))) return;
  if (request.headers['content-type'] !== 'application/timestamp-query')
    return void response.writeHead(415).end();
  send(
    response,
    'application/timestamp-reply',
    respondToStampRequest(body, stampers[which - 1] as KeyAndCertificate, now()),
  );
}

/** Simulates a failure, if one is set. @returns true when the request needs no other response */
function isTroubled(response: ServerResponse, trouble: Trouble | undefined): boolean {
  if (trouble === 'failing') response.writeHead(503).end();
  return trouble === 'failing' || trouble === 'silent';
}

async function crlOf(name: string, { folder, now }: RequestContext): Promise<Buffer | undefined> {
  const { documents, stamps1, stamps2 } = folder.roots;
  const issuers = new Map(Object.entries({ documents, stamps1, stamps2, signers: folder.issuer }));
  const issuer = issuers.get(name);
  return issuer && emptyCrl(issuer, now(), CRL_DAYS);
}

const send = (response: ServerResponse, type: string, body: string | Buffer): void =>
  void response.writeHead(200, { 'content-type': type }).end(body);
