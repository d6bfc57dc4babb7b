import {
  allowSignInBody,
  changeEmailBody,
  forgotPasswordBody,
  setPasswordBody,
  verifyEmailBody,
} from '../account-recovery.ts';
import { ALL_ROLES, type Routes } from './route.ts';

const tag = 'Conta';

export const accountRecoveryRoutes = {
  forgotPassword: {
    method: 'POST',
    path: '/api/auth/forgot-password',
    tag,
    summary: 'Pede por e-mail um link para definir nova senha; a resposta é a mesma para qualquer endereço',
    body: forgotPasswordBody,
    status: 202,
    refusals: [429],
  },
  setPasswordByLink: {
    method: 'POST',
    path: '/api/auth/reset-password',
    tag,
    summary: 'Define nova senha pelo link do e-mail e encerra todas as sessões',
    body: setPasswordBody,
    refusals: [409, 429],
  },
  allowSignIn: {
    method: 'POST',
    path: '/api/auth/allow-sign-in',
    tag,
    summary: 'Permite, pelo link do e-mail, entrar de um lugar novo enquanto outros erram a senha da conta',
    body: allowSignInBody,
    refusals: [429],
  },
  verifyEmail: {
    method: 'POST',
    path: '/api/auth/verify-email',
    tag,
    summary: 'Confirma o e-mail da conta, ou a troca dele, pelo link do e-mail',
    body: verifyEmailBody,
    refusals: [409, 429],
  },
  resendVerification: {
    method: 'POST',
    path: '/api/auth/verify-email/resend',
    tag,
    summary: 'Envia de novo o link que confirma o próprio e-mail',
    roles: ALL_ROLES,
    status: 202,
  },
  changeEmail: {
    method: 'POST',
    path: '/api/auth/change-email',
    tag,
    summary: 'Pede a troca do próprio e-mail, que vale quando o novo endereço confirma',
    roles: ALL_ROLES,
    body: changeEmailBody,
    status: 202,
  },
} as const satisfies Routes;
