import { negotiate } from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import { matchesEtag } from '@g2/kit/headers';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf, pageAt, prerenderedAt } from '../../contract/pages.ts';
import type { Config } from '../config.ts';
import { type Documents, HTML, hasSession, NO_BUILD_PAGE, TEMPLATED_FILES } from './documents.ts';
import { sendError } from './errors.ts';
import type { PageContext } from './page-head.ts';
import { redirectOf } from './page-redirects.ts';

// Paths that are not pages: those of other routes, and dot files, which scanners probe.
const NOT_PAGES = /^\/(api|dev|webhooks|metrics|log|server)(\/|$)|\/\./;
/** Precompressed files. They are served only through content negotiation, not under their own names. */
const COMPRESSED = /\.(br|gz)$/;

/** Serves the built application; unknown paths get the 404 page. */
export async function addSpa(app: FastifyInstance, config: Config, documents: Documents): Promise<void> {
  if (documents.isBuilt) {
    await app.register(fastifyStatic, {
      root: config.WEB_DIST,
      index: false,
      dotfiles: 'ignore',
      preCompressed: true,
      allowedPath: (path) =>
        !path.endsWith('/') &&
        !NOT_PAGES.test(path) &&
        TEMPLATED_FILES[path.slice(1)] === undefined &&
        !COMPRESSED.test(path),
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        // npm tarballs, which the media type list lacks.
        if (path.endsWith('.tgz')) reply.header('content-type', 'application/gzip');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const wanted = documentFor(request);
    if (wanted === undefined) return sendError(new AppError('not-found'), request, reply);
    const elsewhere = redirectOf(request.url, wanted.shown?.page);
    if (elsewhere !== undefined) return reply.redirect(elsewhere.to, elsewhere.status);
    if (!documents.isBuilt) return reply.type(HTML).send(NO_BUILD_PAGE);
    return send(documents, wanted, request, reply);
  });
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';

type RequestedDocument = { name: string; shown?: PageContext };

function documentFor(request: FastifyRequest): RequestedDocument | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const path = pathOf(request);
  if (path === '/robots.txt' || path === '/sitemap.xml') return { name: path.slice(1) };
  // A missing asset is a 404 even if the client accepts HTML.
  if (NOT_PAGES.test(path) || path.startsWith('/assets/')) return undefined;
  if (!/text\/html|\*\/\*/.test(request.headers.accept ?? '*/*')) return undefined;
  const shown = { page: pageAt(path), language: languageOf(path), anonymous: !hasSession(request) };
  const rendered = shown.anonymous ? prerenderedAt(shown.page) : undefined;
  return { name: rendered ?? 'index.html', shown };
}

function send(
  documents: Documents,
  { name, shown }: RequestedDocument,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const document = documents.read(documents.has(name) ? name : 'index.html', shown);
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip']);
  const missing = shown !== undefined && shown.page === undefined;
  reply
    .code(missing ? 404 : 200)
    .type(TEMPLATED_FILES[name] ?? HTML)
    .header('cache-control', 'no-cache')
    // The page says whether the request had a session cookie.
    .header('vary', shown ? 'accept-encoding, cookie' : 'accept-encoding')
    .header('etag', document.etag);
  if (!missing && matchesEtag(request.headers['if-none-match'], document.etag)) return reply.code(304).send();
  return encoding === null
    ? reply.send(document.plain)
    : reply.header('content-encoding', encoding).send(document[encoding]);
}
