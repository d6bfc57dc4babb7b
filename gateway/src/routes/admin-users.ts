import type { CallOptions } from '@g2/kit/grpc-client';
import type { User as ProtoUser } from '@g2/proto/identity';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { idParams } from '../../contract/common.ts';
import {
  adminUpdateUserBody,
  adminUserPage,
  changeRoleBody,
  resetPasswordBody,
  user,
  userListQuery,
} from '../../contract/users.ts';
import { pageOfItems, toPageRequest } from '../present/common.ts';
import { presentBalance, presentUsers } from '../present/users.ts';
import { admins, type Deps, route } from '../route.ts';

const tag = 'Administração: usuários';
const url = '/api/admin/users';
export const NO_USER = 'Usuário não encontrado';

export function addAdminUsers(app: FastifyInstance, deps: Deps): void {
  const { identity } = deps.clients;

  route(app, deps, {
    method: 'GET',
    url,
    tag,
    summary: 'Os usuários, os mais novos primeiro se outra ordem não for pedida',
    roles: admins,
    query: userListQuery,
    limit: 'searches',
    answer: adminUserPage,
    run: async ({ query, call, request }) => {
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
    },
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

  route(app, deps, {
    method: 'PATCH',
    url: `${url}/:id`,
    tag,
    summary: 'Altera nome, função ou situação',
    roles: admins,
    params: idParams,
    absent: NO_USER,
    body: adminUpdateUserBody,
    answer: user,
    run: async ({ params, body, call, request }) =>
      changed(deps, await identity.updateUser({ ...body, id: params.id }, call), call, request),
  });

  route(app, deps, {
    method: 'PATCH',
    url: `${url}/:id/role`,
    tag,
    summary: 'Altera a função',
    roles: admins,
    params: idParams,
    absent: NO_USER,
    body: changeRoleBody,
    answer: user,
    run: async ({ params, body, call, request }) =>
      changed(deps, await identity.changeRole({ id: params.id, role: body.role }, call), call, request),
  });
}

function addActivity(app: FastifyInstance, deps: Deps): void {
  const actions = [
    { name: 'deactivate', isActive: false, summary: 'Desativa e encerra as sessões' },
    { name: 'reactivate', isActive: true, summary: 'Reativa' },
  ];
  for (const { name, isActive, summary } of actions) {
    route(app, deps, {
      method: 'PATCH',
      url: `${url}/:id/${name}`,
      tag,
      summary,
      roles: admins,
      params: idParams,
      absent: NO_USER,
      answer: user,
      run: async ({ params, call, request }) => {
        const it = await deps.clients.identity.setActive({ id: params.id, isActive }, call);
        return changed(deps, it, call, request);
      },
    });
  }
}

function addEndings(app: FastifyInstance, deps: Deps): void {
  const { identity } = deps.clients;

  route(app, deps, {
    method: 'DELETE',
    url: `${url}/:id`,
    tag,
    summary: 'Exclui a conta e os dados pessoais',
    roles: admins,
    params: idParams,
    absent: NO_USER,
    run: async ({ params, call }) => {
      await identity.deleteUser(params, { ...call, deadlineMs: 15_000 });
      deps.sessions.forgetUser(params.id);
      return undefined;
    },
  });

  route(app, deps, {
    method: 'POST',
    url: `${url}/:id/reset-password`,
    tag,
    summary: 'Define uma nova senha e encerra as sessões',
    roles: admins,
    params: idParams,
    absent: NO_USER,
    body: resetPasswordBody,
    run: async ({ params, body, call }) => {
      await identity.resetPassword(
        { id: params.id, newPassword: body.newPassword },
        { ...call, deadlineMs: 15_000 },
      );
      deps.sessions.forgetUser(params.id);
      return undefined;
    },
  });
}
