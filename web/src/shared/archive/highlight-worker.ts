import hljs from 'highlight.js/lib/common';
import dart from 'highlight.js/lib/languages/dart';
import delphi from 'highlight.js/lib/languages/delphi';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import { blocksOf, type Token, tokensOf } from './tokens.ts';

/** Grammars that `kinds.ts` uses and that are not in the common set of highlight.js. */
const ADDITIONAL_GRAMMARS = { dart, delphi, dockerfile };
for (const [name, grammar] of Object.entries(ADDITIONAL_GRAMMARS)) hljs.registerLanguage(name, grammar);

export interface HighlightRequest {
  readonly text: string;
  readonly grammar: string;
  readonly linesPerBlock: number;
}
/** Blocks of tokens. */
export type HighlightResult = readonly (readonly Token[])[];

self.onmessage = ({ data: { text, grammar, linesPerBlock } }: MessageEvent<HighlightRequest>) => {
  const { value } = hljs.highlight(text, { language: grammar, ignoreIllegals: true });
  self.postMessage(blocksOf(tokensOf(value), linesPerBlock) satisfies HighlightResult);
};
