import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { HighlightRequest, HighlightResult } from './highlight-worker.ts';
import { blocksOf, type Token, type TokenKind } from './tokens.ts';

interface CodeViewProps {
  readonly text: string;
  /** The language's name in highlight.js; null to show the text without colours. */
  readonly grammar: string | null;
  readonly label: string;
}

const LINES_PER_BLOCK = 100;
/** Line height, as the class `leading-5`. */
const LINE_HEIGHT_PX = 20;
/** A text with longer lines, such as minified code, has no syntax colours: rendering would take seconds. */
const MAX_COLOURED_LINE_LENGTH = 5_000;

/** A text with line numbers. The syntax colours appear later. */
export function CodeView({ text, grammar, label }: CodeViewProps) {
  const plainBlocks = useMemo(() => blocksOf([[null, text]], LINES_PER_BLOCK), [text]);
  const request = useMemo(() => {
    const isTooLong = text.split('\n').some((line) => line.length > MAX_COLOURED_LINE_LENGTH);
    return grammar === null || isTooLong ? null : { text, grammar, linesPerBlock: LINES_PER_BLOCK };
  }, [text, grammar]);
  const colouredBlocks = useHighlight(request);
  return (
    <section
      className="g2-mono flex-auto min-h-0 overflow-auto overscroll-x-contain text-xs leading-5 focus-visible:-outline-offset-2"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
      tabIndex={0}
    >
      <div
        className="w-max min-w-full py-2 [tab-size:4]"
        data-coloured={colouredBlocks !== null || undefined}
      >
        {plainBlocks.map((block, index) => (
          <Block
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of the blocks never changes.
            key={index}
            firstLine={index * LINES_PER_BLOCK + 1}
            plainTokens={block}
            colouredTokens={colouredBlocks?.[index] ?? null}
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
  readonly firstLine: number;
  readonly plainTokens: readonly Token[];
  readonly colouredTokens: readonly Token[] | null;
}

/** A block of lines with line numbers. It gets its syntax colours when it is close to the visible area. */
const Block = memo(function Block({ firstLine, plainTokens, colouredTokens }: BlockProps) {
  const element = useRef<HTMLDivElement>(null);
  const isNearViewport = useNearViewport(element);
  const lines = lineCount(plainTokens.map(([, text]) => text).join(''));
  const lineNumbers = Array.from({ length: lines }, (_, index) => firstLine + index).join('\n');
  const tokens = isNearViewport && colouredTokens !== null ? colouredTokens : plainTokens;
  return (
    <div
      ref={element}
      className="grid grid-cols-[auto_1fr] whitespace-pre [content-visibility:auto]"
      style={{ containIntrinsicHeight: `auto ${lines * LINE_HEIGHT_PX}px` }}
    >
      <span
        className="sticky left-0 min-w-[5.5ch] pr-3 pl-2 bg-surface text-muted text-right select-none"
        aria-hidden
      >
        {lineNumbers}
      </span>
      <code className="pr-4 [font:inherit]">
        {tokens.map(([kind, text], index) =>
          kind === null ? (
            text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of the tokens never changes.
            <span key={index} className={COLOURS[kind]}>
              {text}
            </span>
          ),
        )}
      </code>
    </div>
  );
});

/** Number of lines. A line feed at the end of the text does not start a new line. */
export const lineCount = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

/** True once the element is or was less than one screen height away from the visible area. */
function useNearViewport(element: RefObject<HTMLElement | null>): boolean {
  const [isNearViewport, setNearViewport] = useState(false);
  useEffect(() => {
    if (isNearViewport || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNearViewport(true),
      { rootMargin: '100% 0px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNearViewport, element]);
  return isNearViewport;
}

/** Time limit for highlighting, ms: a malicious text could block the worker for a long time. */
const HIGHLIGHT_TIMEOUT_MS = 5_000;

type HighlightState = { readonly request: HighlightRequest; readonly result: HighlightResult };

/** Blocks of coloured tokens; null until the worker has finished, or if it fails or times out. */
function useHighlight(request: HighlightRequest | null): HighlightResult | null {
  const [state, setState] = useState<HighlightState | null>(null);
  useEffect(() => {
    if (request === null) return;
    const worker = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' });
    const timer = setTimeout(() => worker.terminate(), HIGHLIGHT_TIMEOUT_MS);
    worker.onmessage = ({ data }: MessageEvent<HighlightResult>) => {
      setState({ request, result: data });
      worker.terminate();
    };
    worker.postMessage(request);
    return () => {
      clearTimeout(timer);
      worker.terminate();
    };
  }, [request]);
  return state !== null && state.request === request ? state.result : null;
}
