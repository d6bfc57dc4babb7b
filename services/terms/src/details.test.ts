import { expect, it } from 'vitest';
import { DETAIL_NAMES, detailsOf, NO_DETAILS, toDetailsMessage } from './details.ts';

it('reads each detail, and an absent optional one as null', () => {
  const read = detailsOf((name) => (name === 'title' ? 'T' : undefined));
  expect(read).toEqual({ ...NO_DETAILS, title: 'T' });
  expect(DETAIL_NAMES.map((name) => NO_DETAILS[name])).toEqual(['', '', '', '', '', '', '', null]);
});

it('sends null as the given placeholder', () => {
  const given = { ...NO_DETAILS, title: 'T' };
  expect(toDetailsMessage(given)).toEqual({ ...given, notes: undefined });
  expect(toDetailsMessage(given, '')).toEqual({ ...given, notes: '' });
});
