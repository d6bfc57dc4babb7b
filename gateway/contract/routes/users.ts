import { idParams } from '../common.ts';
import {
  adminUpdateUserBody,
  adminUserPage,
  changeRoleBody,
  resetPasswordBody,
  user,
  userListQuery,
} from '../users.ts';
import { admins, NO_USER, type Routes } from './route.ts';

const tag = 'Administração: usuários';
const path = '/api/admin/users';
const one = { tag, roles: admins, params: idParams, absent: NO_USER } as const;

export const userRoutes = {
  listUsers: {
    method: 'GET',
    path,
    tag,
    summary: 'Os usuários, os mais novos primeiro se outra ordem não for pedida',
    roles: admins,
    query: userListQuery,
    limit: 'searches',
    answer: adminUserPage,
  },
  updateUser: {
    ...one,
    method: 'PATCH',
    path: `${path}/:id`,
    summary: 'Altera nome, função ou situação',
    body: adminUpdateUserBody,
    answer: user,
  },
  changeUserRole: {
    ...one,
    method: 'PATCH',
    path: `${path}/:id/role`,
    summary: 'Altera a função',
    body: changeRoleBody,
    answer: user,
  },
  deactivateUser: {
    ...one,
    method: 'PATCH',
    path: `${path}/:id/deactivate`,
    summary: 'Desativa e encerra as sessões',
    answer: user,
  },
  reactivateUser: {
    ...one,
    method: 'PATCH',
    path: `${path}/:id/reactivate`,
    summary: 'Reativa',
    answer: user,
  },
  deleteUser: {
    ...one,
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Exclui a conta e os dados pessoais',
  },
  resetUserPassword: {
    ...one,
    method: 'POST',
    path: `${path}/:id/reset-password`,
    summary: 'Define uma nova senha e encerra as sessões',
    body: resetPasswordBody,
  },
} as const satisfies Routes;
