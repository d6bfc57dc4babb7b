import { describe, expect, it } from 'vitest';
import { findQuestions, text } from './answers.ts';
import { topics } from './topics.ts';

const foundIds = (search: string) =>
  findQuestions(topics, search).flatMap(({ questions }) => questions.map(({ id }) => id));

describe('the search of the help centre', () => {
  it('finds the questions that contain every search word, ignoring accents and case', () => {
    expect(foundIds('CARTAO credito')).toContain('pagamento');
    expect(foundIds('cartão inpi xyz')).toEqual([]);
  });
  it('also searches commands and statuses that are rendered from data', () => {
    expect(foundIds('comando windows')).toEqual(['hash']);
    expect(foundIds('prazo')).toContain('etapas');
  });
  it('returns all topics for a blank search', () => {
    expect(findQuestions(topics, '   ')).toBe(topics);
  });
  it('removes a topic without a matching question', () => {
    const topicList = [{ title: 'A', questions: [{ id: 'a', question: 'b', answer: [text('c')] }] }];
    expect(findQuestions(topicList, 'd')).toEqual([]);
  });
});

describe('the anchors of the questions', () => {
  it('are unique', () => {
    const ids = foundIds('');
    expect(new Set(ids).size).toBe(ids.length);
  });
});
