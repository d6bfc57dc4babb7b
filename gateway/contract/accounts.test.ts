import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import * as admin from './admin.ts';
import { firstMessages } from './common.ts';
import * as users from './users.ts';

const UUID = '0199d7a1-7c3e-7b2a-9c4d-5e6f7a8b9c0d';

/** Empty when the input is accepted. */
const fields = (schema: z.ZodType, input: unknown): Record<string, string> =>
  firstMessages(schema.safeParse(input).error?.issues ?? []);

describe('accounts (spec §5)', () => {
  test('[contract-sign-up] sign-up', () => {
    const expected = {
      email: 'Email inválido',
      password: 'A senha deve ter pelo menos 8 caracteres',
      firstName: 'Nome deve ter pelo menos 2 caracteres',
      lastName: 'Sobrenome deve ter pelo menos 2 caracteres',
    };
    expect(fields(users.registerBody, {})).toEqual(expected);
    const short = { email: 'a', password: '1234567', firstName: ' A ', lastName: 'B' };
    expect(fields(users.registerBody, short)).toEqual(expected);
  });

  test('sign-up keeps the password as typed and cannot choose a role', () => {
    const sent = { email: ' a@b.co ', password: ' 123456 ', firstName: 'Jô', lastName: 'Sá', role: 'admin' };
    expect(users.registerBody.parse(sent)).toEqual({
      email: 'a@b.co',
      password: ' 123456 ',
      firstName: 'Jô',
      lastName: 'Sá',
    });
  });

  test('[contract-login] login', () => {
    expect(fields(users.loginBody, { email: 'a', password: '' })).toEqual({
      email: 'Email inválido',
      password: 'Senha é obrigatória',
    });
    expect(fields(users.loginBody, { email: 'a@b.co', password: '1' })).toEqual({});
    const long = `${'a'.repeat(65)}@b.co`;
    expect(fields(users.loginBody, { email: long, password: '1' })).toEqual({});
    const account = { email: long, password: 'Senha-longa-1', firstName: 'Ana', lastName: 'Sá' };
    expect(fields(users.registerBody, account)).toEqual({ email: 'Email inválido' });
  });

  test('[contract-password-reset] password reset: the server wants 8, the page any', () => {
    const short = { newPassword: '1234567' };
    expect(fields(users.resetPasswordBody, short)).toEqual({
      newPassword: 'A nova senha deve ter pelo menos 8 caracteres',
    });
    expect(fields(users.resetPasswordForm, short)).toEqual({});
    expect(fields(users.resetPasswordForm, { newPassword: '   ' })).toEqual({
      newPassword: 'Nova senha é obrigatória',
    });
    expect(fields(users.resetPasswordBody, { newPassword: ' '.repeat(8) })).toEqual({
      newPassword: 'Nova senha é obrigatória',
    });
  });

  test('[contract-user-update] admin update: all optional, each checked', () => {
    expect(fields(users.adminUpdateUserBody, {})).toEqual({});
    expect(
      fields(users.adminUpdateUserBody, { firstName: 'A', lastName: '', role: 'root', isActive: 'no' }),
    ).toEqual({
      firstName: 'Nome deve ter pelo menos 2 caracteres',
      lastName: 'Sobrenome deve ter pelo menos 2 caracteres',
      role: 'Função inválida',
      isActive: 'Situação inválida',
    });
  });
});

describe('credit adjustments (spec §5)', () => {
  const sent = (delta: unknown) => ({ userId: UUID, delta, reason: 'Cortesia' });
  const cases: [string, z.ZodType, number, string][] = [
    ['server', admin.creditAdjustmentBody, 1000, 'Delta'],
    ['server, admin variant', admin.adminCreditAdjustmentBody, 10000, 'Delta'],
    ['form', admin.creditAdjustmentForm, 1000, 'O valor'],
  ];

  test.each(cases)('[contract-credit-limits] %s: limits', (_name, schema, limit, label) => {
    const range = { delta: `${label} deve estar entre -${limit} e ${limit}` };
    expect(fields(schema, sent(limit))).toEqual({});
    expect(fields(schema, sent(-limit))).toEqual({});
    expect(fields(schema, sent(limit + 1))).toEqual(range);
    expect(fields(schema, sent(-limit - 1))).toEqual(range);
    expect(fields(schema, sent(0))).toEqual({ delta: `${label} não pode ser zero` });
    expect(fields(schema, { ...sent(1), reason: ' ' })).toEqual({ reason: 'Motivo é obrigatório' });
  });

  test('[contract-credit-numbers] the server takes whole numbers only; the form parses, and what is not numeric is zero', () => {
    expect(fields(admin.creditAdjustmentBody, sent(1.5))).toEqual({
      delta: 'Delta deve ser um número inteiro',
    });
    expect(fields(admin.creditAdjustmentBody, sent('5'))).toEqual({
      delta: 'Delta deve ser um número inteiro',
    });
    expect(admin.creditAdjustmentForm.parse(sent('5')).delta).toBe(5);
    expect(fields(admin.creditAdjustmentForm, sent('abc'))).toEqual({ delta: 'O valor não pode ser zero' });
  });

  test('[contract-credit-user] the user is required, in the words of each side', () => {
    const { userId: _absent, ...rest } = sent(1);
    expect(fields(admin.creditAdjustmentBody, rest)).toEqual({ userId: 'userId required' });
    expect(fields(admin.creditAdjustmentForm, { ...rest, userId: '' })).toEqual({
      userId: 'Usuário é obrigatório',
    });
    expect(fields(admin.creditAdjustmentBody, { ...rest, userId: 'x' })).toEqual({
      userId: 'Usuário inválido',
    });
    expect(fields(admin.adminCreditAdjustmentBody, rest)).toEqual({});
  });

  test('[contract-credit-users-page] users page', () => {
    const message = 'Delta e motivo são obrigatórios';
    expect(fields(admin.usersPageCreditForm, { delta: 'abc', reason: ' ' })).toEqual({
      delta: message,
      reason: message,
    });
    expect(fields(admin.usersPageCreditForm, { delta: '', reason: 'x' })).toEqual({ delta: message });
    expect(admin.usersPageCreditForm.parse({ delta: '-7', reason: 'x' })).toEqual({ delta: -7, reason: 'x' });
  });
});
