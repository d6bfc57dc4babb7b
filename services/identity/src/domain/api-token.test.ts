import { expect, it } from 'vitest';
import { checkTokenRequest } from './api-token.ts';

const now = new Date('2026-11-24T12:00:00Z');
const request = { name: ' CI ', scopes: ['files:write', 'registrations:read', 'files:write'], days: 30 };

it('normalises the name and scopes of a token request and sets its expiry', () => {
  const wanted = { name: 'CI', scopes: ['registrations:read', 'files:write'] };
  const expiresAt = new Date('2026-12-24T12:00:00Z');
  expect(checkTokenRequest(request, now)).toEqual({ ...wanted, expiresAt });
  expect(checkTokenRequest({ ...request, days: undefined }, now)).toEqual({ ...wanted, expiresAt: null });
});

it.each([
  [{ name: ' ' }, 'name', 'Dê um nome ao token'],
  [{ name: 'a'.repeat(61) }, 'name', 'O texto não pode exceder 60 caracteres'],
  [{ scopes: ['files:write', 'admin'] }, 'scopes', 'Escopo desconhecido'],
  [{ scopes: [] }, 'scopes', 'Escolha ao menos um escopo'],
  [{ days: 31 }, 'expiresInDays', 'Validade inválida'],
])('refuses a token request with %o', (given, field, message) => {
  const refusal = { code: 'invalid-input', detail: { message, fields: { [field]: message } } };
  expect(() => checkTokenRequest({ ...request, ...given }, now)).toThrow(expect.objectContaining(refusal));
});
