import { invalidField } from '@g2/terms/errors';
import { MIN_PASSWORD_SCORE, type PasswordOwner, passwordScore } from '@g2/terms/password-strength';
import { checkInput } from './input.ts';

export const EASY_PASSWORD =
  'Esta senha é fácil de adivinhar. Use uma frase, ou palavras que não tenham a ver com você.';

/** Does not trim (api-rules X2). Takes CPU time: apply rate limits first. @throws AppError invalid-input */
export function checkNewPassword(
  password: string,
  owner: PasswordOwner,
  field: 'password' | 'newPassword' = 'newPassword',
): void {
  checkInput({ [field]: password });
  if (isEasyPassword(password, owner)) throw invalidField(field, EASY_PASSWORD);
}

export const isEasyPassword = (password: string, owner: PasswordOwner): boolean =>
  passwordScore(password, owner) < MIN_PASSWORD_SCORE;
