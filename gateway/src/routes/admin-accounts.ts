import { AppError } from '@g2/terms/errors';
import type { FastifyInstance } from 'fastify';
import { adminAccountRoutes } from '../../contract/routes/admin-accounts.ts';
import { pageOfItems, pageOfWhole, present, toPageRequest } from '../present/common.ts';
import { namesOf, presentPerson } from '../present/people.ts';
import { presentSession, presentUsers } from '../present/users.ts';
import { type Deps, route } from '../route.ts';

/** Deadline, ms. Each restored registration causes a change and two events, and there may be thousands. */
const MANY_DEADLINE_MS = 15_000;

export function addAdminAccounts(app: FastifyInstance, deps: Deps): void {
  const { identity } = deps.clients;
  addDropped(app, deps);

  route(app, deps, adminAccountRoutes.getUser, async ({ params, call, request }) => {
    const [user, { password, passkeys, links }] = await Promise.all([
      identity.getUser(params, call),
      identity.getWaysIn(params, call),
    ]);
    const [account] = await presentUsers(deps.clients, [user], call, request.log);
    if (!account) throw new AppError('internal');
    return { ...account, waysIn: { password, passkeys, links: links.map(present) } };
  });

  route(app, deps, adminAccountRoutes.listUserSessions, async ({ params, query, call }) => {
    const { items } = await identity.listAccountSessions(params, call);
    return pageOfWhole(query, items.map(presentSession));
  });

  route(app, deps, adminAccountRoutes.listUserMails, async ({ params, query, call }) => {
    const found = await identity.listAccountMails({ userId: params.id, page: toPageRequest(query) }, call);
    return pageOfItems(query, found.items.map(present), found);
  });
}

function addDropped(app: FastifyInstance, deps: Deps): void {
  const { identity, registrations } = deps.clients;

  route(app, deps, adminAccountRoutes.listDroppedAssignments, async ({ params, query, call, request }) => {
    const input = { operatorId: params.id, page: toPageRequest(query) };
    // `getUser` is called only to respond 404 for an unknown account.
    const [found] = await Promise.all([
      registrations.listDroppedAssignments(input, call),
      identity.getUser(params, call),
    ]);
    const holders = found.items.map(({ operatorId }) => operatorId);
    const names = await namesOf(identity, holders, call, request.log);
    const items = found.items.map(({ operatorId: assignedOperatorId, ...item }) => ({
      ...present({ ...item, assignedOperatorId }),
      assignedOperator: presentPerson(assignedOperatorId, names),
    }));
    return { ...pageOfItems(query, items, found), free: found.free };
  });

  route(app, deps, adminAccountRoutes.restoreAssignments, async ({ params, call }) => {
    await identity.getUser(params, call);
    return registrations.restoreAssignments(params, { ...call, deadlineMs: MANY_DEADLINE_MS });
  });
}
