import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { AppError } from '@g2/kit/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { sendError } from './errors.ts';

const NOT_PAGES = /^\/(api|dev|webhooks)(\/|$)/;

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
      allowedPath: (path) => !path.endsWith('/') && !NOT_PAGES.test(path),
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) return sendError(new AppError('not-found'), request, reply);
    return isBuilt ? sendIndex(reply) : reply.type('text/html; charset=utf-8').send(MISSING);
  });
}

function isPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = request.url.split('?', 1)[0] ?? '';
  // A missing file of the bundle is missing, whatever its asker accepts.
  if (NOT_PAGES.test(path) || path.startsWith('/assets/')) return false;
  return /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*');
}

const sendIndex = (reply: FastifyReply): FastifyReply =>
  reply.code(200).header('cache-control', 'no-cache').type('text/html; charset=utf-8').sendFile('index.html');
