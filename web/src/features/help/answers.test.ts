import { describe, expect, it } from 'vitest';
import { findQuestions, text } from './answers.ts';
import { topics } from './topics.ts';

const found = (search: string) =>
  findQuestions(topics, search).flatMap(({ questions }) => questions.map(({ id }) => id));

describe('the search of the help centre', () => {
  it('finds the questions that have every word, whatever the accents and case', () => {
    expect(found('CARTAO credito')).toContain('pagamento');
    expect(found('cartão inpi xyz')).toEqual([]);
  });
  it('finds questions by their rendered commands and statuses as well', () => {
    expect(found('comando windows')).toEqual(['hash']);
    expect(found('prazo')).toContain('etapas');
  });
  it('returns all topics for a blank search', () => {
    expect(findQuestions(topics, '   ')).toBe(topics);
  });
  it('removes a topic without a matching question', () => {
    const one = [{ title: 'A', questions: [{ id: 'a', question: 'b', answer: [text('c')] }] }];
    expect(findQuestions(one, 'd')).toEqual([]);
  });
});

describe('the anchors of the questions', () => {
  it('gives every question an anchor of its own', () => {
    const all = found('');
    expect(new Set(all).size).toBe(all.length);
  });
});
