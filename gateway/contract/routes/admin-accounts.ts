import { idParams } from '../common.ts';
import { formerAssignmentPage, restoredAssignments } from '../former-assignments.ts';
import { accountListQuery, accountMailPage, accountSessionPage, adminAccount } from '../own-data.ts';
import { admins, NO_USER, type Routes } from './route.ts';

const path = '/api/admin/users/:id';
const one = {
  tag: 'Administração: usuários',
  method: 'GET',
  roles: admins,
  params: idParams,
  absent: NO_USER,
} as const;

export const adminAccountRoutes = {
  getUser: { ...one, path, summary: 'Uma conta', answer: adminAccount },
  listUserSessions: {
    ...one,
    path: `${path}/sessions`,
    summary: 'As sessões abertas de uma conta, a usada por último primeiro',
    query: accountListQuery,
    answer: accountSessionPage,
  },
  listUserMails: {
    ...one,
    path: `${path}/mails`,
    summary: 'Os e-mails a uma conta, os mais novos primeiro: assunto, estado e datas',
    query: accountListQuery,
    answer: accountMailPage,
  },
  listDroppedAssignments: {
    ...one,
    path: `${path}/dropped-assignments`,
    summary:
      'O que a conta tinha atribuído ao sair da equipe e ainda não terminou, o retirado por último primeiro',
    query: accountListQuery,
    answer: formerAssignmentPage,
  },
  restoreAssignments: {
    ...one,
    method: 'POST',
    path: `${path}/restore-assignments`,
    summary: 'Devolve à conta, de novo na equipe, o que ninguém assumiu desde então; pode ser repetido',
    answer: restoredAssignments,
  },
} as const satisfies Routes;
