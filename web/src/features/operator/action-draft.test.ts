import { expect, it } from 'vitest';
import { fits, NO_TEXT, toggled } from './action-draft.ts';

const one = { id: '1', text: 'Falta o código-fonte.' };
const two = { id: '2', text: 'CPF inválido.' };
const written = { ...NO_TEXT, reason: 'Bom dia.\n', notes: 'n' };

it('a chosen reason is appended to the text, and removed again unchanged', () => {
  const both = toggled(toggled(written, one), two);
  expect(both).toEqual({
    reason: 'Bom dia.\n\nFalta o código-fonte.\n\nCPF inválido.',
    notes: 'n',
    reasonIds: ['1', '2'],
  });
  expect(toggled(both, one)).toEqual({
    reason: 'Bom dia.\n\nCPF inválido.',
    notes: 'n',
    reasonIds: ['2'],
  });
  expect(toggled(NO_TEXT, one).reason).toBe(one.text);
});

it('the text of a reason that was edited stays when the reason is removed', () => {
  const edited = { ...toggled(NO_TEXT, one), reason: 'Falta o código-fonte do servidor.' };
  expect(toggled(edited, one)).toEqual({ ...edited, reasonIds: [] });
});

it('a reason fits only if text, separator and reason are within the limit', () => {
  const full = { ...NO_TEXT, reason: 'x'.repeat(10) };
  expect(fits(full, { id: '1', text: '💾'.repeat(8) }, 20)).toBe(true);
  expect(fits(full, { id: '1', text: '💾'.repeat(9) }, 20)).toBe(false);
});
