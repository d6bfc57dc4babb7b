import { expect, it } from 'vitest';
import { DETAIL_NAMES, detailsOf, NO_DETAILS, toDetailsMessage } from './details.ts';

it('reads each field, and an absent optional field as null', () => {
  const read = detailsOf((name) => (name === 'title' ? 'T' : undefined));
  expect(read).toEqual({ ...NO_DETAILS, title: 'T' });
  expect(DETAIL_NAMES.map((name) => NO_DETAILS[name])).toEqual(['', '', '', '', '', '', '', null]);
});

it('omits null from the message, or sends a given text instead', () => {
  const given = { ...NO_DETAILS, title: 'T' };
  expect(toDetailsMessage(given)).toEqual({ ...given, notes: undefined });
  expect(toDetailsMessage(given, '')).toEqual({ ...given, notes: '' });
});
