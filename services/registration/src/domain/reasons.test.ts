import { describe, expect, it } from 'vitest';
import { changeReason, checkReason, checkReasonIds, reorderReasons } from './reasons.ts';
import { before, now, refusal } from './test-samples.ts';

const reason = { id: 'r', title: 'Sem fonte', text: 'Envie o código-fonte.', archivedAt: null };

describe('a ready reason', () => {
  it('has a title and a text, trimmed and limited in length', () => {
    expect(checkReason({ title: ' A ', text: ' B\nC ' })).toEqual({ title: 'A', text: 'B\nC' });
    expect(refusal(() => checkReason({ title: ' ', text: 'x'.repeat(501) })).detail.fields).toEqual({
      title: 'Título é obrigatório',
      text: 'O texto não pode exceder 500 caracteres',
    });
    expect(refusal(() => changeReason(reason, { title: 'x'.repeat(81) }, now)).code).toBe('invalid-input');
  });

  it('keeps omitted fields and the time of its first archiving', () => {
    expect(changeReason(reason, { text: 'Outro' }, now)).toEqual({ ...reason, text: 'Outro' });
    const archived = changeReason(reason, { archived: true }, before);
    expect(archived.archivedAt).toEqual(before);
    expect(changeReason(archived, { archived: true }, now).archivedAt).toEqual(before);
    expect(changeReason(archived, { archived: false }, now).archivedAt).toBeNull();
  });

  it.each([
    ['a', undefined, 'abc'],
    ['x', undefined, 'abcx'],
    ['c', 1, 'cab'],
    ['a', 2, 'bac'],
    ['a', 9, 'bca'],
    ['x', 0, 'xabc'],
  ])('%s moved to place %s gives the order %s', (id, place, order) => {
    expect(reorderReasons(['a', 'b', 'c'], id, place).join('')).toBe(order);
  });

  it('counts once per request even if named twice', () => {
    expect(checkReasonIds(['A', 'b', 'a'])).toEqual(['a', 'b']);
    expect(refusal(() => checkReasonIds(Array.from({ length: 21 }, (_, n) => `${n}`))).code).toBe(
      'invalid-input',
    );
  });
});
