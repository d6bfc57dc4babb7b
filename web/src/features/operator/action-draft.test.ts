import { expect, it } from 'vitest';
import { EMPTY_DRAFT, fitsMaxLength, toggleReason } from './action-draft.ts';

const firstReason = { id: '1', text: 'Falta o código-fonte.' };
const secondReason = { id: '2', text: 'CPF inválido.' };
const typedDraft = { ...EMPTY_DRAFT, reason: 'Bom dia.\n', notes: 'n' };

it('choosing a ready reason appends it to the text; choosing it again removes it', () => {
  const withBothReasons = toggleReason(toggleReason(typedDraft, firstReason), secondReason);
  expect(withBothReasons).toEqual({
    reason: 'Bom dia.\n\nFalta o código-fonte.\n\nCPF inválido.',
    notes: 'n',
    reasonIds: ['1', '2'],
  });
  expect(toggleReason(withBothReasons, firstReason)).toEqual({
    reason: 'Bom dia.\n\nCPF inválido.',
    notes: 'n',
    reasonIds: ['2'],
  });
  expect(toggleReason(EMPTY_DRAFT, firstReason).reason).toBe(firstReason.text);
});

it('removing a ready reason keeps its text if the user has edited the text', () => {
  const edited = { ...toggleReason(EMPTY_DRAFT, firstReason), reason: 'Falta o código-fonte do servidor.' };
  expect(toggleReason(edited, firstReason)).toEqual({ ...edited, reasonIds: [] });
});

it('a ready reason fits if text, separator and reason together are within the limit', () => {
  const tenCharacters = { ...EMPTY_DRAFT, reason: 'x'.repeat(10) };
  expect(fitsMaxLength(tenCharacters, { id: '1', text: '💾'.repeat(8) }, 20)).toBe(true);
  expect(fitsMaxLength(tenCharacters, { id: '1', text: '💾'.repeat(9) }, 20)).toBe(false);
});
