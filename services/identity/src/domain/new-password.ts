import { AppError } from '@g2/terms/errors';
import { MIN_PASSWORD_SCORE, type PasswordOwner, passwordScore } from '@g2/terms/password-strength';
import { passwordProblem } from './input.ts';

export const EASY_PASSWORD =
  'Esta senha é fácil de adivinhar. Use uma frase, ou palavras que não tenham a ver com você.';

/** As typed (api-rules X2). Takes CPU time: apply rate limits first. @throws AppError invalid-input */
export function checkNewPassword(
  password: string,
  owner: PasswordOwner,
  field: 'password' | 'newPassword' = 'newPassword',
): void {
  const tooShort =
    field === 'password'
      ? 'A senha deve ter pelo menos 8 caracteres'
      : 'A nova senha deve ter pelo menos 8 caracteres';
  const message = passwordProblem(password, tooShort) ?? easyProblem(password, owner);
  if (message) throw new AppError('invalid-input', { message, fields: { [field]: message } });
}

const easyProblem = (password: string, owner: PasswordOwner): string | undefined =>
  passwordScore(password, owner) < MIN_PASSWORD_SCORE ? EASY_PASSWORD : undefined;
