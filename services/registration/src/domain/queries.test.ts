import { pageBounds } from '@g2/terms/pages';
import { periodStart } from '@g2/terms/periods';
import { checkSearch, likePattern } from '@g2/terms/search';
import { describe, expect, it } from 'vitest';
import { hashStart, idWithin, percent, protocolIn, timeOfId, wholeEmail, wholeTaxId } from './queries.ts';
import { now, refusal } from './samples.ts';

describe('queries', () => {
  it('have bounded pages', () => {
    expect(pageBounds(undefined, 12)).toEqual({ limit: 12, offset: 0 });
    expect(pageBounds({ page: 3, limit: 100 }, 12)).toEqual({ limit: 100, offset: 200 });
    for (const page of [
      { page: -1, limit: 1 },
      { page: 1, limit: 101 },
      { page: 10_000_001, limit: 1 },
    ]) {
      expect(refusal(() => pageBounds(page, 12)).code).toBe('invalid-input');
    }
  });

  it('take wildcards literally', () => {
    expect(likePattern('50%_\\')).toBe('%50\\%\\_\\\\%');
    expect(refusal(() => checkSearch('a\0')).code).toBe('invalid-input');
  });

  it('know four periods', () => {
    expect(periodStart(7, now)).toEqual(new Date('2026-11-14T12:00:00Z'));
    expect(refusal(() => periodStart(8, now)).code).toBe('invalid-input');
  });

  it('round percents to one decimal', () => {
    expect([percent(1, 3), percent(2, 3), percent(0, 0)]).toEqual([33.3, 66.7, 0]);
  });

  it('read the time out of an id', () => {
    expect(timeOfId('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')).toEqual(new Date('2022-02-22T19:22:22.000Z'));
  });
});

describe('what a search may mean besides words', () => {
  const id = '0199abcd-0000-7000-8000-00000000beef';
  it.each([
    [id, id],
    [`https://g2.example/operator/registrations/${id.toUpperCase()}?de=fila`, id],
    [id.slice(1), undefined],
    ['cafe', undefined],
  ])('%s has the id %s', (typed, found) => expect(idWithin(typed)).toBe(found));

  it.each([
    ['CAFE', 'cafe'],
    ['0123456789abcdef 0123', '0123456789abcdef0123'],
    ['01:23:45:67:89:ab:cd:ef', '0123456789abcdef'],
    ['ca fe', undefined],
    ['café', undefined],
    ['a'.repeat(65), undefined],
  ])('%s is the beginning %s of a hash', (typed, found) => expect(hashStart(typed)).toBe(found));

  it.each([
    ['BR 51 2026 000123-4', 'br5120260001234'],
    ['512026.000123/4', '5120260001234'],
    ['versão 2.0', undefined],
    ['nota 12345', undefined],
  ])('%s is the protocol %s', (typed, found) => expect(protocolIn(typed)).toBe(found));

  it.each([
    ['ana@example.com', 'ana@example.com'],
    ['ana@example', undefined],
    ['ana maria@example.com', undefined],
    ['@example.com', undefined],
    ['ana@example.com.', undefined],
  ])('%s is the whole address %s', (typed, found) => expect(wholeEmail(typed)).toBe(found));

  it.each([
    ['111.444.777-35', '11144477735'],
    ['11144477735', '11144477735'],
    ['12.ABC.345/01DE-35', '12abc34501de35'],
    ['111.444.777', undefined],
    ['registro 2026', undefined],
  ])('%s is the whole tax id %s', (typed, found) => expect(wholeTaxId(typed)).toBe(found));
});
