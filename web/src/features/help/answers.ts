import { foldText, wordsOf } from '../../lib/words.ts';

/** A block of an answer. `statuses` and `commands` stand for lists that QuestionItem renders from data. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'link'; readonly to: string; readonly text: string }
  | { readonly kind: 'commands' }
  | { readonly kind: 'statuses' };

export interface Question {
  /** The anchor of the question in the URL; other screens link to it. */
  readonly id: string;
  readonly question: string;
  readonly answer: readonly Block[];
}

export interface Topic {
  readonly title: string;
  readonly questions: readonly Question[];
}

export const text = (content: string): Block => ({ kind: 'text', text: content });
export const list = (...items: readonly string[]): Block => ({ kind: 'list', items });
export const link = (to: string, label: string): Block => ({ kind: 'link', to, text: label });

/** The questions that contain every search word, ignoring accents and case. Topics without a match are removed. */
export function findQuestions(topics: readonly Topic[], search: string): readonly Topic[] {
  const words = wordsOf(search);
  if (words.length === 0) return topics;
  return topics
    .map((topic) => ({
      ...topic,
      questions: topic.questions.filter(({ question, answer }) => {
        const searchedText = foldText(`${topic.title} ${question} ${answer.map(searchTextOf).join(' ')}`);
        return words.every((word) => searchedText.includes(word));
      }),
    }))
    .filter(({ questions }) => questions.length > 0);
}

function searchTextOf(block: Block): string {
  if (block.kind === 'text' || block.kind === 'link') return block.text;
  if (block.kind === 'list') return block.items.join(' ');
  return block.kind === 'commands' ? 'Linux macOS Windows comando' : 'prazo etapas status';
}
