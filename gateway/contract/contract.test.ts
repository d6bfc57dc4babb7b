import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import * as common from './common.ts';
import * as payments from './payments.ts';
import * as registrations from './registrations.ts';
import * as statusTerms from './status-terms.ts';
import * as users from './users.ts';

const UUID = '0199d7a1-7c3e-7b2a-9c4d-5e6f7a8b9c0d';

const fields = (schema: z.ZodType, input: unknown): Record<string, string> =>
  common.firstMessages(schema.safeParse(input).error?.issues ?? []);

const details = {
  title: 'Sistema',
  applicantName: 'Ana',
  applicantEmail: 'ana@exemplo.com.br',
  applicantTaxId: '123.456.789-09',
  holderName: 'Ana',
  description: 'Um sistema',
  jurisdiction: 'global',
};

describe('registration (spec §5)', () => {
  const schema = registrations.createRegistrationBody;

  test('[contract-registration-required] refuses each missing or blank required field with its message', () => {
    const expected = {
      title: 'Título é obrigatório',
      applicantName: 'Nome do requerente é obrigatório',
      applicantEmail: 'Formato de email inválido',
      applicantTaxId: 'CPF/CNPJ deve ter pelo menos 11 caracteres',
      holderName: 'Nome do titular é obrigatório',
      description: 'Descrição é obrigatória',
      jurisdiction: 'Jurisdição é obrigatória',
    };
    expect(fields(schema, {})).toEqual(expected);
    const blank = Object.fromEntries(Object.keys(expected).map((key) => [key, '  ']));
    expect(fields(schema, { ...blank, jurisdiction: '' })).toEqual(expected);
  });

  test.each(['ana', 'ana@', '@exemplo.com', 'ana@exemplo', 'a b@exemplo.com'])(
    '[contract-applicant-email] refuses e-mail %s',
    (email) => {
      expect(fields(schema, { ...details, applicantEmail: email })).toEqual({
        applicantEmail: 'Formato de email inválido',
      });
    },
  );

  test.each([
    ['1111111111', 'CPF/CNPJ deve ter pelo menos 11 caracteres'],
    ['52998224725', undefined],
    ['11.222.333/0001-81', undefined],
    ['1'.repeat(19), 'CPF/CNPJ não pode exceder 18 caracteres'],
    // Valid length, but neither CPF nor CNPJ.
    ['529.982.247-24', 'Este CPF ou CNPJ não existe: confira os números digitados.'],
    ['abcdefghijk', 'Este CPF ou CNPJ não existe: confira os números digitados.'],
  ])('[contract-tax-id-length] checks length and digits of the tax id %s', (applicantTaxId, message) => {
    expect(fields(schema, { ...details, applicantTaxId }).applicantTaxId).toBe(message);
  });

  test('accepts a formatted tax id', () => {
    for (const applicantTaxId of ['CPF 52998224725', '５２９．９８２．２４７－２５'])
      expect(schema.parse({ ...details, applicantTaxId }).applicantTaxId).toBe('529.982.247-25');
  });

  test('[contract-registration-placeholders] trims texts and drops placeholders and unknown keys', () => {
    const sent = {
      ...details,
      title: '  Sistema ',
      notes: ' ',
      sha256: 'x',
      fileName: 'pending',
      fileSize: 0,
      role: 'admin',
    };
    expect(schema.parse(sent)).toEqual({ ...details, notes: null });
  });

  test('[contract-jurisdictions] accepts the four jurisdictions and refuses others', () => {
    const accepted = statusTerms.DISPLAYED_JURISDICTIONS.filter(
      (jurisdiction) => schema.safeParse({ ...details, jurisdiction }).success,
    );
    expect(accepted).toEqual(['global', 'brasil', 'estados_unidos', 'uniao_europeia']);
    expect(fields(schema, { ...details, jurisdiction: 'usa' })).toEqual({
      jurisdiction: 'Jurisdição inválida',
    });
  });

  test('accepts a patch of some fields and refuses invalid fields with the same messages', () => {
    expect(registrations.patchRegistrationBody.parse({ title: 'Outro', status: 'paid' })).toEqual({
      title: 'Outro',
    });
    expect(registrations.patchRegistrationBody.parse({ notes: null })).toEqual({ notes: null });
    expect(fields(registrations.patchRegistrationBody, { title: '' })).toEqual({
      title: 'Título é obrigatório',
    });
  });
});

