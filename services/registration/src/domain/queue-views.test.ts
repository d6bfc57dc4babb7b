import { describe, expect, it } from 'vitest';
import { checkName, checkNameUnique, checkQuery, checkViewLimit, parseQueue } from './queue-views.ts';

const ME = '0199d7a1-7c3e-7b2a-9c4d-5e6f7a8b9c0d';
const PAULA = '0199d7a1-7c3e-7b2a-9c4d-5e6f7a8b9c0e';
const now = new Date('2026-12-13T12:00:00Z');

describe('the query of a saved view', () => {
  it('is stored without empty values, in a fixed order', () => {
    const query = `sort=-title&search=%20caf%C3%A9+&view=late&period=&operator=${PAULA}&jurisdiction=brasil`;
    expect(checkQuery(query, ME, now)).toBe(
      `view=late&operator=${PAULA}&jurisdiction=brasil&search=caf%C3%A9&sort=-title`,
    );
    expect(checkQuery('', ME, now)).toBe('');
  });

  it('is parsed like the list’s filters, with assigned=true resolved to the caller', () => {
    expect(parseQueue('assigned=true&status=paid,reviewing&period=30&warning=any', ME, now)).toMatchObject({
      statuses: ['paid', 'reviewing'],
      assignedTo: ME,
      sort: { field: 'createdAt', descending: true },
      filters: { warning: 'any', createdSince: new Date('2026-11-13T12:00:00Z') },
    });
    expect(parseQueue('assigned=true&sort=-waiting', ME, now).sort).toEqual({
      field: 'waiting',
      descending: true,
    });
    expect(parseQueue('operator=none', ME, now).filters.unassigned).toBe(true);
  });

  it.each([
    ['view=later', 'Visão inválida'],
    ['status=pago', 'Status inválido'],
    ['operator=x', 'Operador inválido'],
    ['jurisdiction=marte', 'Jurisdição inválida'],
    ['period=8', 'Período inválido'],
    ['period=x', 'Filtros inválidos'],
    ['warning=virus', 'Aviso inválido'],
    ['sort=password', 'Ordenação inválida'],
    ['assigned=sim', 'Filtros inválidos'],
    ['sort=-waiting', 'Ordenação inválida'],
    ['assigned=false&sort=-waiting', 'Ordenação inválida'],
    ['operator=none&sort=waiting', 'Ordenação inválida'],
    ['page=2', 'Filtros inválidos'],
    ['open=x', 'Filtros inválidos'],
    ['view=late&view=late', 'Filtros inválidos'],
    ['search=a%00b', 'O texto contém caracteres inválidos'],
    [`search=${'x'.repeat(201)}`, 'O texto não pode exceder 200 caracteres'],
    [`search=${'x'.repeat(500)}`, 'Filtros longos demais para salvar'],
    // URL encoding turns each letter é into six characters.
    [`search=${'é'.repeat(120)}`, 'Filtros longos demais para salvar'],
  ])('is refused if it is %s', (query, message) => {
    expect(() => checkQuery(query, ME, now)).toThrow(message);
  });
});

describe('the name of a saved view', () => {
  it.each(['', '  ', 'x'.repeat(61), 'a\nb'])('is refused when it is %j', (name) => {
    expect(() => checkName(name)).toThrow();
  });

  it('is unique per owner, ignoring case', () => {
    expect(checkName('  Urgências ')).toBe('Urgências');
    expect(() => checkNameUnique('URGÊNCIAS', [{ name: 'Urgências' }])).toThrow(
      'Você já tem uma visão com este nome',
    );
    expect(() => checkNameUnique('Urgencias', [{ name: 'Urgências' }])).not.toThrow();
  });

  it('is refused if the user already has twenty saved views', () => {
    expect(() => checkViewLimit(Array.from({ length: 19 }))).not.toThrow();
    expect(() => checkViewLimit(Array.from({ length: 20 }))).toThrow('Você já tem 20 visões salvas');
  });
});
