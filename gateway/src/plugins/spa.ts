import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import { AppError } from '@g2/kit/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { sendError } from './errors.ts';

// What answers elsewhere, and what scanners ask for: no page is named like it.
const NOT_PAGES = /^\/(api|dev|webhooks|metrics)(\/|$)|\/\./;
/** Copies that are sent in the place of a file, never under their own names. */
const COMPRESSED = /\.(br|gz)$/;

/** Files of the build that name PUBLIC_URL, which only the gateway knows. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'landing.html': 'text/html; charset=utf-8',
  'robots.txt': 'text/plain; charset=utf-8',
  'sitemap.xml': 'application/xml; charset=utf-8',
};

const MISSING = `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>G2 Software Registry</title></head>
<body><h1>G2 Software Registry</h1><p>A interface web ainda não foi construída. A API responde normalmente.</p>
</body></html>`;

/** Serves the built web application; every address that is no file of it is one of its own pages. */
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
    const name = documentFor(request);
    if (name === undefined) return sendError(new AppError('not-found'), request, reply);
    if (!isBuilt) return reply.type('text/html; charset=utf-8').send(MISSING);
    return send(name, request, reply);
  });
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';

/** The document that answers an address; undefined where there is none. */
function documentFor(request: FastifyRequest): string | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const path = pathOf(request);
  if (path === '/robots.txt' || path === '/sitemap.xml') return path.slice(1);
  // A missing file of the bundle is missing, whatever its asker accepts.
  if (NOT_PAGES.test(path) || path.startsWith('/assets/')) return undefined;
  if (!/text\/html|\*\/\*/.test(request.headers.accept ?? '*/*')) return undefined;
  return path === '/' && !hasSession(request) ? 'landing.html' : 'index.html';
}

/** Whoever sends a session cookie, by either of its names, may be signed in: the application asks then. */
const hasSession = ({ cookies }: FastifyRequest): boolean =>
  cookies.g2_session !== undefined || cookies['__Host-g2_session'] !== undefined;

type Rendered = { stamp: string; plain: Buffer; br: Buffer; gzip: Buffer; etag: string };

/** Sends documents; each is read again when the build has written it anew. */
function documentSender(config: Config) {
  const origin = config.PUBLIC_URL.replace(/\/+$/, '').replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
  const rendered = new Map<string, Rendered>();
  const read = (name: string): Rendered => {
    const path = join(config.WEB_DIST, name);
    const { mtimeMs, size } = statSync(path);
    const known = rendered.get(name);
    if (known?.stamp === `${mtimeMs} ${size}`) return known;
    const plain = Buffer.from(readFileSync(path, 'utf8').replaceAll('__PUBLIC_URL__', origin));
    const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    const compressed = { br: brotliCompressSync(plain), gzip: gzipSync(plain) };
    const fresh = { stamp: `${mtimeMs} ${size}`, plain, ...compressed, etag };
    rendered.set(name, fresh);
    return fresh;
  };
  return (wanted: string, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const name = existsSync(join(config.WEB_DIST, wanted)) ? wanted : 'index.html';
    const document = read(name);
    const encoding = encodingOf(request.headers['accept-encoding']);
    reply
      .code(200)
      .type(DOCUMENTS[name] ?? 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      // The front page is another one for whoever is signed in.
      .header('vary', pathOf(request) === '/' ? 'accept-encoding, cookie' : 'accept-encoding')
      .header('etag', document.etag);
    if (request.headers['if-none-match'] === document.etag) return reply.code(304).send();
    return encoding === undefined
      ? reply.send(document.plain)
      : reply.header('content-encoding', encoding).send(document[encoding]);
  };
}

function encodingOf(accepted: string | string[] | undefined): 'br' | 'gzip' | undefined {
  const offered = String(accepted ?? '')
    .split(',')
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(';', 1)[0]?.trim().toLowerCase());
  return offered.includes('br') ? 'br' : offered.includes('gzip') ? 'gzip' : undefined;
}
