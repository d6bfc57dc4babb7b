import { expect, it } from 'vitest';
import { filterOf } from './filter.ts';

it('filterOf accepts known values and refuses a list with an unknown one', () => {
  const isKnown = (text: string): text is 'a' | 'b' => text === 'a' || text === 'b';
  expect(filterOf('status', ['b', 'a'], isKnown, 'Inválido')).toEqual(['b', 'a']);
  const refusal = { code: 'invalid-input', detail: { message: 'Inválido', fields: { status: 'Inválido' } } };
  expect(() => filterOf('status', ['a', 'c'], isKnown, 'Inválido')).toThrow(expect.objectContaining(refusal));
});
