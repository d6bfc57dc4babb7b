import { idParams, pageQuery, SHORT_LIST_PAGE_SIZE } from '../common.ts';
import { endOthersQuery, sessionPage, sessionParams } from '../sessions.ts';
import { ALL_ROLES, admins, NO_USER, type Routes } from './route.ts';

const of = { tag: 'Conta', roles: ALL_ROLES } as const;
const path = '/api/auth/sessions';

export const sessionRoutes = {
  listSessions: {
    ...of,
    method: 'GET',
    path,
    summary: 'As sessões abertas da própria conta: esta, depois as usadas por último',
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: sessionPage,
  },
  endSession: {
    ...of,
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Encerra uma sessão da própria conta',
    params: sessionParams,
    absent: 'Sessão não encontrada',
  },
  endOtherSessions: {
    ...of,
    method: 'DELETE',
    path,
    summary:
      'Encerra as outras sessões da própria conta e, com revokeApiTokens=true, revoga os tokens de API',
    query: endOthersQuery,
  },
  endUserSessions: {
    tag: 'Administração: usuários',
    roles: admins,
    method: 'DELETE',
    path: '/api/admin/users/:id/sessions',
    summary: 'Encerra todas as sessões de uma conta',
    params: idParams,
    absent: NO_USER,
  },
} as const satisfies Routes;
