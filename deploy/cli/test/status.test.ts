import { expect, it } from 'vitest';
import { titleOf } from '../src/commands/status.ts';

it('shows the number of a later version, and only the title of a first', () => {
  expect(titleOf({ title: 'Agenda', versionNumber: 2 })).toBe('Versão 2 de Agenda');
  expect(titleOf({ title: 'Agenda', versionNumber: 1 })).toBe('Agenda');
});
