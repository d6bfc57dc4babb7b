import { type IncomingMessage, METHODS } from 'node:http';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance } from 'fastify';
import { MAX_UPLOAD_BYTES } from '../../contract/constants.ts';
import { fileRoutes } from '../../contract/routes/files.ts';
import { TUS_BODY, TUS_EXTENSIONS, TUS_VERSION } from '../../contract/uploads.ts';

const { path } = fileRoutes.beginUpload;
const UPLOADS = new RegExp(`^${path.replace(':id', '[^/?]+')}(?:[/?]|$)`);

/** Headers of unsupported tus extensions. Requests with them are refused: ignoring one would promise support. */
const UNSUPPORTED = ['Upload-Concat', 'Upload-Defer-Length', 'Upload-Checksum'] as const;

/** Applies the tus 1.0 rules to all requests of `scope`, which must have only tus routes. */
export function addTus(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(TUS_BODY, (_request, _payload, done) => done(null, undefined));
  scope.addHook('onSend', async (_request, reply) => {
    reply.header('tus-resumable', TUS_VERSION);
  });
  scope.addHook('preHandler', async ({ method, headers }, reply) => {
    if (method === 'OPTIONS') return;
    const version = headers['tus-resumable'];
    if (version !== undefined && version !== TUS_VERSION) {
      reply.header('tus-version', TUS_VERSION);
      throw new AppError('tus-version');
    }
    const name = UNSUPPORTED.find((one) => headers[one.toLowerCase()] !== undefined);
    if (name === undefined) return;
    throw new AppError('tus-extension', { message: `O servidor não aceita a extensão do tus de ${name}.` });
  });
  for (const url of [path, fileRoutes.continueUpload.path]) {
    scope.options(url, (_request, reply) =>
      reply
        .code(204)
        .headers({
          'tus-version': TUS_VERSION,
          'tus-extension': TUS_EXTENSIONS,
          'tus-max-size': MAX_UPLOAD_BYTES,
        })
        .send(),
    );
  }
}

/** Replaces unknown methods: it matches no route and bounds the metrics' method label. */
const UNKNOWN_METHOD = 'UNKNOWN';

/** Applies X-HTTP-Method-Override on tus routes. Runs before routing, so that all checks see the new method. */
export function overrideMethod(raw: Pick<IncomingMessage, 'url' | 'method' | 'headers'>): string {
  const { url = '', headers } = raw;
  const method = headers['x-http-method-override'];
  if (typeof method === 'string' && UPLOADS.test(url)) {
    raw.method = METHODS.includes(method) ? method : UNKNOWN_METHOD;
  }
  return url;
}
