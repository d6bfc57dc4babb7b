import { AppError } from '@g2/terms/errors';
import type { FastifyInstance } from 'fastify';
import { decodeUtf8 } from '../encodings.ts';

/** JSON is UTF-8 (RFC 8259 §8.1). An empty body counts as none: clients set the content type on calls without body. */
export function addJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      refuseCharset(request.headers['content-type'] ?? '');
      const text = decodeUtf8(bytes);
      if (text === '') done(null, undefined);
      else void parse(request, text, done);
    } catch (error) {
      done(error instanceof Error ? error : new AppError('invalid-input'));
    }
  });
}

/** @throws AppError unsupported-media-type for a charset other than UTF-8 */
function refuseCharset(contentType: string): void {
  const [, charset] = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType) ?? [];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return;
  throw new AppError('unsupported-media-type', { message: 'O corpo da requisição deve estar em UTF-8.' });
}
