import { idParams } from '../common.ts';
import { externalLoginQuery } from '../links.ts';
import { changePasswordBody, loginBody, registerBody, updateOwnBody, user } from '../users.ts';
import { ALL_ROLES, type Routes } from './route.ts';

const tag = 'Conta';
const own = { tag, roles: ALL_ROLES } as const;

export const accountRoutes = {
  register: {
    method: 'POST',
    path: '/api/register',
    tag,
    summary: 'Cria uma conta e entra',
    body: registerBody,
    status: 201,
    answer: user,
    refusals: [409, 429],
  },
  logIn: {
    method: 'POST',
    path: '/api/login',
    tag,
    summary: 'Entra com e-mail e senha',
    body: loginBody,
    answer: user,
    refusals: [401, 429],
  },
  logOut: {
    method: 'POST',
    path: '/api/logout',
    tag,
    summary: 'Encerra a sessão no servidor',
    refusals: [409],
  },
  startExternalLogin: {
    method: 'GET',
    path: '/api/login',
    tag,
    summary: 'Leva a um provedor de identidade, ou a /auth quando não há um',
    query: externalLoginQuery,
    redirects: true,
  },
  finishExternalLogin: {
    method: 'GET',
    path: '/api/login/callback',
    tag,
    summary: 'Volta do provedor de identidade: entra, ou vincula a conta de lá à da sessão que pediu',
    redirects: true,
  },
  getCurrentUser: {
    ...own,
    method: 'GET',
    path: '/api/auth/user',
    summary: 'O usuário da sessão',
    answer: user,
  },
  updateCurrentUser: {
    ...own,
    method: 'PATCH',
    path: '/api/auth/user',
    summary: 'Altera o próprio nome',
    body: updateOwnBody,
    answer: user,
  },
  changePassword: {
    ...own,
    method: 'POST',
    path: '/api/auth/change-password',
    summary: 'Troca a própria senha; encerra as outras sessões e renova esta',
    body: changePasswordBody,
  },
  getAvatar: {
    ...own,
    method: 'GET',
    path: '/api/users/:id/avatar',
    summary: 'A imagem de perfil, própria ou (equipe) de qualquer pessoa',
    params: idParams,
    file: { media: 'image/webp', also: { 304: 'A imagem é a de antes' } },
    absent: 'Imagem não encontrada',
  },
} as const satisfies Routes;
