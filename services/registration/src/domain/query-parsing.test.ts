import { describe, expect, it } from 'vitest';
import {
  bareTaxId,
  checkExportLimit,
  checkOwnOrder,
  checkStaffSort,
  checkStatuses,
  checkUserId,
  hashStart,
  idRange,
  idWithin,
  percent,
  protocolIn,
  timeOfId,
  wholeEmail,
  wholeTaxId,
} from './query-parsing.ts';
import { refusal } from './test-samples.ts';

const ID = '0199abcd-0000-7000-8000-00000000beef';

describe('parsing of query parameters', () => {
  it.each([
    [() => checkStatuses(['paid', 'pago']), 'Status inválido'],
    [() => checkUserId('x'), 'Usuário inválido'],
    [() => checkUserId(`${ID}0`), 'Usuário inválido'],
    [() => checkUserId(`0${ID}`), 'Usuário inválido'],
    [() => checkStaffSort('waiting', undefined), 'Ordenação inválida'],
    [() => checkOwnOrder('waiting'), 'Ordenação inválida'],
    [() => checkExportLimit(-1), 'Limite inválido'],
    [() => checkExportLimit(501), 'Limite inválido'],
  ])('refuses an invalid value: %s', (work, message) => {
    expect(refusal(work)).toMatchObject({ code: 'invalid-input', message });
  });

  it('accepts and normalizes valid values', () => {
    expect(checkStatuses(['paid', 'submitted', 'paid'])).toEqual(['paid', 'submitted']);
    expect(checkUserId(ID.toUpperCase())).toBe(ID);
    expect(checkStaffSort('waiting', ID)).toEqual({ field: 'waiting', descending: false });
    expect(checkStaffSort('title', undefined)).toEqual({ field: 'title', descending: false });
    expect(checkOwnOrder('priority')).toBe('priority');
    expect(checkOwnOrder('-status')).toEqual({ field: 'status', descending: true });
    expect([0, 1, 500].map(checkExportLimit)).toEqual([200, 1, 500]);
  });

  it('rounds percentages to one decimal', () => {
    expect([percent(1, 3), percent(2, 3), percent(0, 0)]).toEqual([33.3, 66.7, 0]);
  });

  it('derives the creation time from a UUIDv7', () => {
    expect(timeOfId('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')).toEqual(new Date('2022-02-22T19:22:22.000Z'));
  });
});

describe('special meanings of a search', () => {
  const id = ID;
  it.each([
    [id, id],
    [`https://g2.example/operator/registrations/${id.toUpperCase()}?de=fila`, id],
    [id.slice(1), undefined],
    ['cafe', undefined],
  ])('%s contains the id %s', (typed, found) => expect(idWithin(typed)).toBe(found));

  it.each([
    ['CAFE', 'cafe'],
    ['0123456789abcdef 0123', '0123456789abcdef0123'],
    ['01:23:45:67:89:ab:cd:ef', '0123456789abcdef'],
    ['ca fe', undefined],
    ['café', undefined],
    ['a'.repeat(65), undefined],
  ])('%s is parsed as the hash prefix %s', (typed, found) => expect(hashStart(typed)).toBe(found));

  it.each([
    ['BR 51 2026 000123-4', 'br5120260001234'],
    ['512026.000123/4', '5120260001234'],
    ['versão 2.0', undefined],
    ['nota 12345', undefined],
  ])('%s is parsed as the protocol number %s', (typed, found) => expect(protocolIn(typed)).toBe(found));

  it.each([
    ['ana@example.com', 'ana@example.com'],
    ['ana@example', undefined],
    ['ana maria@example.com', undefined],
    ['@example.com', undefined],
    ['ana@example.com.', undefined],
  ])('%s is parsed as the e-mail address %s', (typed, found) => expect(wholeEmail(typed)).toBe(found));

  it.each([
    ['111.444.777-35', '11144477735'],
    ['11144477735', '11144477735'],
    ['12.ABC.345/01DE-35', '12abc34501de35'],
    ['111.444.777', undefined],
    ['registro 2026', undefined],
  ])('%s is parsed as the complete tax id %s', (typed, found) => expect(wholeTaxId(typed)).toBe(found));

  it.each([
    ['111.444.777-35', '11144477735'],
    ['111.44', '11144'],
    ['12.ABC.345/01DE-35', '12abc34501de35'],
    ['111.4', undefined],
    ['11144477735', undefined],
    ['a 111.444', undefined],
    ['111.444 a', undefined],
    ['12.ABC.345/01DE-3x', undefined],
  ])('%s is parsed as a tax id, or part of one: %s', (typed, found) => expect(bareTaxId(typed)).toBe(found));

  const filled = (digit: string) =>
    `0199abcd-${digit.repeat(4)}-${digit.repeat(4)}-${digit.repeat(4)}-${digit.repeat(12)}`;
  it.each([
    ['0199abcd', [filled('0'), filled('f')]],
    ['0199abcd-0000-7000-8000-00000000bee', [`${ID.slice(0, -1)}0`, ID]],
    [ID, [ID, ID]],
    [`${ID}0`, undefined],
    ['0199abc', undefined],
    ['x0199abcd', undefined],
    ['0199abcd0', undefined],
    ['0199abcd-x', undefined],
  ])('%s is a prefix of the ids in the range %j', (typed, range) => expect(idRange(typed)).toEqual(range));
});
