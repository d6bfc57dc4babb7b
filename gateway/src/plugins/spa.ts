import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PRERENDERED, pageAt, prerenderedAt } from '../../contract/pages.ts';
import type { Config } from '../config.ts';
import { sendError } from './errors.ts';
import { type Shown, withHead } from './page-head.ts';

// What answers elsewhere, and what scanners ask for: no page is named like it.
const NOT_PAGES = /^\/(api|dev|webhooks|metrics)(\/|$)|\/\./;
/** Copies that are sent in the place of a file, never under their own names. */
const COMPRESSED = /\.(br|gz)$/;

const HTML = 'text/html; charset=utf-8';
/** Files of the build that name PUBLIC_URL, which only the gateway knows. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  'index.html': HTML,
  ...Object.fromEntries(Object.values(PRERENDERED).map((name) => [name, HTML])),
  'robots.txt': 'text/plain; charset=utf-8',
  'sitemap.xml': 'application/xml; charset=utf-8',
};

const MISSING = `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>G2 Software Registry</title></head>
<body><h1>G2 Software Registry</h1><p>A interface web ainda não foi construída. A API responde normalmente.</p>
</body></html>`;

/** Serves the built web application; an address that is no file of it is one of its pages, or none: a 404 page. */
export async function addSpa(app: FastifyInstance, config: Config): Promise<void> {
  const isBuilt = existsSync(join(config.WEB_DIST, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: config.WEB_DIST,
      index: false,
      dotfiles: 'ignore',
      preCompressed: true,
      allowedPath: (path) =>
        !path.endsWith('/') &&
        !NOT_PAGES.test(path) &&
        DOCUMENTS[path.slice(1)] === undefined &&
        !COMPRESSED.test(path),
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  const send = documentSender(config);
  app.setNotFoundHandler((request, reply) => {
    const wanted = documentFor(request);
    if (wanted === undefined) return sendError(new AppError('not-found'), request, reply);
    if (!isBuilt) return reply.type(HTML).send(MISSING);
    return send(wanted, request, reply);
  });
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';

/** A document, and for one of HTML what it shows. */
type Wanted = { name: string; shown?: Shown };

/** The document that answers an address; undefined where there is none. */
function documentFor(request: FastifyRequest): Wanted | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const path = pathOf(request);
  if (path === '/robots.txt' || path === '/sitemap.xml') return { name: path.slice(1) };
  // A missing file of the bundle is missing, whatever its asker accepts.
  if (NOT_PAGES.test(path) || path.startsWith('/assets/')) return undefined;
  if (!/text\/html|\*\/\*/.test(request.headers.accept ?? '*/*')) return undefined;
  const shown = { page: pageAt(path), anonymous: !hasSession(request) };
  const rendered = shown.anonymous ? prerenderedAt(shown.page) : undefined;
  return { name: rendered ?? 'index.html', shown };
}

/** Whoever sends a session cookie, by either of its names, may be signed in: the application asks then. */
const hasSession = ({ cookies }: FastifyRequest): boolean =>
  cookies.g2_session !== undefined || cookies['__Host-g2_session'] !== undefined;

type Rendered = { stamp: string; plain: Buffer; br: Buffer; gzip: Buffer; etag: string };

/** Sends documents; each is read again when the build has written it anew. */
function documentSender(config: Config) {
  const read = documentReader(config);
  return ({ name, shown }: Wanted, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const document = read(existsSync(join(config.WEB_DIST, name)) ? name : 'index.html', shown);
    const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip']);
    const missing = shown !== undefined && shown.page === undefined;
    reply
      .code(missing ? 404 : 200)
      .type(DOCUMENTS[name] ?? HTML)
      .header('cache-control', 'no-cache')
      // A page says whether a session may exist; the front page is another one then.
      .header('vary', shown ? 'accept-encoding, cookie' : 'accept-encoding')
      .header('etag', document.etag);
    if (!missing && request.headers['if-none-match'] === document.etag) return reply.code(304).send();
    return encoding === null
      ? reply.send(document.plain)
      : reply.header('content-encoding', encoding).send(document[encoding]);
  };
}

/** Documents as they are sent; as many are kept as there are pages, with and without a session. */
function documentReader(config: Config) {
  const origin = config.PUBLIC_URL.replace(/\/+$/, '').replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
  const rendered = new Map<string, Rendered>();
  return (name: string, shown: Shown | undefined): Rendered => {
    const path = join(config.WEB_DIST, name);
    const { mtimeMs, size } = statSync(path);
    const stamp = `${mtimeMs} ${size}`;
    const key = `${name} ${shown?.page} ${shown?.anonymous}`;
    const known = rendered.get(key);
    if (known?.stamp === stamp) return known;
    const written = readFileSync(path, 'utf8').replaceAll('__PUBLIC_URL__', origin);
    const plain = Buffer.from(shown ? withHead(written, shown, origin) : written);
    const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    const fresh = { stamp, plain, br: brotliCompressSync(plain), gzip: gzipSync(plain), etag };
    rendered.set(key, fresh);
    return fresh;
  };
}
