import { expect, it } from 'vitest';
import {
  checkFilters,
  checkJurisdiction,
  lateBefore,
  operatorFilter,
  WAITING_STATUSES,
} from './list-filters.ts';
import { now, refusal } from './test-samples.ts';

const id = '0199abcd-0000-7000-8000-00000000beef';
const nothing = {
  view: undefined,
  unassigned: false,
  jurisdiction: undefined,
  createdSince: undefined,
  warning: undefined,
  now,
};

it('parses the given filters and treats empty values as no filter', () => {
  const empty = { view: '', operatorId: '', jurisdiction: '', period: 0, warning: '' };
  expect(checkFilters({}, now)).toEqual(nothing);
  expect(checkFilters(empty, now)).toEqual(nothing);
  const request = { view: 'late', operatorId: 'none', jurisdiction: 'usa', period: 7, warning: 'link' };
  expect(checkFilters(request, now)).toEqual({
    view: 'late',
    unassigned: true,
    jurisdiction: 'usa',
    createdSince: new Date('2026-11-14T12:00:00Z'),
    warning: 'link',
    now,
  });
});

it.each([
  [() => checkFilters({ view: 'x' }, now), 'view', 'Visão inválida'],
  [() => checkFilters({ warning: 'x' }, now), 'warning', 'Aviso inválido'],
  [() => checkJurisdiction('x'), 'jurisdiction', 'Jurisdição inválida'],
])('refuses the filter %s', (work, field, message) => {
  expect(refusal(work)).toMatchObject({
    code: 'invalid-input',
    detail: { message, fields: { [field]: message } },
  });
});

it('returns the caller, the requested operator or none as the operator filter', () => {
  const of = (assignedToMe: boolean, operatorId?: string) =>
    operatorFilter({ assignedToMe, operatorId }, 'me');
  const lists = [of(true, id), of(false, id.toUpperCase()), of(false, 'none'), of(false, ''), of(false)];
  expect(lists).toEqual(['me', id, undefined, undefined, undefined]);
  expect(refusal(() => of(false, 'x')).message).toBe('Operador inválido');
});

it('counts a registration as late once it exceeds the promised working days of its status', () => {
  expect(WAITING_STATUSES).toEqual(['paid', 'reviewing', 'government_processing', 'completed']);
  // `now` is a Saturday, and the day before, 20 November, is a holiday.
  expect(lateBefore(now).map(([status, at]) => `${status} ${at.toISOString()}`)).toEqual([
    'paid 2026-11-17T03:00:00.000Z',
    'reviewing 2026-11-12T03:00:00.000Z',
    'government_processing 2026-10-06T03:00:00.000Z',
    'completed 2026-11-17T03:00:00.000Z',
  ]);
});
