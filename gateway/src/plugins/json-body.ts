import type { FastifyInstance } from 'fastify';

/**
 * JSON alone, besides what a route adds. An empty body reads as none: callers set the content type on calls that
 * have no body, too. Prototype poisoning is refused by Fastify's own parser.
 */
export function addJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined);
    else void parse(request, text.toString(), done);
  });
}
