import { linkBody, linkedAccounts, loginProviders, providerParams, startedLink } from '../links.ts';
import { ALL_ROLES, type Routes } from './route.ts';

const tag = 'Conta';
const own = { tag, roles: ALL_ROLES } as const;
const path = '/api/auth/links';

export const linkRoutes = {
  listProviders: {
    tag,
    method: 'GET',
    path: '/api/auth/providers',
    summary: 'Os provedores de identidade pelos quais se pode entrar',
    answer: loginProviders,
  },
  listLinks: {
    ...own,
    method: 'GET',
    path,
    summary: 'As contas de provedores vinculadas à própria, as mais antigas primeiro',
    answer: linkedAccounts,
  },
  startLink: {
    ...own,
    method: 'POST',
    path,
    summary: 'Começa a vincular uma conta de um provedor; vale para esta sessão',
    body: linkBody,
    answer: startedLink,
    refusals: [404, 409],
  },
  unlink: {
    ...own,
    method: 'DELETE',
    path: `${path}/:provider`,
    summary: 'Desvincula uma conta; nunca a única forma de entrar',
    params: providerParams,
    absent: 'Conta vinculada não encontrada',
    refusals: [409],
  },
} as const satisfies Routes;
