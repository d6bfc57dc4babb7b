import type { FastifyInstance } from 'fastify';
import { sessionRoutes } from '../../contract/routes/sessions.ts';
import { pageOfWhole, present } from '../present/common.ts';
import { type Deps, route } from '../route.ts';

/** Requests that end sessions get their response after the other gateways know of it. */
export function addOwnSessions(app: FastifyInstance, deps: Deps): void {
  const { clients, sessions, cookies } = deps;

  route(app, deps, sessionRoutes.listSessions, async ({ query, call }) => {
    const { items } = await clients.identity.listOwnSessions({}, call);
    return pageOfWhole(query, items.map(present));
  });

  route(app, deps, sessionRoutes.endSession, async ({ params, session, call, reply }) => {
    await sessions.runChange(session.user.id, 'sessions', () => clients.identity.endOwnSession(params, call));
    if (params.id === session.id) cookies.clear(reply);
  });

  route(app, deps, sessionRoutes.endOtherSessions, async ({ query, session, call }) => {
    const request = { revokeApiTokens: query.revokeApiTokens };
    const end = () => clients.identity.endOtherSessions(request, call);
    await sessions.runChange(session.user.id, 'sessions', end);
  });

  route(app, deps, sessionRoutes.endUserSessions, async ({ params, call }) => {
    await sessions.runChange(params.id, 'sessions', () => clients.identity.endAccountSessions(params, call));
  });
}
