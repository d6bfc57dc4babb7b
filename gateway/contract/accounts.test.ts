import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import * as admin from './admin.ts';
import { firstMessages } from './common.ts';
import * as users from './users.ts';

const UUID = '0199d7a1-7c3e-7b2a-9c4d-5e6f7a8b9c0d';

const fields = (schema: z.ZodType, input: unknown): Record<string, string> =>
  firstMessages(schema.safeParse(input).error?.issues ?? []);

describe('accounts (spec §5)', () => {
  test('[contract-sign-up] refuses missing and short sign-up fields, each with its message', () => {
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

  test('keeps the sign-up password as typed and ignores a role', () => {
    const sent = { email: ' a@b.co ', password: ' 123456 ', firstName: 'Jô', lastName: 'Sá', role: 'admin' };
    expect(users.registerBody.parse(sent)).toEqual({
      email: 'a@b.co',
      password: ' 123456 ',
      firstName: 'Jô',
      lastName: 'Sá',
    });
  });

  test('[contract-login] refuses an invalid login, but accepts e-mail forms of earlier releases', () => {
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

  test('[contract-password-reset] requires 8 characters on the server, but not in the form', () => {
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

  test('[contract-user-update] validates each optional field of an admin update', () => {
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

  test.each(cases)(
    '[contract-credit-limits] limits the delta of a credit adjustment: %s',
    (_name, schema, limit, label) => {
      const range = { delta: `${label} deve estar entre -${limit} e ${limit}` };
      expect(fields(schema, sent(limit))).toEqual({});
      expect(fields(schema, sent(-limit))).toEqual({});
      expect(fields(schema, sent(limit + 1))).toEqual(range);
      expect(fields(schema, sent(-limit - 1))).toEqual(range);
      expect(fields(schema, sent(0))).toEqual({ delta: `${label} não pode ser zero` });
      expect(fields(schema, { ...sent(1), reason: ' ' })).toEqual({ reason: 'Motivo é obrigatório' });
    },
  );

  test('[contract-credit-numbers] accepts only integers on the server and reads text as 0 in a form', () => {
    expect(fields(admin.creditAdjustmentBody, sent(1.5))).toEqual({
      delta: 'Delta deve ser um número inteiro',
    });
    expect(fields(admin.creditAdjustmentBody, sent('5'))).toEqual({
      delta: 'Delta deve ser um número inteiro',
    });
    expect(admin.creditAdjustmentForm.parse(sent('5')).delta).toBe(5);
    expect(fields(admin.creditAdjustmentForm, sent('abc'))).toEqual({ delta: 'O valor não pode ser zero' });
  });

  test('[contract-credit-user] requires a user, with different messages on server and form', () => {
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

  test('[contract-credit-users-page] requires delta and reason on the users page', () => {
    const message = 'Delta e motivo são obrigatórios';
    expect(fields(admin.usersPageCreditForm, { delta: 'abc', reason: ' ' })).toEqual({
      delta: message,
      reason: message,
    });
    expect(fields(admin.usersPageCreditForm, { delta: '', reason: 'x' })).toEqual({ delta: message });
    expect(admin.usersPageCreditForm.parse({ delta: '-7', reason: 'x' })).toEqual({ delta: -7, reason: 'x' });
  });
});
