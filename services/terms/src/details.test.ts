import { expect, it } from 'vitest';
import { DETAIL_NAMES, detailsOf, NO_DETAILS, sentDetails } from './details.ts';

it('reads each detail, and nothing as null where it is optional', () => {
  const read = detailsOf((name) => (name === 'title' ? 'T' : undefined));
  expect(read).toEqual({ ...NO_DETAILS, title: 'T' });
  expect(DETAIL_NAMES.map((name) => NO_DETAILS[name])).toEqual(['', '', '', '', '', '', '', null]);
});

it('sends null as what stands for it', () => {
  const given = { ...NO_DETAILS, title: 'T' };
  expect(sentDetails(given)).toEqual({ ...given, notes: undefined });
  expect(sentDetails(given, '')).toEqual({ ...given, notes: '' });
});
