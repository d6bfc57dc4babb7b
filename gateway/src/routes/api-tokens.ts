import { withoutNulls } from '@g2/kit/nulls';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance } from 'fastify';
import { apiTokenRoutes } from '../../contract/routes/api-tokens.ts';
import { pageOfWhole, present } from '../present/common.ts';
import { type Deps, route } from '../route.ts';

/** A revocation gets its response after the other gateways know of it. */
export function addApiTokens(app: FastifyInstance, deps: Deps): void {
  const { clients, apiTokens } = deps;
  const { identity } = clients;

  route(app, deps, apiTokenRoutes.listApiTokens, async ({ query, call }) => {
    const { items } = await identity.listApiTokens({}, call);
    return pageOfWhole(query, items.map(present));
  });

  route(app, deps, apiTokenRoutes.createApiToken, async ({ body, call }) => {
    const { token, secret } = await identity.createApiToken(withoutNulls(body), call);
    if (!token) throw new AppError('internal');
    return { ...present(token), token: secret };
  });

  route(app, deps, apiTokenRoutes.revokeApiToken, async ({ params, session, call }) => {
    await apiTokens.runChange(session.user.id, 'sessions', () => identity.revokeApiToken(params, call));
  });
}
