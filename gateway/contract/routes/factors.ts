import { idParams, pageQuery, SHORT_LIST_PAGE_SIZE } from '../common.ts';
import {
  addedPasskey,
  addPasskeyBody,
  codeBody,
  confirmBody,
  confirmChallenge,
  factorLoginBody,
  factors,
  passkey,
  passkeyChallenge,
  passkeyLoginBody,
  passkeyPage,
  passkeyParams,
  recoveryCodes,
  renamePasskeyBody,
  startPasskeyLoginBody,
  totpSecret,
} from '../factors.ts';
import { user } from '../users.ts';
import { ALL_ROLES, admins, NO_USER, type Routes } from './route.ts';

const tag = 'Segundo fator';
const own = { tag, roles: ALL_ROLES } as const;
const ownPost = { ...own, method: 'POST' } as const;
const ownPasskey = { ...own, params: passkeyParams, absent: 'Chave de acesso não encontrada' } as const;
const anyone = { tag, method: 'POST', refusals: [401, 429] } as const;

export const factorRoutes = {
  getFactors: {
    ...own,
    method: 'GET',
    path: '/api/auth/mfa',
    summary: 'O que a conta tem como segundo fator',
    answer: factors,
  },
  setUpTotp: {
    ...ownPost,
    path: '/api/auth/mfa/setup',
    summary: 'Um segredo novo para um aplicativo autenticador; vale depois do primeiro código',
    answer: totpSecret,
    refusals: [403],
  },
  enableTotp: {
    ...ownPost,
    path: '/api/auth/mfa/enable',
    summary: 'Ativa o aplicativo com um código dele; os códigos de recuperação aparecem só aqui',
    body: codeBody,
    answer: recoveryCodes,
  },
  disableTotp: {
    ...ownPost,
    path: '/api/auth/mfa/disable',
    summary: 'Desativa o aplicativo com um código dele ou de recuperação',
    body: codeBody,
  },
  renewRecoveryCodes: {
    ...ownPost,
    path: '/api/auth/mfa/recovery-codes',
    summary: 'Dez códigos de recuperação novos; os anteriores deixam de valer',
    answer: recoveryCodes,
    refusals: [400],
  },
  startPasskey: {
    ...ownPost,
    path: '/api/auth/passkeys/options',
    summary: 'O desafio para uma chave de acesso nova',
    answer: passkeyChallenge,
  },
  addPasskey: {
    ...ownPost,
    path: '/api/auth/passkeys',
    summary: 'Guarda a chave de acesso que respondeu ao desafio',
    body: addPasskeyBody,
    status: 201,
    answer: addedPasskey,
  },
  listPasskeys: {
    ...own,
    method: 'GET',
    path: '/api/auth/passkeys',
    summary: 'As próprias chaves de acesso, as mais antigas primeiro',
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: passkeyPage,
  },
  renamePasskey: {
    ...ownPasskey,
    method: 'PATCH',
    path: '/api/auth/passkeys/:id',
    summary: 'Muda o nome de uma chave de acesso',
    body: renamePasskeyBody,
    answer: passkey,
  },
  removePasskey: {
    ...ownPasskey,
    method: 'DELETE',
    path: '/api/auth/passkeys/:id',
    summary: 'Remove uma chave de acesso',
  },
  logInWithFactor: {
    ...anyone,
    path: '/api/login/mfa',
    summary: 'Segundo passo da entrada: um código, ou uma chave de acesso da conta',
    body: factorLoginBody,
    answer: user,
  },
  startPasskeyLogIn: {
    ...anyone,
    path: '/api/login/passkey/options',
    summary: 'O desafio para entrar com uma chave de acesso',
    body: startPasskeyLoginBody,
    answer: passkeyChallenge,
  },
  logInWithPasskey: {
    ...anyone,
    path: '/api/login/passkey',
    summary: 'Entra com uma chave de acesso, sem e-mail nem senha',
    body: passkeyLoginBody,
    answer: user,
  },
  startConfirm: {
    ...ownPost,
    path: '/api/auth/confirm/options',
    summary: 'Com o que se pode confirmar que é a mesma pessoa',
    answer: confirmChallenge,
  },
  confirmIdentity: {
    ...ownPost,
    path: '/api/auth/confirm',
    summary: 'Confirma que é a mesma pessoa: vale 15 minutos nesta sessão',
    body: confirmBody,
  },
  resetUserFactors: {
    tag: 'Administração: usuários',
    roles: admins,
    params: idParams,
    absent: NO_USER,
    method: 'DELETE',
    path: '/api/admin/users/:id/mfa',
    summary: 'Remove o segundo fator de quem o perdeu e encerra as sessões',
  },
} as const satisfies Routes;
