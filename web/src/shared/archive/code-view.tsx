import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { HighlightAnswer, HighlightQuestion } from './highlight-worker.ts';
import { blocksOf, type Token, type TokenKind } from './tokens.ts';

interface CodeViewProps {
  readonly text: string;
  /** The language's name in highlight.js; null to show the text without colours. */
  readonly grammar: string | null;
  readonly label: string;
}

/** Lines per rendered block. */
const LINES = 100;
/** Line height, as the class `leading-5`. */
const LINE_PX = 20;
/** A text with longer lines, such as minified code, is not coloured: rendering would take seconds. */
const LONGEST_COLOURED = 5_000;

/** A text with line numbers. Syntax colours appear later, and long lines scroll horizontally inside. */
export function CodeView({ text, grammar, label }: CodeViewProps) {
  const plain = useMemo(() => blocksOf([[null, text]], LINES), [text]);
  const question = useMemo(() => {
    const isTooLong = text.split('\n').some((line) => line.length > LONGEST_COLOURED);
    return grammar === null || isTooLong ? null : { text, grammar, linesEach: LINES };
  }, [text, grammar]);
  const coloured = useHighlight(question);
  return (
    <section
      className="g2-mono flex-auto min-h-0 overflow-auto overscroll-x-contain text-xs leading-5 focus-visible:-outline-offset-2"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled must be reached by keys (WCAG 2.1.1).
      tabIndex={0}
    >
      <div className="w-max min-w-full py-2 [tab-size:4]" data-coloured={coloured !== null || undefined}>
        {plain.map((block, index) => (
          <Block
            // biome-ignore lint/suspicious/noArrayIndexKey: a text's blocks never move.
            key={index}
            first={index * LINES + 1}
            plain={block}
            coloured={coloured?.[index] ?? null}
          />
        ))}
      </div>
    </section>
  );
}

const COLOURS: Readonly<Record<TokenKind, string>> = {
  comment: 'text-muted italic',
  keyword: 'text-(--st-reviewing)',
  string: 'text-accent',
  number: 'text-(--st-submitted)',
  title: 'text-(--st-paid)',
  type: 'text-(--st-completed)',
  name: 'text-(--st-government_processing)',
  meta: 'text-muted',
};

interface BlockProps {
  /** Line number of the block's first line. */
  readonly first: number;
  readonly plain: readonly Token[];
  readonly coloured: readonly Token[] | null;
}

/** A block of lines with line numbers; coloured only when it is close to the visible area. */
const Block = memo(function Block({ first, plain, coloured }: BlockProps) {
  const element = useRef<HTMLDivElement>(null);
  const isNear = useNear(element);
  const lines = lineCount(plain.map(([, text]) => text).join(''));
  const numbers = Array.from({ length: lines }, (_, index) => first + index).join('\n');
  const tokens = isNear && coloured !== null ? coloured : plain;
  return (
    <div
      ref={element}
      className="grid grid-cols-[auto_1fr] whitespace-pre [content-visibility:auto]"
      style={{ containIntrinsicHeight: `auto ${lines * LINE_PX}px` }}
    >
      <span
        className="sticky left-0 min-w-[5.5ch] pr-3 pl-2 bg-surface text-muted text-right select-none"
        aria-hidden
      >
        {numbers}
      </span>
      <code className="pr-4 [font:inherit]">
        {tokens.map(([kind, text], index) =>
          kind === null ? (
            text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text's pieces never move.
            <span key={index} className={COLOURS[kind]}>
              {text}
            </span>
          ),
        )}
      </code>
    </div>
  );
});

/** Number of lines; a line feed at the end of the text does not start another line. */
export const lineCount = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

/** True once the element has come within one screen height of the visible area. */
function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || element.current === null) return;
    const observer = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '100% 0px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear, element]);
  return isNear;
}

/** Time limit for highlighting, ms: a crafted text can take for ever. After it, the text stays without colours. */
const TIMEOUT_MS = 5_000;

/** Blocks of coloured tokens; null until the worker has finished, or if it fails or times out. */
function useHighlight(question: HighlightQuestion | null): HighlightAnswer | null {
  const [coloured, setColoured] = useState<{ of: HighlightQuestion; blocks: HighlightAnswer } | null>(null);
  useEffect(() => {
    if (question === null) return;
    const worker = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' });
    const timer = setTimeout(() => worker.terminate(), TIMEOUT_MS);
    worker.onmessage = ({ data }: MessageEvent<HighlightAnswer>) => {
      setColoured({ of: question, blocks: data });
      worker.terminate();
    };
    worker.postMessage(question);
    return () => {
      clearTimeout(timer);
      worker.terminate();
    };
  }, [question]);
  return coloured !== null && coloured.of === question ? coloured.blocks : null;
}
