import { MAX_LENGTH } from '@g2/terms/limits';
import type { z } from 'zod';
import { body } from './common.ts';
import { emailText, existingEmailText, rawText } from './texts.ts';
import { currentSecret, newSecret } from './users.ts';

const TOKEN_MESSAGE = 'Link inválido';
const mailedToken = rawText(MAX_LENGTH.token, TOKEN_MESSAGE);

export const forgotPasswordBody = body({ email: existingEmailText('Email inválido') });
export type ForgotPasswordBody = z.input<typeof forgotPasswordBody>;

const newPassword = newSecret('A senha deve ter pelo menos 8 caracteres', 'Senha é obrigatória');
export const newPasswordForm = body({ newPassword });
export const setPasswordBody = body({ token: mailedToken, newPassword });
export type SetPasswordBody = z.input<typeof setPasswordBody>;

export const verifyEmailBody = body({ token: mailedToken });
export const allowSignInBody = body({ token: mailedToken });

export const changeEmailBody = body({
  newEmail: emailText('Email inválido'),
  currentPassword: currentSecret('Senha atual é obrigatória'),
});
export type ChangeEmailBody = z.input<typeof changeEmailBody>;
