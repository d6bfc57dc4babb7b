import { expect, it } from 'vitest';
import { titleOf } from '../src/commands/status.ts';

it('shows "Versão N de" before the title from the second version on', () => {
  expect(titleOf({ title: 'Agenda', versionNumber: 2 })).toBe('Versão 2 de Agenda');
  expect(titleOf({ title: 'Agenda', versionNumber: 1 })).toBe('Agenda');
});
