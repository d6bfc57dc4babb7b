import { matchesEtag } from '@g2/kit/headers';
import type { FastifyInstance } from 'fastify';
import { accountRoutes } from '../../contract/routes/accounts.ts';
import { type Deps, route } from '../route.ts';

/** Same origin: `profileImageUrl` is this path with the picture's version. */
export function addAvatars(app: FastifyInstance, deps: Deps): void {
  route(app, deps, accountRoutes.getAvatar, async ({ params, call, request, reply }) => {
    const { content, mediaType, version } = await deps.clients.identity.getPicture(params, call);
    const etag = `"${version}"`;
    reply
      // Another user of the same browser must not see it.
      .header('cache-control', 'private, no-cache')
      .header('vary', 'cookie')
      .header('etag', etag)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', 'inline');
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type(mediaType).send(Buffer.from(content));
  });
}
