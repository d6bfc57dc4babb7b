import { describe, expect, it } from 'vitest';
import { findQuestions, text } from './answers.ts';
import { topics } from './topics.ts';

const found = (search: string) =>
  findQuestions(topics, search).flatMap(({ questions }) => questions.map(({ id }) => id));

describe('the search of the help centre', () => {
  it('finds whatever the accents and the case, and wants every word', () => {
    expect(found('CARTAO credito')).toContain('pagamento');
    expect(found('cartão inpi xyz')).toEqual([]);
  });
  it('finds an answer by what is drawn in it', () => {
    expect(found('comando windows')).toEqual(['hash']);
    expect(found('prazo')).toContain('etapas');
  });
  it('shows everything to whoever looks for nothing', () => {
    expect(findQuestions(topics, '   ')).toBe(topics);
  });
  it('leaves out a topic without a question', () => {
    const one = [{ title: 'A', questions: [{ id: 'a', question: 'b', answer: [text('c')] }] }];
    expect(findQuestions(one, 'd')).toEqual([]);
  });
});

describe('the anchors', () => {
  it('are unique', () => {
    const all = found('');
    expect(new Set(all).size).toBe(all.length);
  });
});
