import type { CallOptions } from '@g2/kit/grpc-client';
import type { User as ProtoUser } from '@g2/proto/identity';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { userRoutes } from '../../contract/routes/users.ts';
import { pageOfItems, toPageRequest } from '../present/common.ts';
import { presentBalance, presentUsers } from '../present/users.ts';
import { type Deps, route } from '../route.ts';

export function addAdminUsers(app: FastifyInstance, deps: Deps): void {
  const { identity } = deps.clients;

  route(app, deps, userRoutes.listUsers, async ({ query, call, request }) => {
    const found = await identity.listUsers(
      {
        page: toPageRequest(query),
        search: query.search ?? '',
        role: query.role ?? '',
        sort: query.sort ?? '',
        active: query.active,
      },
      call,
    );
    return pageOfItems(query, await presentUsers(deps.clients, found.items, call, request.log), found);
  });

  addChanges(app, deps);
  addEndings(app, deps);
}

/** Responds after every gateway has dropped its cached sessions of the user. */
async function changed(
  { sessions, clients }: Deps,
  id: string,
  change: () => Promise<ProtoUser>,
  call: CallOptions,
  request: FastifyRequest,
) {
  const it = await sessions.runChange(id, 'user', change);
  return presentBalance(clients.payments, it, call, request.log);
}

function addChanges(app: FastifyInstance, deps: Deps): void {
  const { clients, sessions } = deps;
  const { identity } = clients;

  route(app, deps, userRoutes.updateUser, async ({ params, body, call, request }) => {
    const update = () => identity.updateUser({ ...body, id: params.id }, call);
    // Only the role and the status affect sessions and permissions; a name does not.
    if (body.role !== undefined || body.isActive !== undefined) {
      return changed(deps, params.id, update, call, request);
    }
    const it = await update();
    sessions.forgetUser(it.id);
    return presentBalance(clients.payments, it, call, request.log);
  });

  route(app, deps, userRoutes.changeUserRole, async ({ params, body, call, request }) => {
    const change = () => identity.changeRole({ id: params.id, role: body.role }, call);
    return changed(deps, params.id, change, call, request);
  });

  const setActive = (id: string, isActive: boolean, call: CallOptions, request: FastifyRequest) =>
    changed(deps, id, () => identity.setActive({ id, isActive }, call), call, request);
  route(app, deps, userRoutes.deactivateUser, async ({ params, call, request }) =>
    setActive(params.id, false, call, request),
  );
  route(app, deps, userRoutes.reactivateUser, async ({ params, call, request }) =>
    setActive(params.id, true, call, request),
  );
}

function addEndings(app: FastifyInstance, deps: Deps): void {
  const { sessions, clients } = deps;
  const { identity } = clients;

  route(app, deps, userRoutes.deleteUser, async ({ params, call }) => {
    await sessions.runChange(params.id, 'user', () =>
      identity.deleteUser(params, { ...call, deadlineMs: 15_000 }),
    );
  });

  route(app, deps, userRoutes.resetUserPassword, async ({ params, body, call }) => {
    const reset = { id: params.id, newPassword: body.newPassword };
    await sessions.runChange(params.id, 'sessions', () =>
      identity.resetPassword(reset, { ...call, deadlineMs: 15_000 }),
    );
  });
}
