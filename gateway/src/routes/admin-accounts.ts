import { AppError } from '@g2/terms/errors';
import type { FastifyInstance } from 'fastify';
import { adminAccountRoutes } from '../../contract/routes/admin-accounts.ts';
import { presentMail, presentSession } from '../present/accounts.ts';
import { isoOrNull, pageOfItems, pageOfWhole, toPageRequest } from '../present/common.ts';
import { presentUsers } from '../present/users.ts';
import { type Deps, route } from '../route.ts';

/** One account, as its page for admins shows it part by part. */
export function addAdminAccounts(app: FastifyInstance, deps: Deps): void {
  const { identity } = deps.clients;

  route(app, deps, adminAccountRoutes.getUser, async ({ params, call, request }) => {
    const [user, { password, passkeys, links }] = await Promise.all([
      identity.getUser(params, call),
      identity.getWaysIn(params, call),
    ]);
    const [account] = await presentUsers(deps.clients, [user], call, request.log);
    if (!account) throw new AppError('internal');
    const shown = links.map(({ provider, name, lastUsedAt }) => ({
      provider,
      name,
      lastUsedAt: isoOrNull(lastUsedAt),
    }));
    return { ...account, waysIn: { password, passkeys, links: shown } };
  });

  route(app, deps, adminAccountRoutes.listUserSessions, async ({ params, query, call }) => {
    const { items } = await identity.listAccountSessions(params, call);
    return pageOfWhole(query, items.map(presentSession));
  });

  route(app, deps, adminAccountRoutes.listUserMails, async ({ params, query, call }) => {
    const found = await identity.listAccountMails({ userId: params.id, page: toPageRequest(query) }, call);
    return pageOfItems(query, found.items.map(presentMail), found);
  });
}
