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
      },
      call,
    );
    return pageOfItems(query, await presentUsers(deps.clients, found.items, call, request.log), found);
  });

  addChanges(app, deps);
  addActivity(app, deps);
  addEndings(app, deps);
}

/** A changed user may have lost sessions or rights: nothing remembered counts any more. */
function changed(deps: Deps, it: ProtoUser, call: CallOptions, request: FastifyRequest) {
  deps.sessions.forgetUser(it.id);
  return presentBalance(deps.clients.payments, it, call, request.log);
}

function addChanges(app: FastifyInstance, deps: Deps): void {
  const { identity } = deps.clients;

  route(app, deps, userRoutes.updateUser, async ({ params, body, call, request }) =>
    changed(deps, await identity.updateUser({ ...body, id: params.id }, call), call, request),
  );

  route(app, deps, userRoutes.changeUserRole, async ({ params, body, call, request }) =>
    changed(deps, await identity.changeRole({ id: params.id, role: body.role }, call), call, request),
  );
}

function addActivity(app: FastifyInstance, deps: Deps): void {
  type Asked = { params: { id: string }; call: CallOptions; request: FastifyRequest };
  const setActive =
    (isActive: boolean) =>
    async ({ params, call, request }: Asked) => {
      const it = await deps.clients.identity.setActive({ id: params.id, isActive }, call);
      return changed(deps, it, call, request);
    };
  route(app, deps, userRoutes.deactivateUser, setActive(false));
  route(app, deps, userRoutes.reactivateUser, setActive(true));
}

function addEndings(app: FastifyInstance, deps: Deps): void {
  const { identity } = deps.clients;

  route(app, deps, userRoutes.deleteUser, async ({ params, call }) => {
    await identity.deleteUser(params, { ...call, deadlineMs: 15_000 });
    deps.sessions.forgetUser(params.id);
    return undefined;
  });

  route(app, deps, userRoutes.resetUserPassword, async ({ params, body, call }) => {
    await identity.resetPassword(
      { id: params.id, newPassword: body.newPassword },
      { ...call, deadlineMs: 15_000 },
    );
    deps.sessions.forgetUser(params.id);
    return undefined;
  });
}
