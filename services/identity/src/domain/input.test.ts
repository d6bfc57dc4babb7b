import { describe, expect, it } from 'vitest';
import { checkAddress, checkInput, checkLogin, checkUserSort, emailProblem } from './input.ts';

const fieldsOf = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error instanceof Error && 'detail' in error ? error.detail : error;
  }
  return undefined;
};

const INVALID = 'O texto contém caracteres inválidos';

describe('checkInput', () => {
  it('reports every invalid field with the message of the spec', () => {
    const input = { email: 'ana', password: '1234567', firstName: ' A ', lastName: '' };
    expect(fieldsOf(() => checkInput(input))).toEqual({
      message: 'Email inválido',
      fields: {
        email: 'Email inválido',
        password: 'A senha deve ter pelo menos 8 caracteres',
        firstName: 'Nome deve ter pelo menos 2 caracteres',
        lastName: 'Sobrenome deve ter pelo menos 2 caracteres',
      },
    });
  });

  it.each([
    [{ newPassword: 'curta' }, 'newPassword', 'A nova senha deve ter pelo menos 8 caracteres'],
    [{ newPassword: '         ' }, 'newPassword', 'Senha é obrigatória'],
    [{ role: 'root' }, 'role', 'Função inválida'],
    [{ firstName: '  A  ' }, 'firstName', 'Nome deve ter pelo menos 2 caracteres'],
    [{ firstName: 'An\0a' }, 'firstName', `${INVALID}: U+0000 (caractere nulo), na posição 3`],
    [{ firstName: 'An\r\nBcc: a' }, 'firstName', `${INVALID}: U+000D (quebra de linha), na posição 3`],
    [{ lastName: '\u202eazuoS' }, 'lastName', `${INVALID}: U+202E (muda a direção da leitura), na posição 1`],
    [{ email: 'ana@g2.com\u2028' + 'x' }, 'email', `${INVALID}: U+2028 (quebra de linha), na posição 11`],
    [{ password: '12345678\0' }, 'password', INVALID],
    [{ lastName: 'x'.repeat(201) }, 'lastName', 'O texto não pode exceder 200 caracteres'],
    [{ password: 'x'.repeat(201) }, 'password', 'O texto não pode exceder 200 caracteres'],
  ])('refuses %o with a message for the field', (input, field, message) => {
    expect(fieldsOf(() => checkInput(input))).toMatchObject({ fields: { [field]: message } });
  });

  it('accepts valid and absent fields', () => {
    const input = { email: ' Ana.B+c@g2.com.br ', password: 'çãõ-12345', firstName: 'Ed', lastName: 'Li' };
    expect(() => checkInput(input)).not.toThrow();
    expect(() => checkInput({})).not.toThrow();
  });
});

it.each(['a@b', 'a b@c.com', '@c.com', 'a..b@c.com', 'a@-c.com', `${'a'.repeat(250)}@c.com`, 'a@c.com\0'])(
  'refuses %j as an e-mail address',
  (email) => {
    expect(emailProblem(email)).toBeDefined();
  },
);

it('accepts at sign-in an e-mail address from an earlier release that sign-up refuses', () => {
  const email = `${'a'.repeat(65)}@c.com`;
  expect(emailProblem(email)).toBe('Email inválido');
  expect(() => checkLogin(email, 'x')).not.toThrow();
  expect(() => checkAddress(email)).not.toThrow();
  expect(() => checkAddress('a b@c.com')).toThrow('Email inválido');
});

describe('checkLogin', () => {
  it('accepts an e-mail address with any password that is not empty', () => {
    expect(() => checkLogin('ana@g2.com', 'x')).not.toThrow();
    expect(checkUserSort('-email')).toEqual({ field: 'email', descending: true });
    expect(() => checkInput({ role: 'x' })).toThrow(expect.objectContaining({ code: 'invalid-input' }));
    expect(() => checkLogin('ana@g2.com', '')).toThrow(expect.objectContaining({ code: 'invalid-input' }));
    expect(Object.keys(Object(fieldsOf(() => checkLogin('ana', 'x'))).fields)).toEqual(['email']);
    expect(Object.keys(Object(fieldsOf(() => checkLogin('ana@g2.com', ''))).fields)).toEqual(['password']);
    expect(fieldsOf(() => checkLogin('ana', ''))).toMatchObject({
      fields: { email: 'Email inválido', password: 'Senha é obrigatória' },
    });
  });
});
