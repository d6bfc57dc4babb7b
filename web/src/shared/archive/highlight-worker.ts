import hljs from 'highlight.js/lib/common';
import dart from 'highlight.js/lib/languages/dart';
import delphi from 'highlight.js/lib/languages/delphi';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import { blocksOf, type Token, tokensOf } from './tokens.ts';

/** The grammars of `kinds.ts` that are not among the common ones. */
const OTHERS = { dart, delphi, dockerfile };
for (const [name, grammar] of Object.entries(OTHERS)) hljs.registerLanguage(name, grammar);

export interface HighlightQuestion {
  readonly text: string;
  readonly grammar: string;
  readonly linesEach: number;
}
export type HighlightAnswer = readonly (readonly Token[])[];

self.onmessage = ({ data: { text, grammar, linesEach } }: MessageEvent<HighlightQuestion>) => {
  const { value } = hljs.highlight(text, { language: grammar, ignoreIllegals: true });
  self.postMessage(blocksOf(tokensOf(value), linesEach) satisfies HighlightAnswer);
};
