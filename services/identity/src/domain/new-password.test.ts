import { describe, expect, it } from 'vitest';
import { checkNewPassword, EASY_PASSWORD } from './new-password.ts';

const ANA = { email: 'ana.moreira@example.com', firstName: 'Ana', lastName: 'Moreira' };

describe('checkNewPassword', () => {
  it.each([
    ['curta', 'A nova senha deve ter pelo menos 8 caracteres'],
    ['        ', 'Senha é obrigatória'],
    ['senha123', EASY_PASSWORD],
    ['anamoreira', EASY_PASSWORD],
    ['ana.moreira@example.com', EASY_PASSWORD],
    ['x'.repeat(201), 'O texto não pode exceder 200 caracteres'],
  ])('refuses %j with the message: %s', (password, message) => {
    const refused = expect.objectContaining({
      code: 'invalid-input',
      detail: { message, fields: { newPassword: message } },
    });
    expect(() => checkNewPassword(password, ANA)).toThrow(refused);
  });

  it('reports the error under the field name of the form', () => {
    const refused = expect.objectContaining({
      detail: {
        message: 'A senha deve ter pelo menos 8 caracteres',
        fields: { password: 'A senha deve ter pelo menos 8 caracteres' },
      },
    });
    expect(() => checkNewPassword('curta', ANA, 'password')).toThrow(refused);
  });

  it('accepts passwords that are hard to guess', () => {
    expect(() => checkNewPassword('tijolo azul no telhado', ANA)).not.toThrow();
    expect(() => checkNewPassword('moreira-canta-no-telhado', ANA)).not.toThrow();
  });
});
