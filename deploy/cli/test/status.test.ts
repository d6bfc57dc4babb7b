import { expect, it } from 'vitest';
import { titleOf } from '../src/commands/status.ts';

it('names a later version as one, and a first by its title alone', () => {
  expect(titleOf({ title: 'Agenda', versionNumber: 2 })).toBe('Versão 2 de Agenda');
  expect(titleOf({ title: 'Agenda', versionNumber: 1 })).toBe('Agenda');
});