describe('request texts with characters that cannot be stored, or too long', () => {
  test.each([['a\0b'], ['a\ud800b'], ['\udfff']])('refuses %j with a message', (bad) => {
    const invalid = 'O texto contém caracteres inválidos';
    const message = expect.stringMatching(`^${invalid}: U\\+[0-9A-F]{4} \\(.+\\), na posição [12]$`);
    expect(fields(registrations.createRegistrationBody, { ...details, title: bad, notes: bad })).toEqual({
      title: message,
      notes: message,
    });
    expect(fields(registrations.registrationListQuery, { search: bad })).toEqual({ search: message });
    expect(fields(users.loginBody, { email: 'a@b.co', password: bad })).toEqual({ password: invalid });
    expect(
      fields(registrations.createRegistrationBody, { ...details, applicantTaxId: bad.padEnd(12, '1') }),
    ).toEqual({
      applicantTaxId: message,
    });
  });

  test('accepts a well-formed surrogate pair', () => {
    expect(fields(registrations.createRegistrationBody, { ...details, title: 'Foguete 🚀' })).toEqual({});
  });

  test('refuses texts longer than their limit', () => {
    expect(fields(registrations.createRegistrationBody, { ...details, title: 'a'.repeat(201) })).toEqual({
      title: 'O texto não pode exceder 200 caracteres',
    });
    const email = `${'a'.repeat(250)}@b.co`;
    expect(fields(users.loginBody, { email, password: 'x' })).toEqual({
      email: 'O texto não pode exceder 254 caracteres',
    });
  });
});

describe('status, assignment, upload, purchase (spec §5)', () => {
  test('[contract-status-action] validates status and action', () => {
    expect(fields(registrations.changeStatusBody, { status: 'done' })).toEqual({ status: 'Status inválido' });
    expect(fields(registrations.changeStatusBody, {})).toEqual({ status: 'Status inválido' });
    expect(fields(registrations.operatorActionBody, { action: 'reject' })).toEqual({
      action: 'Ação inválida',
    });
    expect(registrations.operatorActionBody.parse({ action: 'add_notes', notes: ' ok ' })).toEqual({
      action: 'add_notes',
      notes: 'ok',
    });
  });

  test('[contract-assignment] validates the assignment', () => {
    expect(fields(registrations.assignOperatorBody, {})).toEqual({ operatorId: 'Selecione um operador' });
    expect(registrations.assignOperatorBody.parse({ operatorId: UUID.toUpperCase() }).operatorId).toBe(UUID);
  });

  test('[contract-upload] validates name and size of an upload', () => {
    const first = (schema: z.ZodType, input: unknown) => fields(schema, input)[''];
    expect(first(registrations.uploadFileName, 'Fonte.ZIP')).toBeUndefined();
    expect(first(registrations.uploadFileName, 'fonte.rar')).toBe('Apenas arquivos ZIP são permitidos.');
    expect(first(registrations.uploadFileName, '')).toBe('Por favor, selecione um arquivo ZIP.');
    expect(first(registrations.uploadFileName, 'a\r\nb.zip')).toBe('Nome de arquivo inválido');
    expect(first(registrations.uploadFileSize, 500 * 1024 * 1024)).toBeUndefined();
    expect(first(registrations.uploadFileSize, 500 * 1024 * 1024 + 1)).toBe(
      'O arquivo não pode exceder 500MB.',
    );
  });

  test('[contract-custom-amount] limits the custom amount and requires either a package or an amount', () => {
    const range = { customAmount: 'O valor deve estar entre R$ 100,00 e R$ 100.000,00' };
    const purchase = payments.creditPurchaseBody;
    expect(fields(purchase, { customAmount: 10_000 })).toEqual({});
    expect(fields(purchase, { customAmount: 10_000_000 })).toEqual({});
    for (const customAmount of [9_999, 10_000_001, 10_000.5, '10000', null]) {
      expect(fields(purchase, { customAmount })).toEqual(range);
    }
    const one = { packageId: 'Escolha um pacote de créditos ou informe um valor' };
    expect(fields(purchase, {})).toEqual(one);
    expect(fields(purchase, { packageId: 'update', customAmount: 10_000 })).toEqual(one);
    expect(fields(purchase, { packageId: 'gold' })).toEqual({ packageId: 'Pacote de créditos inválido' });
  });
});
