import { expect, it } from 'vitest';
import { filterUsers } from './use-found-users.ts';

const ana = { firstName: 'Ana', lastName: 'Souza', email: 'ana@exemplo.com.br' };
const rui = { firstName: 'Rui', lastName: 'Ávila', email: 'contato@rui.dev' };

it.each([
  ['', [ana, rui]],
  ['ANA', [ana]],
  ['ávila', [rui]],
  ['rui avila', [rui]],
  ['Soúza', [ana]],
  ['rui á', [rui]],
  ['CONTATO@', [rui]],
  [' souza ', [ana]],
  ['ninguém', []],
])('[credits-filter] finds the users that match %j', (search, matches) => {
  expect(filterUsers([ana, rui], search)).toEqual(matches);
});
