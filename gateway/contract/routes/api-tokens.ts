import { apiTokenPage, createdApiToken, createTokenBody } from '../api-tokens.ts';
import { idParams, pageQuery, SHORT_LIST_PAGE_SIZE } from '../common.ts';
import { ALL_ROLES, type Routes } from './route.ts';

const of = { tag: 'Tokens de API', roles: ALL_ROLES } as const;
const path = '/api/auth/tokens';

/** These routes need a session: an API token cannot create another token. */
export const apiTokenRoutes = {
  listApiTokens: {
    ...of,
    method: 'GET',
    path,
    summary: 'Os próprios tokens de API, o mais novo primeiro',
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: apiTokenPage,
  },
  createApiToken: {
    ...of,
    method: 'POST',
    path,
    summary: 'Cria um token de API; o token em claro vem só nesta resposta',
    body: createTokenBody,
    status: 201,
    answer: createdApiToken,
    refusals: [409],
  },
  revokeApiToken: {
    ...of,
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Revoga um token de API: vale a partir da próxima requisição',
    params: idParams,
    absent: 'Token não encontrado',
  },
} as const satisfies Routes;
